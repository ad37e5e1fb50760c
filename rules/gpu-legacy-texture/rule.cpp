//===- gpu-legacy-texture -------------------------------------------------===//
// Texture and surface references, which CUDA 12 does not have.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_legacy_texture();

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const TextureDecl &T : Host.Textures) {
    const std::string Kind = T.IsSurface ? "surface" : "texture";
    Finding F;
    F.Rule = ruleInfo_gpu_legacy_texture().Name;
    F.Where = T.Where;
    F.Source = T.Source;
    F.Message = "'" + T.Name + "' is a " + Kind +
                " reference: CUDA 12.0 removed these, and the code does not "
                "compile with it";
    F.Notes.push_back(
        {{},
         "pass the kernel a " + Kind + " object (cuda" +
             (T.IsSurface ? "Surface" : "Texture") + "Object_t)" +
             (T.IsSurface ? ""
                          : ", or a const pointer that is read with "
                            "__ldg where neither filtering nor "
                            "addressing modes are needed")});
    for (const HostFunction &Function : Host.Functions)
      for (const HostCall &C : Function.Calls)
        if (C.Kind == HostCallKind::TextureReference && C.Symbol == T.Name)
          F.Notes.push_back({C.Where, C.Name + " is called here"});
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_legacy_texture() {
  static const RuleInfo Info{
      .Name = "gpu-legacy-texture",
      .Summary = "a texture or surface reference, which CUDA 12 "
                 "does not have",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
