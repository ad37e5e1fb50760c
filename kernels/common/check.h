//===- check.h - Host side of every kernel program --------------*- C++ -*-===//
// Checked CUDA calls, device buffers with known contents, and the launch loop
// that --time turns into a stopwatch.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_KERNELS_COMMON_CHECK_H
#define WARPTIDY_KERNELS_COMMON_CHECK_H

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

/// Ends the program with exit code 1 when a CUDA call fails.
#define CHECK(Call) checkCuda((Call), #Call, __FILE__, __LINE__)

inline void checkCuda(cudaError_t Error, const char *What, const char *File,
                      int Line) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", File, Line, What,
               cudaGetErrorString(Error));
  std::exit(1);
}

/// Small whole numbers, which every type and every order of summation keep
/// exact.
inline int ramp(int I) { return I % 128; }

/// An array in device memory.
template <typename T> class Buffer {
public:
  /// Count elements, all bits zero.
  explicit Buffer(int Count) : Count(Count) {
    CHECK(cudaMalloc(&Data, Count * sizeof(T)));
    CHECK(cudaMemset(Data, 0, Count * sizeof(T)));
  }
  /// Element I is Value(I).
  template <typename Function>
  Buffer(int Count, Function Value) : Buffer(Count) {
    std::vector<T> Host(Count);
    for (int I = 0; I < Count; ++I)
      Host[I] = static_cast<T>(Value(I));
    CHECK(cudaMemcpy(Data, Host.data(), Count * sizeof(T),
                     cudaMemcpyHostToDevice));
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { cudaFree(Data); }

  T *get() const { return Data; }
  std::vector<T> read() const {
    std::vector<T> Host(Count);
    CHECK(cudaMemcpy(Host.data(), Data, Count * sizeof(T),
                     cudaMemcpyDeviceToHost));
    return Host;
  }

private:
  T *Data = nullptr;
  int Count;
};

/// Fills a __constant__ array: element I is Value(I).
template <typename T, size_t Count, typename Function>
void fillConstant(T (&Symbol)[Count], Function Value) {
  std::vector<T> Host(Count);
  for (size_t I = 0; I < Count; ++I)
    Host[I] = Value(static_cast<int>(I));
  CHECK(cudaMemcpyToSymbol(Symbol, Host.data(), Count * sizeof(T)));
}

/// Runs each launch of a program once or, with --time, often enough to print
/// its median duration:
///
///   while (Run.again("kernel"))
///     kernel<<<4, 128>>>(Out.get(), In.get());
class Runner {
public:
  Runner(int Argc, char **Argv) {
    if (Argc > 2 || (Argc == 2 && std::strcmp(Argv[1], "--time") != 0)) {
      std::fprintf(stderr, "usage: %s [--time]\n", Argv[0]);
      std::exit(2);
    }
    Timing = Argc == 2;
    CHECK(cudaEventCreate(&Start));
    CHECK(cudaEventCreate(&Stop));
  }
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;
  ~Runner() {
    cudaEventDestroy(Start);
    cudaEventDestroy(Stop);
  }

  /// True while the launch that follows must run (again).
  bool again(const char *Name) {
    if (Launches > 0)
      finishLaunch();
    if (Launches == (Timing ? WarmUps + Repeats : 1)) {
      if (Timing)
        printMedian(Name);
      Launches = 0;
      return false;
    }
    ++Launches;
    CHECK(cudaEventRecord(Start));
    return true;
  }

  /// Element I of the result must be Value(I). Not judged under --time, where
  /// a kernel that works in place has run many times.
  template <typename T, typename Function>
  void expect(const Buffer<T> &Result, Function Value) {
    if (Timing)
      return;
    const std::vector<T> Host = Result.read();
    for (size_t I = 0; I < Host.size(); ++I) {
      const T Want = static_cast<T>(Value(static_cast<int>(I)));
      if (Host[I] == Want)
        continue;
      std::fprintf(stderr, "element %zu is %g, not %g\n", I,
                   static_cast<double>(Host[I]), static_cast<double>(Want));
      std::exit(1);
    }
  }

private:
  static constexpr int WarmUps = 3, Repeats = 20;

  void finishLaunch() {
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(Stop));
    CHECK(cudaEventSynchronize(Stop));
    float Milliseconds = 0;
    CHECK(cudaEventElapsedTime(&Milliseconds, Start, Stop));
    if (Launches > WarmUps)
      Microseconds.push_back(Milliseconds * 1000);
  }
  void printMedian(const char *Name) {
    std::sort(Microseconds.begin(), Microseconds.end());
    std::printf("%s %.2f\n", Name,
                (Microseconds[Repeats / 2 - 1] + Microseconds[Repeats / 2]) /
                    2);
    Microseconds.clear();
  }

  bool Timing = false;
  int Launches = 0;
  cudaEvent_t Start, Stop;
  std::vector<float> Microseconds;
};

#endif // WARPTIDY_KERNELS_COMMON_CHECK_H
