//===- chosen.h - One kernel of a program -----------------------*- C++ -*-===//
// A program runs the one kernel that it is told the name of, since an access
// out of bounds ends the process's context; --list prints all names, with what
// their kernels are.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SANITIZER_CHOSEN_H
#define WARPTIDY_SANITIZER_CHOSEN_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

class Chosen {
public:
  Chosen(int Argc, char **Argv) {
    if (Argc != 2) {
      std::fprintf(stderr, "usage: %s KERNEL | --list\n", Argv[0]);
      std::exit(2);
    }
    List = std::strcmp(Argv[1], "--list") == 0;
    Wanted = Argv[1];
    if (List)
      return;
    std::vector<float> Host(Count);
    for (int I = 0; I < Count; ++I)
      Host[I] = static_cast<float>(I);
    check(cudaMalloc(&In, Count * sizeof(float)));
    check(cudaMalloc(&Out, Count * sizeof(float)));
    check(cudaMemcpy(In, Host.data(), Count * sizeof(float),
                     cudaMemcpyHostToDevice));
  }
  Chosen(const Chosen &) = delete;
  Chosen &operator=(const Chosen &) = delete;

  /// Whether to launch the kernel, which has a fault, or has none.
  bool faulty(const char *Name) { return isWanted("faulty", Name); }
  bool sound(const char *Name) { return isWanted("sound", Name); }

  /// Count floats; element I of the first is I.
  const float *in() const { return In; }
  float *out() const { return Out; }

  /// The exit code: 3 when the kernel ended with an error.
  int finish() {
    if (List)
      return 0;
    if (!Found) {
      std::fprintf(stderr, "there is no kernel '%s'\n", Wanted);
      return 2;
    }
    cudaError_t Error = cudaGetLastError();
    if (Error == cudaSuccess)
      Error = cudaDeviceSynchronize();
    if (Error == cudaSuccess)
      return 0;
    std::fprintf(stderr, "%s: %s\n", Wanted, cudaGetErrorString(Error));
    return 3;
  }

private:
  static constexpr int Count = 8192;

  static void check(cudaError_t Error) {
    if (Error == cudaSuccess)
      return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(Error));
    std::exit(1);
  }

  bool isWanted(const char *Kind, const char *Name) {
    if (List)
      std::printf("%s %s\n", Kind, Name);
    bool Is = !List && std::strcmp(Name, Wanted) == 0;
    Found |= Is;
    return Is;
  }

  bool List = false, Found = false;
  const char *Wanted = nullptr;
  float *In = nullptr, *Out = nullptr;
};

#endif // WARPTIDY_SANITIZER_CHOSEN_H
