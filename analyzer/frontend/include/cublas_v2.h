// cuBLAS for host code that is only parsed: the types with their values, the
// routines with their argument lists left open.
#ifndef WARP_TIDY_CUBLAS_V2_H
#define WARP_TIDY_CUBLAS_V2_H

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "library_types.h"

#define CUBLAS_API_H_
#define CUBLAS_V2_H_
#define CUBLASAPI

typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum {
  CUBLAS_DIAG_NON_UNIT = 0,
  CUBLAS_DIAG_UNIT = 1
} cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2
} cublasOperation_t;
typedef enum {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;
typedef enum {
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1
} cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasGetVersion(cublasHandle_t, int *);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasGetStream(cublasHandle_t, cudaStream_t *);
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t *);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t);
cublasStatus_t cublasSetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasGetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasSetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasGetMatrix(int, int, int, const void *, int, void *, int);
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);

#define __WARP_TIDY_BLAS(NAME) cublasStatus_t cublas##NAME(cublasHandle_t, ...);
#define __WARP_TIDY_BLAS_TYPES(NAME)                                           \
  __WARP_TIDY_BLAS(S##NAME)                                                    \
  __WARP_TIDY_BLAS(D##NAME) __WARP_TIDY_BLAS(C##NAME) __WARP_TIDY_BLAS(Z##NAME)
__WARP_TIDY_BLAS_TYPES(gemm)
__WARP_TIDY_BLAS_TYPES(gemmBatched)
__WARP_TIDY_BLAS_TYPES(gemmStridedBatched)
__WARP_TIDY_BLAS_TYPES(gemv)
__WARP_TIDY_BLAS_TYPES(gemvStridedBatched)
__WARP_TIDY_BLAS_TYPES(geam)
__WARP_TIDY_BLAS_TYPES(dgmm)
__WARP_TIDY_BLAS_TYPES(axpy)
__WARP_TIDY_BLAS_TYPES(scal)
__WARP_TIDY_BLAS_TYPES(copy)
__WARP_TIDY_BLAS_TYPES(swap)
__WARP_TIDY_BLAS_TYPES(symm)
__WARP_TIDY_BLAS_TYPES(symv)
__WARP_TIDY_BLAS_TYPES(syrk)
__WARP_TIDY_BLAS_TYPES(trsm)
__WARP_TIDY_BLAS_TYPES(trsv)
__WARP_TIDY_BLAS_TYPES(getrfBatched)
__WARP_TIDY_BLAS_TYPES(getriBatched)
#undef __WARP_TIDY_BLAS_TYPES
__WARP_TIDY_BLAS(Sdot)
__WARP_TIDY_BLAS(Ddot)
__WARP_TIDY_BLAS(Cdotc)
__WARP_TIDY_BLAS(Zdotc)
__WARP_TIDY_BLAS(Snrm2)
__WARP_TIDY_BLAS(Dnrm2)
__WARP_TIDY_BLAS(Sasum)
__WARP_TIDY_BLAS(Dasum)
__WARP_TIDY_BLAS(Sger)
__WARP_TIDY_BLAS(Dger)
__WARP_TIDY_BLAS(Isamax)
__WARP_TIDY_BLAS(Idamax)
__WARP_TIDY_BLAS(Isamin)
__WARP_TIDY_BLAS(Hgemm)
__WARP_TIDY_BLAS(HgemmStridedBatched)
__WARP_TIDY_BLAS(HgemmBatched)
__WARP_TIDY_BLAS(SgemmEx)
__WARP_TIDY_BLAS(GemmEx)
__WARP_TIDY_BLAS(GemmBatchedEx)
__WARP_TIDY_BLAS(GemmStridedBatchedEx)
#undef __WARP_TIDY_BLAS
} // extern "C"

#endif // WARP_TIDY_CUBLAS_V2_H
