#!/usr/bin/env bash
# Builds warp-tidy on a fresh Debian 12 and lints (`lint`) or tests (`test`) with it.
# Missing packages are installed through apt, as root or with sudo; progress goes to
# standard error, so standard output carries only warp-tidy's or ctest's own text.
set -euo pipefail

# clang-22 holds Clang's CMake package; clang-tidy-22 loads the same checks as a plugin;
# neovim is the client of a test of the language server, pre-commit and yaml serve
# those of the templates for CI.
packages=(
  g++ cmake ninja-build python3 python3-jsonschema python3-pip python3-yaml pre-commit
  llvm-22-dev llvm-22-tools libclang-22-dev clang-22 clang-tidy-22 clang-format-22
  libgtest-dev libgmock-dev nlohmann-json3-dev neovim
)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$root/build
log=$build/bootstrap.log

say() { printf 'bootstrap.sh: %s\n' "$*" >&2; }
die() { say "$1"; exit "${2:-1}"; }

usage() {
  cat <<'EOF'
usage: bootstrap.sh lint FILE|DIR... [OPTION...] [-- COMPILE-FLAG...]
       bootstrap.sh test | build | deps

  lint   build warp-tidy and run it; a DIR stands for the .cu and .cuh files below it,
         options and everything after -- go to warp-tidy as they are
  test   build warp-tidy and its tests, and run them all
  build  build everything into build/
  deps   only install the Debian packages that are missing
EOF
}

deps() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "this script installs packages on Debian 12 only; elsewhere install a C++20 compiler, CMake 3.25, Ninja, Python 3, GoogleTest with GoogleMock, nlohmann-json and the development files and tools of LLVM, Clang and clang-tidy 22.1 (with FileCheck and lit), then run: cmake -S . -B build -G Ninja && ninja -C build"
  fi

  local installed known package missing=() absent=() sudo=()
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  if [[ $EUID -ne 0 ]]; then
    command -v sudo >/dev/null || die "these packages are missing, and installing them needs root or sudo: ${missing[*]}"
    sudo=(sudo)
  fi
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  say "installing ${missing[*]}"
  "${apt[@]}" update >&2 || die "apt-get update failed, see above"
  known=$(LC_ALL=C apt-cache policy "${missing[@]}" |
    awk '/^[^ ]/ { package = $1 } /^  Candidate: [^(]/ { print package }')
  for package in "${missing[@]}"; do
    grep -qxF "$package:" <<<"$known" || absent+=("$package")
  done
  [[ ${#absent[@]} -eq 0 ]] ||
    die "apt knows no package ${absent[*]}: on Debian 12 LLVM 22 comes from the security archive, so add the suite bookworm-security of Debian's security archive to apt's sources and run this again"
  local output
  output=$("${apt[@]}" install --no-install-recommends -y "${missing[@]}" 2>&1) || {
    tail -n 20 <<<"$output" >&2
    die "apt-get could not install the packages, see above"
  }
}

# One line for every tenth of a build of more than a few steps.
progress() {
  local line last=0 tenth
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] && ${BASH_REMATCH[2]} -ge 5 ]] || continue
    tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    [[ $tenth -eq $last ]] || say "built ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
    last=$tenth
  done
}

# build_targets [TARGET...]: configures once, then lets ninja do what is needed.
build_targets() {
  local fresh=() jobs cores memory
  mkdir -p "$build"
  if [[ -f $build/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    fresh=(--fresh) # configured before this checkout was moved or copied
  fi
  if [[ ! -f $build/build.ninja || ${#fresh[@]} -gt 0 ]]; then
    say "configuring in $build"
    cmake "${fresh[@]}" -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_CXX_COMPILER="${CXX:-g++}" >"$log" 2>&1 || {
      tail -n 40 "$log" >&2
      die "cmake failed, see above; everything is in $log"
    }
  fi
  # A source file on LLVM's headers takes over 1 GiB to compile.
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 1572864) }' /proc/meminfo)
  jobs=$((memory < 1 ? 1 : memory < cores ? memory : cores))
  if ! NINJA_STATUS="[%f/%t] " ninja -C "$build" -j "$jobs" "$@" 2>&1 | tee "$log" | progress; then
    if grep -q '^FAILED: .*\.o' "$log"; then
      awk '/^FAILED:/ { failed = 1 } failed && ++lines <= 80' "$log" >&2
    else # linking, or CMake when it ran again
      tail -n 40 "$log" >&2
    fi
    die "the build failed, see above; everything is in $log"
  fi
}

lint() {
  local arguments=() previous='' paths=0 found file
  while [[ $# -gt 0 && $1 != -- ]]; do
    if [[ $1 == -* || $previous == -p || $previous == --p ]]; then
      arguments+=("$1")
    elif [[ -d $1 ]]; then
      found=0
      while IFS= read -r -d '' file; do
        arguments+=("$file")
        found=1
      done < <(find -H "$1" \( -name .git -o -name CMakeFiles \) -prune -o \
        -type f \( -name '*.cu' -o -name '*.cuh' \) -print0 | LC_ALL=C sort -z)
      [[ $found -eq 1 ]] || die "no .cu or .cuh file below $1" 2
      paths=1
    elif [[ -e $1 || $previous == -* ]]; then # a file, or the value of an option
      arguments+=("$1")
      paths=1
    else
      die "no such file or directory: $1" 2
    fi
    previous=$1
    shift
  done
  [[ $paths -eq 1 || $previous == -* ]] || die "lint needs a .cu file or a directory, see --help" 2
  deps
  build_targets warp-tidy
  exec "$build/bin/warp-tidy" "${arguments[@]}" "$@"
}

command=${1:-}
[[ $# -eq 0 ]] || shift
case $command in
  -h | --help | help) usage; exit 0 ;;
  lint) lint "$@" ;;
  test | build | deps)
    [[ $# -eq 0 ]] || die "$command takes no arguments, see --help" 2
    deps
    [[ $command == deps ]] || build_targets
    if [[ $command == test ]]; then
      exec ctest --test-dir "$build" --output-on-failure --no-tests=error -j2
    fi
    ;;
  '') die "a command is missing: lint, test, build or deps, see --help" 2 ;;
  *) die "unknown command '$command': use lint, test, build or deps, see --help" 2 ;;
esac
