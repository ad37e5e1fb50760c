# What find_package(warp-tidy) reads: the program of this prefix, and
# warp_tidy_target().
include("${CMAKE_CURRENT_LIST_DIR}/WarpTidy.cmake")
if(NOT EXISTS "${WARP_TIDY_EXECUTABLE}")
  set(warp-tidy_FOUND FALSE)
  set(warp-tidy_NOT_FOUND_MESSAGE
    "the program is neither in the prefix of ${CMAKE_CURRENT_LIST_DIR} nor in PATH")
endif()
