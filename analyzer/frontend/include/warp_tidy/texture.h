// Texture and surface fetches through objects, as opaque device functions.
#ifndef WARP_TIDY_TEXTURE_H
#define WARP_TIDY_TEXTURE_H

#include "driver_types.h"

#define __WARP_TIDY_FETCH __attribute__((device, pure, nothrow, noconvergent))
// One function in its two forms: returning and storing.
#define __WARP_TIDY_TEX(NAME, ...)                                             \
  template <class T>                                                           \
  __WARP_TIDY_FETCH T NAME(cudaTextureObject_t, __VA_ARGS__);                  \
  template <class T, class... Arguments>                                       \
  __WARP_TIDY_DEVICE__ void NAME(T *p, cudaTextureObject_t object,             \
                                 Arguments... arguments) {                     \
    *p = NAME<T>(object, arguments...);                                        \
  }
__WARP_TIDY_TEX(tex1Dfetch, int)
__WARP_TIDY_TEX(tex1D, float)
__WARP_TIDY_TEX(tex2D, float, float)
__WARP_TIDY_TEX(tex3D, float, float, float)
__WARP_TIDY_TEX(tex1DLayered, float, int)
__WARP_TIDY_TEX(tex2DLayered, float, float, int)
__WARP_TIDY_TEX(texCubemap, float, float, float)
__WARP_TIDY_TEX(texCubemapLayered, float, float, float, int)
__WARP_TIDY_TEX(tex1DLod, float, float)
__WARP_TIDY_TEX(tex2DLod, float, float, float)
__WARP_TIDY_TEX(tex3DLod, float, float, float, float)
__WARP_TIDY_TEX(tex2DLayeredLod, float, float, int, float)
__WARP_TIDY_TEX(tex2DGrad, float, float, float2, float2)
__WARP_TIDY_TEX(tex3DGrad, float, float, float, float4, float4)
__WARP_TIDY_TEX(tex2Dgather, float, float, int = 0)
#undef __WARP_TIDY_TEX
#undef __WARP_TIDY_FETCH

#define __WARP_TIDY_SURF(NAME, ...)                                            \
  template <class T>                                                           \
  __attribute__((device, nothrow)) T NAME##read(                               \
      cudaSurfaceObject_t, __VA_ARGS__,                                        \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                         \
  template <class T, class... Arguments>                                       \
  __WARP_TIDY_DEVICE__ void NAME##read(T *p, cudaSurfaceObject_t object,       \
                                       Arguments... arguments) {               \
    *p = NAME##read<T>(object, arguments...);                                  \
  }                                                                            \
  template <class T>                                                           \
  __attribute__((device, nothrow)) void NAME##write(                           \
      T, cudaSurfaceObject_t, __VA_ARGS__,                                     \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
__WARP_TIDY_SURF(surf1D, int)
__WARP_TIDY_SURF(surf2D, int, int)
__WARP_TIDY_SURF(surf3D, int, int, int)
__WARP_TIDY_SURF(surf1DLayered, int, int)
__WARP_TIDY_SURF(surf2DLayered, int, int, int)
__WARP_TIDY_SURF(surfCubemap, int, int, int)
#undef __WARP_TIDY_SURF

#endif // WARP_TIDY_TEXTURE_H
