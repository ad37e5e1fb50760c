//===- HostCalls.cpp - The runtime's functions, by name -------------------===//
// See HostCalls.h.
//===----------------------------------------------------------------------===//
#include "launch/HostCalls.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warptidy {

using K = HostCallKind;

static const RuntimeCall Table[] = {
    {"cudaMalloc", K::AllocDevice, 0, -1, {1}},
    {"cudaMallocPitch", K::AllocDevice, 0, -1, {2, 3}},
    {"cudaMallocManaged", K::AllocManaged, 0, -1, {1}},
    {"cudaMallocHost", K::AllocPinned, 0, -1, {1}},
    {"cudaHostAlloc", K::AllocPinned, 0, -1, {1}},
    {"cudaMallocAsync", K::AllocInStream, 0, -1, {1}, -1, 2},
    {"cudaMallocFromPoolAsync", K::AllocInStream, 0, -1, {1}, -1, 3},
    {"cudaFree", K::FreeDevice, 0},
    {"cudaFreeHost", K::FreePinned, 0},
    {"cudaFreeAsync", K::FreeInStream, 0, -1, {}, -1, 1},
    {"cudaHostGetDevicePointer", K::MapPinned, 0, 1},
    {"cudaHostRegister", K::Register, 0, -1, {1}},
    {"cudaMemcpy", K::Copy, 0, 1, {2}, 3},
    {"cudaMemcpyAsync", K::CopyAsync, 0, 1, {2}, 3, 4},
    {"cudaMemcpy2D", K::Copy, 0, 2, {1, 3, 4, 5}, 6},
    {"cudaMemcpy2DAsync", K::CopyAsync, 0, 2, {1, 3, 4, 5}, 6, 7},
    {"cudaMemcpyToSymbol", K::CopyToSymbol, 0, 1, {2, 3}, 4},
    {"cudaMemcpyToSymbolAsync", K::CopyToSymbol, 0, 1, {2, 3}, 4, 5},
    {"cudaMemcpyFromSymbol", K::CopyFromSymbol, 0, 1, {2, 3}, 4},
    {"cudaMemcpyFromSymbolAsync", K::CopyFromSymbol, 0, 1, {2, 3}, 4, 5},
    {"cudaMemset", K::Fill, 0, -1, {2}},
    {"cudaMemsetAsync", K::Fill, 0, -1, {2}, -1, 3},
    {"cudaMemset2D", K::Fill, 0, -1, {3, 4}},
    {"cudaMemset2DAsync", K::Fill, 0, -1, {3, 4}, -1, 5},
    {"cudaMemPrefetchAsync", K::Prefetch, -1, 0, {1}},
    {"cudaDeviceSynchronize", K::Synchronize},
    {"cudaThreadSynchronize", K::Synchronize},
    {"cudaStreamSynchronize", K::Synchronize, -1, -1, {}, -1, 0},
    {"cudaEventSynchronize", K::Synchronize},
    {"cudaSetDevice", K::SetDevice},
    {"cudaFuncSetCacheConfig", K::CacheConfig},
    {"cudaDeviceSetCacheConfig", K::CacheConfig},
    {"cudaThreadSetCacheConfig", K::CacheConfig},
    {"cudaBindTexture", K::TextureReference},
    {"cudaBindTexture2D", K::TextureReference},
    {"cudaBindTextureToArray", K::TextureReference},
    {"cudaBindTextureToMipmappedArray", K::TextureReference},
    {"cudaUnbindTexture", K::TextureReference},
    {"cudaGetTextureReference", K::TextureReference},
    {"cudaGetTextureAlignmentOffset", K::TextureReference},
    {"cudaBindSurfaceToArray", K::TextureReference},
    {"cudaGetSurfaceReference", K::TextureReference},
    {"cudaLaunchKernel", K::Launch, -1, -1, {}, -1, 5},
    {"cudaLaunchCooperativeKernel", K::Launch, -1, -1, {}, -1, 5},
    {"cudaLaunchKernelEx", K::Launch},
    {"cudaLaunchKernelExC", K::Launch},
};

StringRef nameOf(const FunctionDecl *Function) {
  return Function && Function->getIdentifier() ? Function->getName() : "";
}

const RuntimeCall *findRuntimeCall(const FunctionDecl *Callee) {
  static const llvm::StringMap<const RuntimeCall *> ByName = [] {
    llvm::StringMap<const RuntimeCall *> Out;
    for (const RuntimeCall &C : Table)
      Out[C.Name] = &C;
    return Out;
  }();
  static const RuntimeCall Other{"", K::Other};
  StringRef Name = nameOf(Callee);
  if (!Name.starts_with("cuda") || isa<CXXMethodDecl>(Callee))
    return nullptr;
  if (const RuntimeCall *Found = ByName.lookup(Name))
    return Found;
  QualType Result = Callee->getReturnType();
  const auto *Enum = Result->getAs<EnumType>();
  return Enum && Enum->getDecl()->getName() == "cudaError" ? &Other : nullptr;
}

bool isToolkitName(StringRef Name) {
  for (StringRef Prefix : {"cuda", "cublas", "cufft", "curand", "cusparse",
                           "cusolver", "cudnn", "nccl", "nvtx", "npp"})
    if (Name.starts_with(Prefix))
      return true;
  return Name.starts_with("cu") && Name.size() > 2 && llvm::isUpper(Name[2]);
}

bool isHeapAllocation(const FunctionDecl *Callee) {
  return llvm::StringSwitch<bool>(nameOf(Callee))
      .Cases({"malloc", "calloc", "realloc", "aligned_alloc", "memalign",
              "valloc", "posix_memalign", "_mm_malloc"},
             !isa_and_nonnull<CXXMethodDecl>(Callee))
      .Default(false);
}

bool isFree(const FunctionDecl *Callee) {
  return llvm::StringSwitch<bool>(nameOf(Callee))
      .Cases({"free", "_mm_free", "cudaFree", "cudaFreeHost", "cudaFreeAsync"},
             true)
      .Default(false);
}

const Expr *argument(const CallExpr &Call, int I) {
  if (I < 0 || static_cast<unsigned>(I) >= Call.getNumArgs())
    return nullptr;
  const Expr *E = Call.getArg(static_cast<unsigned>(I));
  return isa<CXXDefaultArgExpr>(E) ? nullptr : E->IgnoreParenCasts();
}

} // namespace warptidy
