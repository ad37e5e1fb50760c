//===- probes.h - The table of operations -----------------------*- C++ -*-===//
// Every operation that is measured, by kind: its width, where its addresses may
// lie and the kernel that executes it once.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_PROBES_H
#define WARPTIDY_PATTERNS_PROBES_H

#include "accesses.h"

namespace patterns {

/// One operation: how to launch it and where its addresses may lie.
struct Probe {
  const char *Kind, *Op;
  unsigned WidthBytes; ///< What a lane accesses, and its alignment.
  unsigned RegionBytes;
  Kernel Launch;
  bool WholeWarp = false; ///< No partial masks.
  unsigned Times = 1;     ///< Draw that many times as many patterns.
  unsigned Blocks = 1;
};

#define SHARED(KIND, OP, WIDTH, NAME)                                          \
  {KIND, OP, WIDTH, SharedBytes, probeShared<NAME>}
#define MATRIX(OP, NAME)                                                       \
  {"matrix", OP, 16, SharedBytes, probeSharedWarp<NAME>, true}
#define GLOBAL(KIND, OP, WIDTH, NAME, TIMES)                                   \
  {KIND, OP, WIDTH, GlobalBytes, probeGlobal<NAME>, false, TIMES}
#define DISTRIBUTED(KIND, OP, WIDTH, NAME)                                     \
  {KIND, OP, WIDTH, SharedBytes, probeDistributed<NAME>, false, 1, 2}
#define WIDTHS(OF) OF(1), OF(2), OF(4), OF(8), OF(16)
#define SHARED_LOAD(W) SHARED("shared", "load", W, SharedLoad##W)
#define SHARED_STORE(W) SHARED("shared", "store", W, SharedStore##W)
#define CONSTANT_LOAD(W)                                                       \
  {"constant", "load", W, ConstantBytes, probeConstant<ConstantLoad##W, false>}
#define CONSTANT_WARM(W)                                                       \
  {"constant", "load-warm", W, WarmBytes, probeConstant<ConstantLoad##W, true>}
#define LOCAL_LOAD(W)                                                          \
  {"local", "load", W, LocalBytes, probeLocal<LocalLoad##W, false>}
#define LOCAL_STORE(W)                                                         \
  {"local", "store", W, LocalBytes, probeLocal<LocalStore##W, true>}
#define GLOBAL_LOAD(W) GLOBAL("global", "load", W, GlobalLoad##W, 1)
#define GLOBAL_LOAD_NC(W) GLOBAL("global", "load-nc", W, GlobalLoadNc##W, 1)
#define GLOBAL_STORE(W) GLOBAL("global", "store", W, GlobalStore##W, 1)
#define DISTRIBUTED_LOAD(W)                                                    \
  DISTRIBUTED("distributed", "load", W, DistributedLoad##W)
#define DISTRIBUTED_STORE(W)                                                   \
  DISTRIBUTED("distributed", "store", W, DistributedStore##W)

// Copies name in Op which caches they use; the .cg form exists for 16 bytes.
inline const Probe Probes[] = {
    WIDTHS(SHARED_LOAD),
    WIDTHS(SHARED_STORE),

    SHARED("shared_atomic", "red-inc-u32", 4, SharedRedInc),
    SHARED("shared_atomic", "atom-inc-u32", 4, SharedAtomInc),
    SHARED("shared_atomic", "red-add-u32", 4, SharedRedAdd4),
    SHARED("shared_atomic", "red-add-u64", 8, SharedRedAdd8),
    SHARED("shared_atomic", "red-add-f32", 4, SharedRedFloat),
    SHARED("shared_atomic", "atom-add-u32", 4, SharedAtomAdd4),
    SHARED("shared_atomic", "atom-add-u64", 8, SharedAtomAdd8),
    SHARED("shared_atomic", "atom-add-f32", 4, SharedAtomFloat),
    SHARED("shared_atomic", "atom-add-f64", 8, SharedAtomDouble),
    SHARED("shared_atomic", "atom-max-s32", 4, SharedAtomMax4),
    SHARED("shared_atomic", "red-add-f64", 8, SharedRedDouble),
    SHARED("shared_atomic", "red-max-u64", 8, SharedRedMax8),
    SHARED("shared_atomic", "atom-max-u64", 8, SharedAtomMax8),
    SHARED("shared_atomic", "atom-min-u64", 8, SharedAtomMin8),
    SHARED("shared_atomic", "atom-exch-b32", 4, SharedAtomExch4),
    SHARED("shared_atomic", "atom-exch-b64", 8, SharedAtomExch8),
    SHARED("shared_atomic", "atom-cas-b32", 4, SharedCas4),
    SHARED("shared_atomic", "atom-cas-b64", 8, SharedCas8),

    MATRIX("ldmatrix-x1", LoadMatrix1),
    MATRIX("ldmatrix-x2", LoadMatrix2),
    MATRIX("ldmatrix-x4", LoadMatrix4),
    MATRIX("ldmatrix-x1-trans", LoadMatrixTrans1),
    MATRIX("ldmatrix-x2-trans", LoadMatrixTrans2),
    MATRIX("ldmatrix-x4-trans", LoadMatrixTrans4),
    MATRIX("stmatrix-x1", StoreMatrix1),
    MATRIX("stmatrix-x2", StoreMatrix2),
    MATRIX("stmatrix-x4", StoreMatrix4),
    MATRIX("stmatrix-x1-trans", StoreMatrixTrans1),
    MATRIX("stmatrix-x2-trans", StoreMatrixTrans2),
    MATRIX("stmatrix-x4-trans", StoreMatrixTrans4),

    {"copy", "cp.async-ca", 4, SharedBytes, probeCopy<CopyCa4>},
    {"copy", "cp.async-ca", 8, SharedBytes, probeCopy<CopyCa8>},
    {"copy", "cp.async-ca", 16, SharedBytes, probeCopy<CopyCa16>},
    {"copy", "cp.async-cg", 16, SharedBytes, probeCopy<CopyCg16>, false, 4},

    WIDTHS(CONSTANT_LOAD),
    WIDTHS(CONSTANT_WARM),

    WIDTHS(LOCAL_LOAD),
    WIDTHS(LOCAL_STORE),

    WIDTHS(GLOBAL_LOAD),
    WIDTHS(GLOBAL_LOAD_NC),
    WIDTHS(GLOBAL_STORE),

    GLOBAL("global_atomic", "red-add-u32", 4, GlobalRedAdd4, 2),
    GLOBAL("global_atomic", "red-add-u64", 8, GlobalRedAdd8, 1),
    GLOBAL("global_atomic", "red-add-f32", 4, GlobalRedFloat, 1),
    GLOBAL("global_atomic", "red-add-f64", 8, GlobalRedDouble, 1),
    GLOBAL("global_atomic", "atom-add-u32", 4, GlobalAtomAdd4, 2),
    GLOBAL("global_atomic", "atom-add-u64", 8, GlobalAtomAdd8, 1),
    GLOBAL("global_atomic", "atom-add-f32", 4, GlobalAtomFloat, 1),
    GLOBAL("global_atomic", "atom-add-f64", 8, GlobalAtomDouble, 1),
    GLOBAL("global_atomic", "red-max-u32", 4, GlobalRedMax4, 1),
    GLOBAL("global_atomic", "red-max-u64", 8, GlobalRedMax8, 1),
    GLOBAL("global_atomic", "atom-max-u32", 4, GlobalAtomMax4, 1),
    GLOBAL("global_atomic", "atom-max-u64", 8, GlobalAtomMax8, 1),
    GLOBAL("global_atomic", "atom-exch-b32", 4, GlobalAtomExch4, 1),
    GLOBAL("global_atomic", "atom-exch-b64", 8, GlobalAtomExch8, 1),
    GLOBAL("global_atomic", "atom-cas-b32", 4, GlobalCas4, 1),
    GLOBAL("global_atomic", "atom-cas-b64", 8, GlobalCas8, 1),

    WIDTHS(DISTRIBUTED_LOAD),
    WIDTHS(DISTRIBUTED_STORE),

    DISTRIBUTED("distributed_atomic", "red-add-u32", 4, DistributedRedAdd4),
    DISTRIBUTED("distributed_atomic", "red-add-u64", 8, DistributedRedAdd8),
    DISTRIBUTED("distributed_atomic", "red-add-f32", 4, DistributedRedFloat),
    DISTRIBUTED("distributed_atomic", "atom-add-u32", 4, DistributedAtomAdd4),
    DISTRIBUTED("distributed_atomic", "atom-add-u64", 8, DistributedAtomAdd8),
    DISTRIBUTED("distributed_atomic", "atom-max-u32", 4, DistributedAtomMax4),
    DISTRIBUTED("distributed_atomic", "atom-exch-b32", 4, DistributedAtomExch4),
    DISTRIBUTED("distributed_atomic", "atom-cas-b32", 4, DistributedCas4),
    DISTRIBUTED("distributed_atomic", "atom-cas-b64", 8, DistributedCas8),
};

} // namespace patterns

#endif
