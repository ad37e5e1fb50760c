"""A product of tiles in the manner of template libraries, with as many instantiations
as it takes: shapes, layouts with swizzles, iterators, fragments, policies, recursion
for unrolling.
"""

TEMPLATES = """
template <int R, int C> struct Shape { static constexpr int rows = R, columns = C; };
template <class S, int Pad> struct RowMajor {
  static constexpr int size = S::rows * (S::columns + Pad);
  __device__ static constexpr int offset(int r, int c) { return r * (S::columns + Pad) + c; }
};
template <class S, int Bits> struct Swizzled {
  static constexpr int size = S::rows * S::columns;
  __device__ static constexpr int offset(int r, int c) {
    return r * S::columns + (c ^ ((r & ((1 << Bits) - 1)) << 2));
  }
};
template <class T, int N> struct Fragment {
  T values[N];
  __device__ T &operator[](int i) { return values[i]; }
};
template <int I, int N> struct Repeat {
  template <class F> __device__ static void run(F f) { f(I); Repeat<I + 1, N>::run(f); }
};
template <int N> struct Repeat<N, N> {
  template <class F> __device__ static void run(F) {}
};
template <class T, class S, int Threads> struct TileIterator {
  static constexpr int steps = S::rows * S::columns / Threads;
  const T *pointer; int pitch;
  __device__ TileIterator(const T *p, int pitch) : pointer(p), pitch(pitch) {}
  __device__ void load(Fragment<T, steps> &f, int thread) const {
    Repeat<0, steps>::run([&](int i) {
      int e = i * Threads + thread;
      f[i] = pointer[e / S::columns * pitch + e % S::columns];
    });
  }
  __device__ void advance() { pointer += S::columns; }
};
template <class T, class S, template <class, int> class L, int X, int Threads>
struct SharedTile {
  using Layout = L<S, X>;
  T *storage;
  template <int N> __device__ void store(Fragment<T, N> &f, int thread) {
    Repeat<0, N>::run([&](int i) {
      int e = i * Threads + thread;
      storage[Layout::offset(e / S::columns, e % S::columns)] = f[i];
    });
  }
  __device__ T read(int r, int c) const { return storage[Layout::offset(r, c)]; }
};
template <int M, int N, int K, int A, int B> struct Policy {
  using ShapeA = Shape<M, K>; using ShapeB = Shape<K, N>;
  static constexpr int threads = 256, m = M, n = N, k = K;
  template <class T> using TileA = SharedTile<T, ShapeA, RowMajor, A, threads>;
  template <class T> using TileB = SharedTile<T, ShapeB, Swizzled, B, threads>;
};
template <class T, class P> struct Product {
  static constexpr int own = P::m * P::n / P::threads;
  typename P::template TileA<T> a;
  typename P::template TileB<T> b;
  Fragment<T, own> sum;
  __device__ void step(int thread) {
    for (int k = 0; k < P::k; ++k)
      Repeat<0, own>::run([&](int i) {
        int e = i * P::threads + thread;
        sum[i] += a.read(e / P::n, k) * b.read(k, e % P::n);
      });
  }
};
template <class T, class P> __global__ void product(T *a, T *b, int n) {
  __shared__ T storage_a[P::template TileA<T>::Layout::size];
  __shared__ T storage_b[P::template TileB<T>::Layout::size];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  TileIterator<T, typename P::ShapeA, P::threads> from_a(a + blockIdx.y * P::m * n, n);
  TileIterator<T, typename P::ShapeB, P::threads> from_b(b + blockIdx.x * P::n, n);
  Product<T, P> product{{storage_a}, {storage_b}, {}};
  for (int k = 0; k < n; k += P::k) {
    Fragment<T, P::m * P::k / P::threads> fragment_a;
    Fragment<T, P::k * P::n / P::threads> fragment_b;
    from_a.load(fragment_a, thread);
    from_b.load(fragment_b, thread);
    product.a.store(fragment_a, thread);
    product.b.store(fragment_b, thread);
    __syncthreads();
    product.step(thread);
    __syncthreads();
    from_a.advance();
    from_b.advance();
  }
  Repeat<0, Product<T, P>::own>::run([&](int i) {
    int e = i * P::threads + thread;
    b[e / P::n * n + e % P::n] = product.sum[i];
  });
}
"""
# Accesses of an instantiation: fragments loaded and stored, the sums' operands
# and the results.
SHAPES = [(16, 16, 16), (32, 16, 16), (16, 32, 16), (32, 32, 16), (32, 32, 32), (64, 32, 16)]


def _accesses_of(shape):
    m, n, k = shape
    return (2 * (m * k + k * n) + 3 * m * n) // 256


def templates(accesses):
    """Instantiations of a product of tiles, each with a policy of its own."""
    names, total, pad = [], 0, 0
    while total < accesses:
        for m, n, k in SHAPES:
            for kind in ("float", "int"):
                if total < accesses:
                    names.append(f"product<{kind}, Policy<{m}, {n}, {k}, {pad}, {pad % 3}>>")
                    total += _accesses_of((m, n, k))
        pad += 1
    calls = "\n".join(
        f"  {name}<<<dim3(n / 32, n / 32), dim3(32, 8)>>>({'f, g' if '<float' in name else 'i, j'}, n);"
        for name in names)
    return (TEMPLATES + "__global__ void none() {}\n"
            "void launch_all(float *f, float *g, int *i, int *j, int n) {\n"
            + calls + "\n}\n")
