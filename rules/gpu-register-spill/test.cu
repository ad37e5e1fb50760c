// gpu-register-spill: what it reports and what it leaves alone.
//
// RUN: rm -rf %t && mkdir %t
// RUN: grep '^// LOG:' %s | sed 's,^// LOG:,,' > %t/build.log
// RUN: %warp-tidy --cuda-path=none --checks=gpu-register-spill \
// RUN:   --ptxas-log=%t/build.log %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-register-spill \
// RUN:   --ptxas-log=%t/build.log --gpu-arch=sm_80 %s 2>&1 | %FileCheck %s \
// RUN:   --check-prefix=OLDER --implicit-check-not=warning: \
// RUN:   --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-register-spill \
// RUN:   --config="{CheckOptions: {gpu-register-spill.MinBytes: 41}}" \
// RUN:   --ptxas-log=%t/build.log %s 2>&1 | count 0
// RUN: %warp-tidy --cuda-path=none --checks=gpu-register-spill %s 2>&1 | count 0
//
// Wrong use: a log without kernels, one that is cut off, none.
// RUN: echo nothing > %t/none.log
// RUN: not %warp-tidy --cuda-path=none --ptxas-log=%t/none.log %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=NONE
// NONE: --ptxas-log={{.*}}none.log: no line "Compiling entry function"
// RUN: sed 's/ bytes spill stores//' %t/build.log > %t/cut.log
// RUN: not %warp-tidy --cuda-path=none --ptxas-log=%t/cut.log %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=CUT
// CUT: --ptxas-log={{.*}}cut.log: line 4: no number of bytes spill stores
// RUN: not %warp-tidy --cuda-path=none --ptxas-log=%t/absent.log %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=ABSENT
// ABSENT: --ptxas-log={{.*}}absent.log: No such file
//
// The log, in the form of nvcc 13.0, among other lines. A function that is not
// inlined has properties of its own, which are not the kernel's.
// LOG:[1/2] Building CUDA object k.o
// LOG:ptxas info    : Compiling entry function '_Z7boundedPf' for 'sm_90'
// LOG:ptxas info    : Function properties for _Z7boundedPf
// LOG:    24 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
// LOG:ptxas info    : Used 32 registers, used 0 barriers, 24 bytes cumulative stack size
// LOG:ptxas info    : Compiling entry function '_Z7boundedPf' for 'sm_80'
// LOG:ptxas info    : Function properties for _Z7boundedPf
// LOG:    8 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
// LOG:ptxas info    : Used 32 registers, used 0 barriers, 360 bytes cmem[0]
// LOG:ptxas info    : Compiling entry function '_Z5largePf' for 'sm_80'
// LOG:ptxas info    : Function properties for _Z5largePf
// LOG:    4 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
// LOG:ptxas info    : Used 255 registers, 360 bytes cmem[0]
// LOG:ptxas info    : Compiling entry function '_Z5framePf' for 'sm_90'
// LOG:ptxas info    : Function properties for _Z6callee
// LOG:    64 bytes stack frame, 64 bytes spill stores, 64 bytes spill loads
// LOG:ptxas info    : Function properties for _Z5framePf
// LOG:    128 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// LOG:ptxas info    : Used 40 registers, used 0 barriers
// LOG:ptxas info    : Compiling entry function '_Z8instanceILi3EEvPf' for 'sm_90'
// LOG:ptxas info    : Function properties for _Z8instanceILi3EEvPf
// LOG:    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
// LOG:ptxas info    : Used 24 registers, used 0 barriers

__global__ void __launch_bounds__(1024, 2) bounded(float *x) { x[threadIdx.x] = 1; }
// CHECK: :[[@LINE-1]]:44: warning: 16 bytes of spill stores and 24 of spill loads in the code of a thread: ptxas gives 'bounded' 32 registers on sm_90 [gpu-register-spill]
// CHECK: note: a thread can have 255 registers; fewer are allowed by __launch_bounds__, or by -maxrregcount where nvcc was given it
// OLDER: :[[@LINE-3]]:44: warning: 8 bytes of spill stores and 8 of spill loads in the code of a thread: ptxas gives 'bounded' 32 registers on sm_80

// The log has no other architecture of it: what it says is told with its name.
__global__ void large(float *x) { x[threadIdx.x] = 1; }
// CHECK: :[[@LINE-1]]:17: warning: 4 bytes of spill stores and 0 of spill loads {{.*}} 255 registers on sm_80
// CHECK: note: a thread can have no more registers
// OLDER: :[[@LINE-3]]:17: warning: 4 bytes

// A stack frame without spills.
__global__ void frame(float *x) { x[threadIdx.x] = 1; }

// Of two instances the log names one.
template <int N> __global__ void instance(float *x) { x[threadIdx.x] = N; }
template __global__ void instance<3>(float *);
template __global__ void instance<4>(float *);
// CHECK: :[[@LINE-3]]:34: warning: 4 bytes of spill stores and 4 of spill loads {{.*}}'instance<3>' 24 registers on sm_90
// OLDER: warning: {{.*}}'instance<3>' 24 registers on sm_90

// Not in the log.
__global__ void other(float *x) { x[threadIdx.x] = 1; }
