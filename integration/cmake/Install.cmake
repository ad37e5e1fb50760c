# What is installed, and how it is packed. A prefix may be moved as a whole: the
# program finds share/warp-tidy, and the CMake package the program, from where
# they are themselves.
set(WARPTIDY_MAINTAINER "The warp-tidy developers <warp-tidy@localhost>" CACHE STRING
  "Name and address in packages")

# LLVM's libraries may lie outside the loader's folders.
set_target_properties(warp-tidy warp-tidy-module PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS warp-tidy warp-tidy-measure RUNTIME DESTINATION bin)
install(TARGETS warp-tidy-module LIBRARY DESTINATION lib/warp-tidy)
install(DIRECTORY analyzer/frontend/include/ DESTINATION share/warp-tidy/include)
install(DIRECTORY kernels DESTINATION share/warp-tidy)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/warp-tidy-config-version.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES integration/cmake/WarpTidy.cmake integration/cmake/warp-tidy-config.cmake
  ${CMAKE_BINARY_DIR}/warp-tidy-config-version.cmake DESTINATION share/cmake/warp-tidy)

# The documents keep their places, and so their links.
set(WARPTIDY_DOC share/doc/warp-tidy)
install(FILES README.md LICENSE integration/cmake/copyright DESTINATION ${WARPTIDY_DOC})
foreach(FOLDER analyzer integration kernels rules test_corpus)
  install(FILES ${FOLDER}/README.md DESTINATION ${WARPTIDY_DOC}/${FOLDER})
endforeach()
install(DIRECTORY integration/ci integration/docs integration/editors integration/examples
  DESTINATION ${WARPTIDY_DOC}/integration)
install(DIRECTORY rules DESTINATION ${WARPTIDY_DOC} FILES_MATCHING
  PATTERN rule.md PATTERN advice.md)
install(FILES analyzer/report/predictions.schema.json DESTINATION ${WARPTIDY_DOC}/analyzer/report)
install(FILES integration/measurements.schema.json DESTINATION ${WARPTIDY_DOC}/integration)

set(CPACK_PACKAGE_NAME warp-tidy)
set(CPACK_PACKAGE_VENDOR "warp-tidy")
set(CPACK_PACKAGE_CONTACT "${WARPTIDY_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${WARPTIDY_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "static analyzer for the memory accesses of CUDA kernels")
set(CPACK_PACKAGE_DESCRIPTION
  "Predicts, at the subscript, the sectors, wavefronts and replays of each memory
access of a kernel: on the command line, in editors and in continuous integration.
No GPU is needed, and no CUDA toolkit.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)

# A program runs with the C and C++ libraries of the system that it was built on,
# or later ones. apt.llvm.org counts its packages of 22.1 below Debian's, hence ~.
find_program(DPKG_QUERY dpkg-query)
mark_as_advanced(DPKG_QUERY)
set(LIBRARY_VERSIONS "")
foreach(LIBRARY libc6 libstdc++6)
  set(VERSION "")
  if(DPKG_QUERY)
    execute_process(COMMAND ${DPKG_QUERY} -W -f=\${Version} ${LIBRARY}
      OUTPUT_VARIABLE VERSION ERROR_QUIET)
  endif()
  if(VERSION MATCHES "^([0-9]+:)?([0-9]+([.][0-9]+)?)")
    string(APPEND LIBRARY_VERSIONS "${LIBRARY} (>= ${CMAKE_MATCH_2}), ")
  endif()
endforeach()
if(LIBRARY_VERSIONS MATCHES "libc6.*libstdc")
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  string(CONCAT CPACK_DEBIAN_PACKAGE_DEPENDS "${LIBRARY_VERSIONS}libgcc-s1, "
    "libllvm22 (>= 1:22.1~), libclang-cpp22 (>= 1:22.1~), libclang-common-22-dev (>= 1:22.1~), "
    "libstdc++-12-dev | libstdc++-dev") # Clang's headers for CUDA include <limits>.
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-22, cmake, git, pre-commit")
endif()
include(CPack)
