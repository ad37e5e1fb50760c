# WarpTidy.cmake: targets that lint a target's CUDA sources with warp-tidy.
#
#   find_package(warp-tidy REQUIRED)        # or include() of this file alone
#   warp_tidy_target(<target>
#     [CHECKS <glob>...]               # rules to run
#     [WARNINGS_AS_ERRORS <glob>...]   # rules that fail the target
#     [BASELINE <file>]                # report only what is new; from the source folder
#     [SARIF <file>]                   # findings in SARIF; from the build folder
#     [EXTRA <argument>...])           # anything else, put behind the files
#
# adds `warp-tidy-<target>`, which lints with the commands that the target is
# compiled with, and makes it a part of `warp-tidy`, which lints all of them. With
# BASELINE, `warp-tidy-<target>-baseline` writes that file. Nothing of this is a
# part of `all`. WARP_TIDY_EXECUTABLE names the program if it is neither beside
# this file's prefix nor in PATH. integration/docs/ci.md has an example.
include_guard(GLOBAL)

if(CMAKE_VERSION VERSION_LESS 3.25)
  message(FATAL_ERROR "WarpTidy.cmake needs CMake 3.25, this is ${CMAKE_VERSION}")
endif()
cmake_policy(VERSION 3.25) # Within this file.

find_program(WARP_TIDY_EXECUTABLE warp-tidy
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
  DOC "The program warp-tidy")

# At the end of the project the target's sources are known, except what generator
# expressions will say. Puts them, those that are CUDA by their LANGUAGE alone
# included, into properties of the check: by absolute paths, what is open, and what
# is made by the build before it can be linted.
function(_warp_tidy_complete target check)
  get_target_property(sources ${target} SOURCES)
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  get_target_property(check_dir ${check} SOURCE_DIR)
  set(named "")
  set(open "")
  set(made "")
  foreach(source IN LISTS sources)
    if(source MATCHES "[$]<")
      list(APPEND open "${source}")
      continue()
    endif()
    get_source_file_property(language "${source}" TARGET_DIRECTORY ${target} LANGUAGE)
    if(source MATCHES "[.]cu$" OR language STREQUAL "CUDA")
      if(NOT IS_ABSOLUTE "${source}" AND EXISTS "${source_dir}/${source}")
        set(source "${source_dir}/${source}")
      elseif(NOT IS_ABSOLUTE "${source}") # Generated.
        set(source "${binary_dir}/${source}")
      endif()
      list(APPEND named "${source}")
      get_source_file_property(generated "${source}" TARGET_DIRECTORY ${target} GENERATED)
      if(generated AND source_dir STREQUAL check_dir)
        list(APPEND made "${source}") # Rules are known within a folder.
      endif()
    endif()
  endforeach()
  if(NOT open AND NOT named)
    message(FATAL_ERROR
      "warp_tidy_target(${target}): the target has no CUDA sources (*.cu, or LANGUAGE CUDA)")
  endif()
  set_target_properties(${check} PROPERTIES
    WARP_TIDY_NAMED_SOURCES "${named}"
    WARP_TIDY_OPEN_SOURCES "${open}"
    WARP_TIDY_MADE_SOURCES "${made}")
endfunction()

# Puts into <out> an expression for the CUDA sources: the named ones, and what
# ends in .cu of the target's and its libraries' other sources. The latter are
# relative to the target's folder, if they are relative.
function(_warp_tidy_sources target check out)
  set(named "$<TARGET_PROPERTY:${check},WARP_TIDY_NAMED_SOURCES>")
  set(open "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${check},WARP_TIDY_OPEN_SOURCES>>")
  set(absolute "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,^/.*[.]cu$>")
  set(relative "$<FILTER:${open},INCLUDE,^[^/].*[.]cu$>")
  set(${out} "$<REMOVE_DUPLICATES:${named};${absolute};${relative}>" PARENT_SCOPE)
endfunction()

# Puts into <out> the target's name without aliases, or stops with a sentence.
function(_warp_tidy_check_use target out)
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "warp_tidy_target(${target}): there is no such target here")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(type ${target} TYPE)
  if(imported OR type STREQUAL "INTERFACE_LIBRARY" OR type STREQUAL "UTILITY")
    message(FATAL_ERROR "warp_tidy_target(${target}): the target compiles nothing in this project")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "warp_tidy_target(${target}): CMake writes compile_commands.json with "
      "Ninja and Makefiles only, not with ${CMAKE_GENERATOR}")
  endif()
  if(NOT WARP_TIDY_EXECUTABLE OR NOT EXISTS "${WARP_TIDY_EXECUTABLE}")
    message(FATAL_ERROR "warp_tidy_target(${target}): warp-tidy is not in PATH; "
      "set -DWARP_TIDY_EXECUTABLE=/path/to/warp-tidy (it is '${WARP_TIDY_EXECUTABLE}')")
  endif()
  set(${out} ${target} PARENT_SCOPE)
endfunction()

# One custom target. Without CUDA sources in this configuration it says so: no
# files would mean all files of the build folder.
function(_warp_tidy_add_check name target files)
  get_target_property(folder ${target} SOURCE_DIR)
  set(some "$<BOOL:${files}>")
  set(command "${WARP_TIDY_EXECUTABLE}" -p "${CMAKE_BINARY_DIR}" ${ARGN})
  list(TRANSFORM command REPLACE "^@FILES@$" "${files}")
  set(none "${CMAKE_COMMAND}" -E echo
    "warp-tidy: ${target} has no CUDA sources in this configuration")
  add_custom_target(${name}
    COMMAND "$<${some}:${command}>" "$<$<NOT:${some}>:${none}>"
    DEPENDS "$<TARGET_PROPERTY:warp-tidy-${target},WARP_TIDY_MADE_SOURCES>"
    WORKING_DIRECTORY "${folder}"
    COMMENT "warp-tidy: ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

function(warp_tidy_target target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "BASELINE;SARIF" "CHECKS;WARNINGS_AS_ERRORS;EXTRA")
  if(ARG_UNPARSED_ARGUMENTS)
    list(JOIN ARG_UNPARSED_ARGUMENTS " " unknown)
    message(FATAL_ERROR "warp_tidy_target(${target}): unknown argument ${unknown}; there are "
      "CHECKS, WARNINGS_AS_ERRORS, BASELINE, SARIF and EXTRA")
  endif()
  if(ARG_KEYWORDS_MISSING_VALUES)
    list(JOIN ARG_KEYWORDS_MISSING_VALUES ", " unknown)
    message(FATAL_ERROR "warp_tidy_target(${target}): ${unknown} needs a value")
  endif()
  _warp_tidy_check_use("${target}" target)
  set(check warp-tidy-${target})
  if(TARGET ${check})
    message(FATAL_ERROR
      "warp_tidy_target(${target}): called before, or there is a target ${check}")
  endif()

  set(options "")
  if(ARG_CHECKS)
    list(JOIN ARG_CHECKS "," globs)
    list(APPEND options "--checks=${globs}")
  endif()
  set(report "")
  if(ARG_WARNINGS_AS_ERRORS)
    list(JOIN ARG_WARNINGS_AS_ERRORS "," globs)
    list(APPEND report "--warnings-as-errors=${globs}")
  endif()
  if(ARG_SARIF)
    cmake_path(ABSOLUTE_PATH ARG_SARIF BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
    list(APPEND report "--sarif=${ARG_SARIF}")
  endif()
  _warp_tidy_sources(${target} ${check} sources)
  if(ARG_BASELINE)
    cmake_path(ABSOLUTE_PATH ARG_BASELINE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND report "--baseline=${ARG_BASELINE}")
    _warp_tidy_add_check(${check}-baseline ${target} "${sources}"
      ${options} "--write-baseline=${ARG_BASELINE}" @FILES@ ${ARG_EXTRA})
  endif()
  _warp_tidy_add_check(${check} ${target} "${sources}"
    ${options} ${report} @FILES@ ${ARG_EXTRA})

  # Without its commands nothing could be linted as it is compiled.
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
    CALL _warp_tidy_complete [[${target}]] [[${check}]])")
  if(NOT TARGET warp-tidy)
    add_custom_target(warp-tidy)
  endif()
  add_dependencies(warp-tidy ${check})
endfunction()
