// Collective asynchronous copy: the elements in turn over the threads.
#ifndef WARP_TIDY_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define WARP_TIDY_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

namespace cooperative_groups {

template <class Group, class T>
__WARP_TIDY_DEVICE__ void memcpy_async(const Group &group, T *to, const T *from,
                                       size_t bytes) {
  const int *words = (const int *)from;
  for (size_t i = group.thread_rank(); i < bytes / 4; i += group.size())
    __pipeline_memcpy_async((int *)to + i, words + i, 4);
  __pipeline_commit();
}
template <class Group> __WARP_TIDY_DEVICE__ void wait(const Group &group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <unsigned Stages, class Group>
__WARP_TIDY_DEVICE__ void wait_prior(const Group &group) {
  __pipeline_wait_prior(Stages);
  group.sync();
}

} // namespace cooperative_groups

#endif // WARP_TIDY_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
