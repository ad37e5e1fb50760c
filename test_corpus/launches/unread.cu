// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// What is known of a launch without a known block is used, and said.
__global__ void strided(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void unknown_block(float *p, int threads) {
  strided<<<4, threads>>>(p, 16);
}
// CHECK: unread.cu:4:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: unread.cu:7:3: note: the block of this launch is not known: no call in this file says what 'threads' is; the figures are for 256x1x1 threads (say --block=X,Y,Z if it is another), and the fault is there with 128x1x1 as well

__global__ void refused(float *p) {
  p[8 * threadIdx.x] = 1;
}
void too_large(float *p) { refused<<<1, 2048>>>(p); }
// CHECK: unread.cu:13:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: unread.cu:15:{{[0-9]+}}: note: the block of this launch is not known: no GPU can run a block of 2048x1x1 threads;

__global__ void tuned(float *p) {
  p[8 * threadIdx.x] = 1;
}
void occupancy(float *p) {
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, tuned, 0, 0);
  tuned<<<grid, block>>>(p);
}
// CHECK: unread.cu:20:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: unread.cu:25:3: note: the block of this launch is not known: 'block' is set by cudaOccupancyMaxPotentialBlockSize();

__global__ void __launch_bounds__(64) bounded(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void half_known(float *p, int rows) {
  bounded<<<1, dim3(8, rows)>>>(p, 16);
}
// CHECK: unread.cu:31:{{[0-9]+}}: warning: warp store touches 8 sectors where 1 suffices
// CHECK: unread.cu:34:3: note: the block of this launch is not known: no call in this file says what 'rows' is; the figures are for 8x8x1 threads, as __launch_bounds__ allows

__global__ void mixed(float *p) {
  p[8 * threadIdx.x] = 1;
}
void both(float *p, int threads) {
  mixed<<<1, 64>>>(p);
  mixed<<<1, threads>>>(p);
}
// CHECK: unread.cu:40:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: unread.cu:43:3: note: launched here with blocks of 64x1x1 threads; the block of 1 other launch is not known

__global__ void wrapped(float *p, int pitch) {
  p[pitch * threadIdx.x] = 1;
}
static void launch(float *p, dim3 block, int pitch) {
  block.y = 1;
  wrapped<<<(pitch + 255) / 256, block>>>(p, pitch);
}
void callers(float *p) {
  launch(p, dim3(64, 4), 1);
  launch(p, dim3(128), 32);
}
// CHECK: unread.cu:50:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: unread.cu:54:3: note: launched here with blocks of 128x1x1 threads; 1 other launch is fine
// CHECK: unread.cu:58:3: note: with the arguments of this call
