// Texture and surface references, which 12.0 removed: the templates, their
// fetches as opaque device functions, and their binding.
#ifndef WARP_TIDY_TEXTURE_REFERENCES_H
#define WARP_TIDY_TEXTURE_REFERENCES_H

#include "helpers.h"

// What a reference of element type T yields: normalised reads give floats.
namespace warp_tidy {
template <class T, int Mode> struct fetched {
  typedef T type;
};
template <class T> struct fetched<T, cudaReadModeNormalizedFloat> {
  typedef float type;
};
#define __WARP_TIDY_NORMALIZED(TYPE, FLOAT)                                    \
  template <> struct fetched<TYPE, cudaReadModeNormalizedFloat> {              \
    typedef FLOAT type;                                                        \
  };
__WARP_TIDY_NORMALIZED(uchar2, float2)
__WARP_TIDY_NORMALIZED(uchar4, float4)
__WARP_TIDY_NORMALIZED(char2, float2)
__WARP_TIDY_NORMALIZED(char4, float4)
__WARP_TIDY_NORMALIZED(ushort2, float2)
__WARP_TIDY_NORMALIZED(ushort4, float4)
#undef __WARP_TIDY_NORMALIZED
template <class T> struct not_deduced {
  typedef T type;
};
} // namespace warp_tidy

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
template <class T, int Type = cudaTextureType1D,
          enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture
    : public textureReference {};
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};
template <class T = void, int Type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface
    : public surfaceReference {};

#define __WARP_TIDY_TEX(NAME, ...)                                             \
  template <class T, int Type, enum cudaTextureReadMode Mode>                  \
  __attribute__((device, pure, nothrow, noconvergent))                         \
  typename warp_tidy::fetched<T, Mode>::type NAME(texture<T, Type, Mode>,      \
                                                  __VA_ARGS__);
__WARP_TIDY_TEX(tex1Dfetch, int)
__WARP_TIDY_TEX(tex1D, float)
__WARP_TIDY_TEX(tex2D, float, float)
__WARP_TIDY_TEX(tex3D, float, float, float)
__WARP_TIDY_TEX(tex1DLayered, float, int)
__WARP_TIDY_TEX(tex2DLayered, float, float, int)
__WARP_TIDY_TEX(texCubemap, float, float, float)
__WARP_TIDY_TEX(tex2DLod, float, float, float)
__WARP_TIDY_TEX(tex3DLod, float, float, float, float)
#undef __WARP_TIDY_TEX

#define __WARP_TIDY_SURF(NAME, ...)                                            \
  template <class T, class S, int Type>                                        \
  __attribute__((device, nothrow)) T NAME##read(surface<S, Type>, __VA_ARGS__, \
                                                cudaSurfaceBoundaryMode =      \
                                                    cudaBoundaryModeTrap);     \
  template <class T, class S, int Type>                                        \
  __attribute__((device, nothrow)) void NAME##write(                           \
      T, surface<S, Type>, __VA_ARGS__,                                        \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
__WARP_TIDY_SURF(surf1D, int)
__WARP_TIDY_SURF(surf2D, int, int)
__WARP_TIDY_SURF(surf3D, int, int, int)
#undef __WARP_TIDY_SURF

// Binding of references.
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &, const void *,
                            const cudaChannelFormatDesc &, size_t = UINT_MAX);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &, const void *,
                            size_t = UINT_MAX);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, D, M> &, const void *,
                              const cudaChannelFormatDesc &, size_t, size_t,
                              size_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, D, M> &, const void *,
                              size_t, size_t, size_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &, cudaArray_const_t,
                                   const cudaChannelFormatDesc &);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &, cudaArray_const_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaUnbindTexture(const texture<T, D, M> &);
template <class T, int D>
cudaError_t cudaBindSurfaceToArray(const surface<T, D> &, cudaArray_const_t);
cudaError_t cudaGetTextureReference(const textureReference **, const void *);

#endif // WARP_TIDY_TEXTURE_REFERENCES_H
