// DirectXMath for structures that kernels share with Direct3D: the types that
// memory holds, without the arithmetic.
#ifndef WARP_TIDY_DIRECTXMATH_H
#define WARP_TIDY_DIRECTXMATH_H

namespace DirectX {

#ifdef __CUDACC__
#define __WARP_TIDY_XM__ __host__ __device__
#else
#define __WARP_TIDY_XM__
#endif

struct XMFLOAT2 {
  float x, y;
  XMFLOAT2() = default;
  __WARP_TIDY_XM__ constexpr XMFLOAT2(float x, float y) : x(x), y(y) {}
};
struct XMFLOAT3 {
  float x, y, z;
  XMFLOAT3() = default;
  __WARP_TIDY_XM__ constexpr XMFLOAT3(float x, float y, float z)
      : x(x), y(y), z(z) {}
};
struct XMFLOAT4 {
  float x, y, z, w;
  XMFLOAT4() = default;
  __WARP_TIDY_XM__ constexpr XMFLOAT4(float x, float y, float z, float w)
      : x(x), y(y), z(z), w(w) {}
};
struct XMFLOAT3X3 {
  float m[3][3];
};
struct XMFLOAT4X4 {
  float m[4][4];
};
struct alignas(16) XMVECTOR {
  float f[4];
};
struct alignas(16) XMMATRIX {
  XMVECTOR r[4];
};

#undef __WARP_TIDY_XM__

} // namespace DirectX

#endif // WARP_TIDY_DIRECTXMATH_H
