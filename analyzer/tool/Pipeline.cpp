//===- Pipeline.cpp - The stages, in order --------------------------------===//
// AST -> device IR -> facts -> launches -> predictions.
//===----------------------------------------------------------------------===//
#include "access/AccessReader.h"
#include "frontend/DeviceModule.h"
#include "launch/HostReader.h"
#include "launch/KernelDecl.h"
#include "launch/LaunchReader.h"
#include "launch/MangledName.h"
#include "tool/Session.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

namespace warptidy {

static thread_local Session *Current = nullptr;

SessionScope::SessionScope(Session &S) : Before(Current) { Current = &S; }
SessionScope::~SessionScope() { Current = Before; }

Session &Session::get() {
  static Session Only;
  Session &S = Current ? *Current : Only;
  if (!S.Arch)
    S.Arch = findArch("sm_90");
  return S;
}

const FileAnalysis &Session::analysisOf(clang::ASTContext &Context) {
  if (Unit != &Context) {
    Analysis = analyzeUnit(Context, *this);
    Unit = &Context;
  }
  return Analysis;
}

/// Calls in other units of functions of this one.
static CallTable callsInto(const Session &S) {
  return S.Project ? S.Project->callsInto(S.File) : CallTable();
}

/// All that the unit says of launches, but for the configuration.
static void readLaunchTable(clang::ASTContext &Context,
                            const DeviceModule &Device, const Session &S,
                            FileAnalysis &Out) {
  Out.Launches = readLaunches(Context, callsInto(S), S.KeepLaunches);
  for (const KernelDecl &Kernel : Device.Kernels)
    Out.Launches.Defined[Kernel.Mangled] =
        definitionPlace(*Kernel.Decl, Context);
  readAnnotations(Context, Out.Launches, Out.AnnotationErrors);
  const clang::SourceManager &SM = Context.getSourceManager();
  if (auto Main = SM.getFileEntryRefForID(SM.getMainFileID()))
    Out.Launches.Measured = S.Measured.of(Main->getName());
}

FileAnalysis analyzeUnit(clang::ASTContext &Context, const Session &S) {
  FileAnalysis Out;
  llvm::Expected<DeviceModule> Device =
      emitDeviceModule(Context, S.ErrorLocations);
  if (!Device) {
    Out.Failure = llvm::toString(Device.takeError());
    return Out;
  }
  if (!S.stopped())
    Out.Host = readHostFacts(Context, S.ErrorLocations);
  if (Device->Kernels.empty() || S.stopped()) {
    if (S.KeepLaunches)
      Out.Launches = readLaunches(Context, callsInto(S));
    return Out;
  }
  SourceIndex Index(Context);
  canonicalize(*Device->Module,
               [&](const llvm::Value &Pointer, const llvm::Instruction &Copy,
                   uint64_t Bytes) {
                 return Index.copyAlignment(Pointer, Copy, Bytes);
               });
  readLaunchTable(Context, *Device, S, Out);
  LaunchTable Launches =
      S.Project ? S.Project->joined(S.File, Out.Launches) : Out.Launches;
  for (KernelFacts &Facts : readKernels(*Device, Index, Context)) {
    if (S.PrintFacts)
      llvm::outs() << factsText(Facts);
    Facts.Named =
        !Out.Host.NamesKnown || Out.Host.NamedKernels.count(Facts.Mangled) != 0;
    std::vector<LaunchShape> Configured =
        configuredShapes(S.Settings, Facts, Out.AnnotationErrors);
    if (!Configured.empty())
      Launches.Configured[Facts.Mangled] = std::move(Configured);
    std::vector<LaunchShape> Shapes = shapesFor(Facts, Launches, S.Overrides);
    Out.Kernels.push_back(
        predictKernel(std::move(Facts), std::move(Shapes), *S.Arch, S.Predict));
    KernelPredictions &K = Out.Kernels.back();
    if (auto It = S.Ptxas.find(comparableMangled(K.Facts.Mangled));
        It != S.Ptxas.end())
      K.Resources = It->second;
  }
  if (S.stopped())
    Out.Kernels.clear(); // They may lack predictions.
  Out.Launches.Configured = std::move(Launches.Configured);
  return Out;
}

} // namespace warptidy
