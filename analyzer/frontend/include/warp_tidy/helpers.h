// Helper macros for the device functions of this folder; free of CUDA's own
// macros, so that they also serve beside a real toolkit.
#ifndef WARP_TIDY_HELPERS_H
#define WARP_TIDY_HELPERS_H

// nodebug gives the accesses of an inlined wrapper the location of its caller,
// so that a diagnostic points at the user's line and not into these headers.
#define __WARP_TIDY_DEVICE__                                                   \
  static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define __WARP_TIDY_HOST_DEVICE__                                              \
  static __inline__                                                            \
      __attribute__((host, device, always_inline, nodebug, unused))
// A device function without a body: its result is opaque to the analysis.
#define __WARP_TIDY_OPAQUE__ extern __attribute__((device, nothrow))

#endif // WARP_TIDY_HELPERS_H
