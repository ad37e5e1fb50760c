// Device-side random numbers: the states and the generators as opaque
// functions. A state has a size, so that arrays of states have a stride.
#ifndef WARP_TIDY_CURAND_KERNEL_H
#define WARP_TIDY_CURAND_KERNEL_H

#include "curand.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;

#define __WARP_TIDY_CURAND(STATE)                                              \
  __WARP_TIDY_OPAQUE__ void curand_init(unsigned long long seed,               \
                                        unsigned long long sequence,           \
                                        unsigned long long offset, STATE *);   \
  __WARP_TIDY_OPAQUE__ void skipahead(unsigned long long, STATE *);            \
  __WARP_TIDY_OPAQUE__ void skipahead_sequence(unsigned long long, STATE *);   \
  __WARP_TIDY_OPAQUE__ unsigned int curand(STATE *);                           \
  __WARP_TIDY_OPAQUE__ float curand_uniform(STATE *);                          \
  __WARP_TIDY_OPAQUE__ double curand_uniform_double(STATE *);                  \
  __WARP_TIDY_OPAQUE__ float curand_normal(STATE *);                           \
  __WARP_TIDY_OPAQUE__ double curand_normal_double(STATE *);                   \
  __WARP_TIDY_OPAQUE__ float2 curand_normal2(STATE *);                         \
  __WARP_TIDY_OPAQUE__ double2 curand_normal2_double(STATE *);                 \
  __WARP_TIDY_OPAQUE__ float curand_log_normal(STATE *, float, float);         \
  __WARP_TIDY_OPAQUE__ double curand_log_normal_double(STATE *, double,        \
                                                       double);                \
  __WARP_TIDY_OPAQUE__ unsigned int curand_poisson(STATE *, double);
__WARP_TIDY_CURAND(curandStateXORWOW)
__WARP_TIDY_CURAND(curandStatePhilox4_32_10)
__WARP_TIDY_CURAND(curandStateMRG32k3a)
#undef __WARP_TIDY_CURAND
__WARP_TIDY_OPAQUE__ void curand_init(unsigned long long *vectors, unsigned int,
                                      curandStateSobol64 *);
__WARP_TIDY_OPAQUE__ unsigned long long curand(curandStateSobol64 *);
__WARP_TIDY_OPAQUE__ float curand_uniform(curandStateSobol64 *);
__WARP_TIDY_OPAQUE__ double curand_uniform_double(curandStateSobol64 *);
__WARP_TIDY_OPAQUE__ double curand_uniform_double(curandStateSobol32 *);
__WARP_TIDY_OPAQUE__ void curand_init(unsigned int *vectors, unsigned int,
                                      curandStateSobol32 *);
__WARP_TIDY_OPAQUE__ unsigned int curand(curandStateSobol32 *);
__WARP_TIDY_OPAQUE__ float curand_uniform(curandStateSobol32 *);
__WARP_TIDY_OPAQUE__ float curand_normal(curandStateSobol32 *);
__WARP_TIDY_OPAQUE__ uint4 curand4(curandStatePhilox4_32_10 *);
__WARP_TIDY_OPAQUE__ float4 curand_uniform4(curandStatePhilox4_32_10 *);
__WARP_TIDY_OPAQUE__ float4 curand_normal4(curandStatePhilox4_32_10 *);
__WARP_TIDY_OPAQUE__ double2 curand_uniform2_double(curandStatePhilox4_32_10 *);

#endif // WARP_TIDY_CURAND_KERNEL_H
