//===- accesses.h - The access under test, one kernel each ------*- C++ -*-===//
// An operation is one PTX instruction in volatile assembly, which nvcc neither
// merges, moves nor drops. A space gives the base address and a place for the
// result that the counters of that space do not see.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_ACCESSES_H
#define WARPTIDY_PATTERNS_ACCESSES_H

#include "pattern.h"

namespace patterns {

constexpr unsigned SharedBytes = 16384, ConstantBytes = 8192, LocalBytes = 512,
                   GlobalBytes = 65536;
/// The part of the constant table that is read in advance; half the size of
/// the constant cache nearest to a multiprocessor.
constexpr unsigned WarmBytes = 1024;

/// Device memory of the probes.
struct Memory {
  unsigned char *Global; ///< GlobalBytes, the region under test.
  uint4 *Result;         ///< What each lane read.
  const Pattern *Copy;   ///< The pattern again, in global memory.
};

using Kernel = void (*)(const Pattern, Memory);

/// The registers of one lane's access.
struct Value {
  uint32_t X = 0, Y = 0, Z = 0, W = 0;
  uint64_t Wide = 0, Upper = 0; ///< In place of X and Y, Z and W.
  /// Uses all bytes, lest nvcc narrow the access.
  __device__ uint4 all(uint32_t Other = 0) const {
    return {X ^ static_cast<uint32_t>(Wide) ^ Other,
            Y ^ static_cast<uint32_t>(Wide >> 32),
            Z ^ static_cast<uint32_t>(Upper),
            W ^ static_cast<uint32_t>(Upper >> 32)};
  }
};

__constant__ unsigned char ConstantTable[ConstantBytes];

//===----------------------------------------------------------------------===//
// Kernels by space
//===----------------------------------------------------------------------===//

// Lanes take their addresses from the kernel's parameters, that is by constant
// loads, except where constant loads are under test. A mask of zero skips the
// access: its counters are the baseline.

__device__ inline void store(uint64_t Shared, uint4 V) {
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(Shared),
               "r"(V.x), "r"(V.y), "r"(V.z), "r"(V.w)
               : "memory");
}

template <class Operation>
__global__ void probeShared(const __grid_constant__ Pattern P, Memory M) {
  __shared__ alignas(1024) unsigned char Region[SharedBytes];
  const unsigned Lane = threadIdx.x;
  const uint64_t Address = __cvta_generic_to_shared(Region) + P.Address[Lane];
  Value V;
  if (P.Mask >> Lane & 1)
    Operation::run(Address, P.Operand, V);
  M.Result[Lane] = V.all();
}

/// For instructions that the whole warp must execute: a mask of zero or all.
template <class Operation>
__global__ void probeSharedWarp(const __grid_constant__ Pattern P, Memory M) {
  __shared__ alignas(1024) unsigned char Region[SharedBytes];
  const unsigned Lane = threadIdx.x;
  const uint64_t Address = __cvta_generic_to_shared(Region) + P.Address[Lane];
  Value V;
  if (P.Mask != 0)
    Operation::run(Address, P.Operand, V);
  M.Result[Lane] = V.all();
}

template <class Operation>
__global__ void probeCopy(const __grid_constant__ Pattern P, Memory M) {
  __shared__ alignas(1024) unsigned char Region[SharedBytes];
  const unsigned Lane = threadIdx.x;
  const uint64_t To = __cvta_generic_to_shared(Region) + P.Address[Lane];
  const uint64_t From = __cvta_generic_to_global(M.Global) + P.Source[Lane];
  if (P.Mask >> Lane & 1)
    Operation::run(To, From);
  asm volatile("cp.async.wait_all;" ::: "memory");
}

template <class Operation>
__global__ void probeGlobal(const __grid_constant__ Pattern P, Memory M) {
  __shared__ uint4 Result[WarpLanes];
  const unsigned Lane = threadIdx.x;
  const uint64_t Address = __cvta_generic_to_global(M.Global) + P.Address[Lane];
  Value V;
  if (P.Mask >> Lane & 1)
    Operation::run(Address, P.Operand, V);
  store(__cvta_generic_to_shared(Result + Lane), V.all());
}

/// The first of two blocks of a cluster accesses the other's shared memory,
/// through the generic addresses that map_shared_rank gives.
template <class Operation>
__global__ void __cluster_dims__(2, 1, 1)
    probeDistributed(const __grid_constant__ Pattern P, Memory M) {
  __shared__ alignas(1024) unsigned char Region[SharedBytes];
  const unsigned Lane = threadIdx.x;
  const auto Meet = [] {
    asm volatile("barrier.cluster.arrive.aligned;\n"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
  };
  uint64_t Other;
  asm volatile("mapa.u64 %0, %1, 1;" : "=l"(Other) : "l"(Region));
  Value V;
  Meet();
  if (blockIdx.x == 0 && P.Mask >> Lane & 1)
    Operation::run(Other + P.Address[Lane], P.Operand, V);
  Meet();
  if (blockIdx.x == 0)
    M.Result[Lane] = V.all();
}

/// ptxas drops stores to local memory that nothing reads, and loads of what
/// nothing wrote. So all lanes write a word before the access when it is a
/// load, read one after it when it is a store: the other operation's counter.
template <class Operation, bool Store>
__global__ void probeLocal(const __grid_constant__ Pattern P, Memory M) {
  alignas(16) unsigned char Region[LocalBytes];
  const unsigned Lane = threadIdx.x;
  const uint64_t Base = __cvta_generic_to_local(Region);
  const uint64_t Other = Base + P.Operand % LocalBytes / 4 * 4;
  Value V;
  if constexpr (!Store)
    asm volatile("st.local.u32 [%0], %1;" ::"l"(Other), "r"(Lane) : "memory");
  if (P.Mask >> Lane & 1)
    Operation::run(Base + P.Address[Lane], P.Operand, V);
  uint32_t After = 0;
  if constexpr (Store)
    asm volatile("ld.local.u32 %0, [%1];"
                 : "=r"(After)
                 : "l"(Other)
                 : "memory");
  M.Result[Lane] = V.all(After);
}

__device__ inline uint32_t loadGlobal(const uint32_t *From) {
  uint32_t V;
  asm volatile("ld.volatile.global.u32 %0, [%1];"
               : "=r"(V)
               : "l"(__cvta_generic_to_global(From))
               : "memory");
  return V;
}

/// Warm: reads WarmBytes first, so that the access finds them in the cache. All
/// but the access is executed whatever the mask is, constant loads of
/// parameters too.
template <class Operation, bool Warm>
__global__ void probeConstant(const Pattern, Memory M) {
  const unsigned Lane = threadIdx.x;
  const uint64_t Table = __cvta_generic_to_constant(ConstantTable);
  const uint64_t Address = Table + loadGlobal(&M.Copy->Address[Lane]);
  const uint32_t Mask = loadGlobal(&M.Copy->Mask);
  // Unknown to nvcc, but the same for all lanes.
  const uint32_t Operand = loadGlobal(&M.Copy->Operand);
  Value V;
  uint32_t Before = 0;
  if constexpr (Warm) {
    for (unsigned Line = 0; Line < WarmBytes; Line += 64) {
      uint32_t Word;
      asm volatile("ld.const.u32 %0, [%1];"
                   : "=r"(Word)
                   : "l"(Table + Line + Operand % 4 * 4)
                   : "memory");
      Before ^= Word;
    }
    __syncwarp();
  }
  if (Mask >> Lane & 1)
    // Before is zero, as the table is, but nvcc must wait for it.
    Operation::run(Address + Before, Operand, V);
  M.Result[Lane] = V.all();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

#define OPERATION(NAME, ...)                                                   \
  struct NAME {                                                                \
    static __device__ void run(uint64_t A, uint32_t Operand, Value &V) {       \
      (void)A, (void)Operand, (void)V;                                         \
      asm volatile(__VA_ARGS__);                                               \
    }                                                                          \
  };

// Wide ones in 64-bit registers, which ptxas does not take apart.
#define LOADS(NAME, PTX)                                                       \
  OPERATION(NAME##1, PTX ".u8 %0, [%1];" : "=r"(V.X) : "l"(A) : "memory")      \
  OPERATION(NAME##2, PTX ".u16 %0, [%1];" : "=r"(V.X) : "l"(A) : "memory")     \
  OPERATION(NAME##4, PTX ".u32 %0, [%1];" : "=r"(V.X) : "l"(A) : "memory")     \
  OPERATION(NAME##8, PTX ".u64 %0, [%1];" : "=l"(V.Wide) : "l"(A) : "memory")  \
  OPERATION(NAME##16, PTX ".v2.u64 {%0, %1}, [%2];" : "=l"(V.Wide),            \
            "=l"(V.Upper) : "l"(A) : "memory")

#define STORES(NAME, PTX)                                                      \
  OPERATION(NAME##1, PTX ".u8 [%0], %1;" ::"l"(A), "r"(Operand) : "memory")    \
  OPERATION(NAME##2, PTX ".u16 [%0], %1;" ::"l"(A), "r"(Operand) : "memory")   \
  OPERATION(NAME##4, PTX ".u32 [%0], %1;" ::"l"(A), "r"(Operand) : "memory")   \
  OPERATION(NAME##8, PTX ".u64 [%0], %1;" ::"l"(A),                            \
            "l"(uint64_t{Operand}) : "memory")                                 \
  OPERATION(NAME##16, PTX ".v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(A),          \
            "r"(Operand) : "memory")

// Atomics of one operand; the float ones add the bits of Operand.
#define REDUCTION4(NAME, PTX)                                                  \
  OPERATION(NAME, PTX " [%0], %1;" ::"l"(A), "r"(Operand) : "memory")
#define REDUCTION8(NAME, PTX)                                                  \
  OPERATION(NAME, PTX " [%0], %1;" ::"l"(A),                                   \
            "l"(uint64_t{Operand}) : "memor"                                   \
                                     "y")
#define REDUCTION_F4(NAME, PTX)                                                \
  OPERATION(NAME, PTX " [%0], %1;" ::"l"(A),                                   \
            "f"(__uint_as_float(Operand)) : "memory")
#define REDUCTION_F8(NAME, PTX)                                                \
  OPERATION(NAME, PTX " [%0], %1;" ::"l"(A),                                   \
            "d"(__uint2double_rn(Operand)) : "memory")
#define ATOMIC4(NAME, PTX)                                                     \
  OPERATION(NAME, PTX " %0, [%1], %2;" : "=r"(V.X) : "l"(A),                   \
            "r"(Operand) : "memory")
#define ATOMIC8(NAME, PTX)                                                     \
  OPERATION(NAME, PTX " %0, [%1], %2;" : "=l"(V.Wide) : "l"(A),                \
            "l"(uint64_t{Operand}) : "memory")
#define ATOMIC_F4(NAME, PTX)                                                   \
  OPERATION(NAME,                                                              \
            "{ .reg .f32 old; " PTX " old, [%1], %2; "                         \
            "mov.b32 %0, old; }" : "=r"(V.X) : "l"(A),                         \
            "f"(__uint_as_float(Operand)) : "memory")
#define ATOMIC_F8(NAME, PTX)                                                   \
  OPERATION(NAME,                                                              \
            "{ .reg .f64 old; " PTX " old, [%1], %2; "                         \
            "mov.b64 %0, old; }" : "=l"(V.Wide) : "l"(A),                      \
            "d"(__uint2double_rn(Operand)) : "memory")
#define SWAP4(NAME, PTX)                                                       \
  OPERATION(NAME, PTX " %0, [%1], %2, %3;" : "=r"(V.X) : "l"(A), "r"(Operand), \
            "r"(Operand + 1) : "memory")
#define SWAP8(NAME, PTX)                                                       \
  OPERATION(NAME, PTX " %0, [%1], %2, %3;" : "=l"(V.Wide) : "l"(A),            \
            "l"(uint64_t{Operand}), "l"(uint64_t{Operand} + 1) : "memory")

LOADS(SharedLoad, "ld.volatile.shared")
STORES(SharedStore, "st.volatile.shared")
LOADS(ConstantLoad, "ld.const")
LOADS(LocalLoad, "ld.local")
STORES(LocalStore, "st.local")
LOADS(GlobalLoad, "ld.global")
LOADS(GlobalLoadNc, "ld.global.nc")
STORES(GlobalStore, "st.global")

LOADS(DistributedLoad, "ld")
STORES(DistributedStore, "st")

OPERATION(SharedRedInc, "red.shared.add.u32 [%0], 1;" ::"l"(A) : "memory")
OPERATION(SharedAtomInc,
          "atom.shared.add.u32 %0, [%1], 1;" : "=r"(V.X) : "l"(A) : "memory")
REDUCTION4(SharedRedAdd4, "red.shared.add.u32")
REDUCTION8(SharedRedAdd8, "red.shared.add.u64")
REDUCTION_F4(SharedRedFloat, "red.shared.add.f32")
ATOMIC4(SharedAtomAdd4, "atom.shared.add.u32")
ATOMIC8(SharedAtomAdd8, "atom.shared.add.u64")
ATOMIC_F4(SharedAtomFloat, "atom.shared.add.f32")
ATOMIC_F8(SharedAtomDouble, "atom.shared.add.f64")
ATOMIC4(SharedAtomMax4, "atom.shared.max.s32")
REDUCTION_F8(SharedRedDouble, "red.shared.add.f64")
REDUCTION8(SharedRedMax8, "red.shared.max.u64")
ATOMIC8(SharedAtomMax8, "atom.shared.max.u64")
ATOMIC8(SharedAtomMin8, "atom.shared.min.u64")
ATOMIC4(SharedAtomExch4, "atom.shared.exch.b32")
ATOMIC8(SharedAtomExch8, "atom.shared.exch.b64")
SWAP4(SharedCas4, "atom.shared.cas.b32")
SWAP8(SharedCas8, "atom.shared.cas.b64")

REDUCTION4(GlobalRedAdd4, "red.global.add.u32")
REDUCTION8(GlobalRedAdd8, "red.global.add.u64")
REDUCTION_F4(GlobalRedFloat, "red.global.add.f32")
REDUCTION_F8(GlobalRedDouble, "red.global.add.f64")
ATOMIC4(GlobalAtomAdd4, "atom.global.add.u32")
ATOMIC8(GlobalAtomAdd8, "atom.global.add.u64")
ATOMIC_F4(GlobalAtomFloat, "atom.global.add.f32")
ATOMIC_F8(GlobalAtomDouble, "atom.global.add.f64")
REDUCTION4(GlobalRedMax4, "red.global.max.u32")
REDUCTION8(GlobalRedMax8, "red.global.max.u64")
ATOMIC4(GlobalAtomMax4, "atom.global.max.u32")
ATOMIC8(GlobalAtomMax8, "atom.global.max.u64")
ATOMIC4(GlobalAtomExch4, "atom.global.exch.b32")
ATOMIC8(GlobalAtomExch8, "atom.global.exch.b64")
SWAP4(GlobalCas4, "atom.global.cas.b32")
SWAP8(GlobalCas8, "atom.global.cas.b64")

REDUCTION4(DistributedRedAdd4, "red.add.u32")
REDUCTION8(DistributedRedAdd8, "red.add.u64")
REDUCTION_F4(DistributedRedFloat, "red.add.f32")
ATOMIC4(DistributedAtomAdd4, "atom.add.u32")
ATOMIC8(DistributedAtomAdd8, "atom.add.u64")
ATOMIC4(DistributedAtomMax4, "atom.max.u32")
ATOMIC4(DistributedAtomExch4, "atom.exch.b32")
SWAP4(DistributedCas4, "atom.cas.b32")
SWAP8(DistributedCas8, "atom.cas.b64")

#define MATRICES(LOAD, STORE, TRANS)                                           \
  OPERATION(LOAD##1,                                                           \
            "ldmatrix.sync.aligned.m8n8.x1" TRANS                              \
            ".shared.b16 {%0}, [%1];" : "=r"(V.X) : "l"(A) : "memory")         \
  OPERATION(LOAD##2,                                                           \
            "ldmatrix.sync.aligned.m8n8.x2" TRANS                              \
            ".shared.b16 {%0, %1}, [%2];" : "=r"(V.X),                         \
            "=r"(V.Y) : "l"(A) : "memory")                                     \
  OPERATION(LOAD##4,                                                           \
            "ldmatrix.sync.aligned.m8n8.x4" TRANS                              \
            ".shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(V.X),                 \
            "=r"(V.Y), "=r"(V.Z), "=r"(V.W) : "l"(A) : "memory")               \
  OPERATION(STORE##1,                                                          \
            "stmatrix.sync.aligned.m8n8.x1" TRANS                              \
            ".shared.b16 [%0], {%1};" ::"l"(A),                                \
            "r"(Operand) : "memory")                                           \
  OPERATION(STORE##2,                                                          \
            "stmatrix.sync.aligned.m8n8.x2" TRANS                              \
            ".shared.b16 [%0], {%1, %1};" ::"l"(A),                            \
            "r"(Operand) : "memory")                                           \
  OPERATION(STORE##4,                                                          \
            "stmatrix.sync.aligned.m8n8.x4" TRANS                              \
            ".shared.b16 [%0], {%1, %1, %1, %1};" ::"l"(A),                    \
            "r"(Operand) : "memory")
MATRICES(LoadMatrix, StoreMatrix, "")
MATRICES(LoadMatrixTrans, StoreMatrixTrans, ".trans")

#define COPY(NAME, PTX)                                                        \
  struct NAME {                                                                \
    static __device__ void run(uint64_t To, uint64_t From) {                   \
      asm volatile(PTX ::"l"(To), "l"(From) : "memory");                       \
    }                                                                          \
  };
COPY(CopyCa4, "cp.async.ca.shared.global [%0], [%1], 4;")
COPY(CopyCa8, "cp.async.ca.shared.global [%0], [%1], 8;")
COPY(CopyCa16, "cp.async.ca.shared.global [%0], [%1], 16;")
COPY(CopyCg16, "cp.async.cg.shared.global [%0], [%1], 16;")

} // namespace patterns

#endif
