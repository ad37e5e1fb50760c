// gpu-constant-over-limit: what it reports.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-constant-over-limit %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
//
// 40000, 4096 and 24000 bytes and a template's 4000 are 72096 bytes, of which
// 65536 are allowed. ptxas counts variables that nothing uses as well.

struct Entry {
  double weight;
  int index;
};

__constant__ float large[10000];
// CHECK: :[[@LINE-1]]:20: warning: 72096 bytes of constant memory where 65536 are allowed: 'large' has 40000 of them [gpu-constant-over-limit]
__constant__ Entry entries[256];
// CHECK: :[[@LINE-1]]:20: note: 'entries' has 4096 bytes
namespace tables {
static __constant__ int unused[6000];
// CHECK: :[[@LINE-1]]:25: note: 'unused' has 24000 bytes
} // namespace tables
template <class T> struct Filter {
  static __constant__ T taps[1000];
};
template <class T> __constant__ T Filter<T>::taps[1000];
// CHECK: :[[@LINE-1]]:46: note: 'taps' has 4000 bytes

// Declared here, defined elsewhere; in other memory.
extern __constant__ float elsewhere[16000];
__device__ float global[100000];
const float host[100000] = {};
// The compiler's, which lies in another bank.
constexpr int folded[20000] = {1, 2, 3};

__global__ void kernel(float *out) {
  out[threadIdx.x] = large[0] + entries[0].weight + Filter<float>::taps[0] +
                     elsewhere[0] + global[threadIdx.x] + folded[threadIdx.x];
}
