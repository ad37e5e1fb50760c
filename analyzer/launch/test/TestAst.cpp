//===- TestAst.cpp - Device-side ASTs of small CUDA sources ---------------===//
// See the header. Diagnostics are dropped: several tests parse broken code on
// purpose.
//===----------------------------------------------------------------------===//
#include "TestAst.h"

#include "launch/LaunchReader.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace warptidy;

static const char Prelude[] = R"cuda(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
typedef __SIZE_TYPE__ size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned X = 1, unsigned Y = 1,
                                     unsigned Z = 1) : x(X), y(Y), z(Z) {}
  __host__ __device__ constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
};
extern const __device__ uint3 threadIdx, blockIdx;
typedef struct CUstream_st *cudaStream_t;
typedef int cudaError_t;
struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; };
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim;
  unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaGraphNodeParams { int type; union { long long reserved1[29];
  cudaKernelNodeParams kernel; }; long long reserved2; };
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
extern "C" {
int cudaConfigureCall(dim3, dim3, size_t = 0, void * = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
__device__ int cudaLaunchDevice(void *, void *, dim3, dim3, unsigned,
                                cudaStream_t);
__device__ void *cudaGetParameterBuffer(size_t, size_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                             cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                        size_t, cudaStream_t);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t,
                                   const cudaGraphNode_t *, size_t,
                                   const cudaKernelNodeParams *);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t,
                             const cudaGraphNode_t *, const void *, size_t,
                             cudaGraphNodeParams *);
int atoi(const char *);
}
template <class T>
cudaError_t cudaLaunchKernel(T *F, dim3 Grid, dim3 Block, void **Args,
                             size_t Bytes = 0, cudaStream_t Stream = 0) {
  return cudaLaunchKernel((const void *)F, Grid, Block, Args, Bytes, Stream);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(P...),
                               A &&...) { return 0; }
namespace std {
template <class T> constexpr const T &max(const T &A, const T &B) {
  if (A < B)
    return B;
  return A;
}
} // namespace std
)cuda";

static std::vector<std::string> argumentsFor(const std::string &Extra) {
  std::vector<std::string> Args{"-x",
                                "cuda",
                                "-std=c++17",
                                "--cuda-device-only",
                                "-nocudainc",
                                "--cuda-gpu-arch=sm_90",
                                "-nocudalib",
                                "--cuda-feature=+ptx88",
                                "--cuda-feature=+ptx88",
                                "-Wno-unknown-cuda-version",
                                "-resource-dir=" WARPTIDY_RESOURCE_DIR,
                                "-isystem",
                                "/prelude",
                                "-include",
                                "/prelude/cuda_prelude.h"};
  if (!Extra.empty())
    Args.push_back(Extra);
  return Args;
}

std::unique_ptr<ASTUnit> test::parse(const std::string &Source,
                                     const std::string &ExtraArgument) {
  IgnoringDiagConsumer Ignore;
  return tooling::buildASTFromCodeWithArgs(
      Source, argumentsFor(ExtraArgument), "kernel.cu", "warp-tidy",
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(),
      {{"/prelude/cuda_prelude.h", Prelude}}, &Ignore);
}

LaunchTable test::launchesOf(const std::string &Source,
                             const std::string &ExtraArgument,
                             const CallTable &Outer) {
  std::unique_ptr<ASTUnit> Unit = parse(Source, ExtraArgument);
  return Unit ? readLaunches(Unit->getASTContext(), Outer) : LaunchTable();
}

namespace {
/// Emits LLVM IR and keeps the names of the kernels in it.
class EmitNames : public EmitLLVMOnlyAction {
public:
  EmitNames(llvm::LLVMContext &IR, std::vector<std::string> &Names)
      : EmitLLVMOnlyAction(&IR), Names(Names) {}
  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    if (std::unique_ptr<llvm::Module> Module = takeModule())
      for (const llvm::Function &F : *Module)
        if (!F.isDeclaration() &&
            F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
          Names.push_back(F.getName().str());
  }

private:
  std::vector<std::string> &Names;
};
} // namespace

std::vector<std::string>
test::kernelsEmittedFor(const std::string &Source,
                        const std::string &ExtraArgument) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::LLVMContext IR;
  std::vector<std::string> Names;
  tooling::runToolOnCodeWithArgs(std::make_unique<EmitNames>(IR, Names), Source,
                                 argumentsFor(ExtraArgument), "kernel.cu",
                                 "warp-tidy",
                                 std::make_shared<PCHContainerOperations>(),
                                 {{"/prelude/cuda_prelude.h", Prelude}});
  return Names;
}
