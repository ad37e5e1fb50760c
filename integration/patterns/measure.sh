#!/usr/bin/env bash
# measure.sh OUT_DIR: draws random lane-to-address maps, launches each under the
# hardware counters and writes what they counted as OUT_DIR/*.tsv.
# Needs nvcc, CUPTI, a GPU and the right to read its counters. See README.md.
# Environment: COUNT patterns an operation (1000), SEED (1), BUDGET seconds for
# all (330), KINDS to measure (all), BATCH launches a session (500), RANGE (any:
# auto or user, whichever works), ARCH (sm_90), NVCC, CUPTI (its folder).
set -uo pipefail

out=${1:?usage: measure.sh OUT_DIR}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
count=${COUNT:-1000} seed=${SEED:-1} budget=${BUDGET:-330}
batch=${BATCH:-500} range=${RANGE:-any} arch=${ARCH:-sm_90} nvcc=${NVCC:-nvcc}

say() { printf 'measure: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

command -v "$nvcc" >/dev/null || die "no nvcc: install the CUDA toolkit or set NVCC"
mkdir -p "$out" || die "cannot write $out"
work=$(mktemp -d) || die "no temporary folder"
logs=$work/logs && mkdir "$logs"
trap 'rm -rf "$work"' EXIT

# Where CUPTI may be: its own folder in the toolkit, or among the other files.
toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v "$nvcc")")")")
places=("${CUPTI:-$toolkit/extras/CUPTI}" "$toolkit/targets/x86_64-linux" "$toolkit"
  /usr/local/cuda/extras/CUPTI /usr/local/cuda/targets/x86_64-linux /usr/local/cuda)
# first_with FILE...: the first folder that holds one of the files.
first_with() {
  local place file
  for place in "${places[@]}"; do
    for file in "$@"; do
      [[ ! -e $place/$file ]] || { dirname "$place/$file"; return; }
    done
  done
}

build() {
  local include library linked=-lcupti
  include=$(first_with include/cupti_range_profiler.h)
  library=$(first_with lib64/libcupti.so lib/libcupti.so lib64/libcupti.so.13 lib/libcupti.so.13)
  [[ -n $include ]] || die "no cupti_range_profiler.h (CUDA 12.6 or later): set CUPTI to the folder with include/ and lib64/"
  [[ -n $library ]] || die "no libcupti.so: set CUPTI to the folder with include/ and lib64/"
  [[ -e $library/libcupti.so ]] || linked=$library/libcupti.so.13
  # CUPTI loads libnvperf_host.so and others from where it lies itself.
  export LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  "$nvcc" -O3 -std=c++17 "-arch=$arch" -I "$include" -o "$work/patterns" \
    "$here"/{patterns.cu,plan.cpp,range_profiler.cpp} \
    -L "$library" "$linked" -Xlinker -rpath -Xlinker "$library"
}

declare -A seconds rows state
# measure KIND LIMIT: the rows of a kind, in a process of its own: an access that
# faults ends it.
measure() {
  local kind=$1 limit=$2 status=0 begin=$SECONDS
  timeout -k 5 $((limit + 30)) "$work/patterns" --kind "$kind" --count "$count" \
    --seed "$seed" --seconds "$limit" --batch "$batch" --range "$range" \
    "$work/$kind.rows" 2> >(tee "$logs/$kind.txt" >&2) || status=$?
  seconds[$kind]=$((SECONDS - begin))
  # A last line that is not whole is dropped.
  [[ ! -s $work/$kind.rows || -z $(tail -c 1 "$work/$kind.rows") ]] ||
    sed -i '$d' "$work/$kind.rows"
  rows[$kind]=$(wc -l 2>/dev/null <"$work/$kind.rows" || echo 0)
  case $status in
  0) state[$kind]=measured ;;
  3) state[$kind]='no right to read the counters' ;;
  124 | 137) state[$kind]='too slow' ;;
  *) state[$kind]="failed ($status)" ;;
  esac
}

write_file() {
  local file=$1
  cat "$work/$file.rows" "$work/${file}_atomic.rows" >"$work/all" 2>/dev/null
  [[ -s $work/all ]] || return
  {
    echo "# device: $("$work/patterns" --device 2>/dev/null || echo unknown)"
    echo "# toolkit: $("$nvcc" --version | grep -o 'release [^,]*' | sed 's/release/CUDA/')"
    echo "# profiler: $("$work/patterns" --profiler 2>/dev/null || echo CUPTI)"
    echo "# date: $(date -u +%F)"
    echo "# made by: measure.sh with COUNT=$count SEED=$seed and up: one warp and one access a launch"
    echo "# counters are less those of a launch with an empty mask (rows of family 'baseline')"
    "$work/patterns" --columns "$file"
    cat "$work/all"
  } >"$out/$file.tsv"
}

# For each operation and counter: what all lanes on one address, consecutive
# elements, and the worst pattern cost.
print_operations() {
  awk -F'\t' '
    /^#/ { next }
    $1 == "kind" { for (i = 8; i <= NF; ++i) title[i] = $i; last = NF; next }
    {
      key = $1 " " $2 " " $3
      if (!(key in seen)) { seen[key] = 1; order[++n] = key }
      ++rows[key]
      for (i = 8; i <= last; ++i) {
        if ($5 == "uniform" || $5 == "unit") cost[key, $5, i] = $i
        if ($i + 0 > worst[key, i]) worst[key, i] = $i + 0
      }
    }
    END {
      for (k = 1; k <= n; ++k) {
        line = sprintf("%-34s %5d", order[k], rows[order[k]])
        for (i = 8; i <= last; ++i) {
          if (!worst[order[k], i]) continue
          short = title[i]
          gsub(/\.sum$|l1tex__|data_pipe_lsu_|_pipe_lsu|smsp__|wavefronts_mem_/, "", short)
          line = line " " short " " cost[order[k], "uniform", i] "/" \
                 cost[order[k], "unit", i] "/" worst[order[k], i]
        }
        print line
      }
    }' "$out/$1.tsv"
}

build || die "patterns does not build for $arch"
kinds=${KINDS:-$("$work/patterns" --list)}
kinds=${kinds//[,$'\n']/ }
files=$(for kind in $kinds; do echo "${kind%_atomic}"; done | awk '!seen[$0]++')
say "built in $SECONDS s"

waiting=$(wc -w <<<"$kinds")
for kind in $kinds; do
  # What a kind does not need, the others get.
  left=$((budget - SECONDS))
  if ((left < 3)); then
    state[$kind]="left out, $left s were left"
  else
    share=$((left / waiting))
    measure "$kind" $((share < 3 ? 3 : share))
    say "$kind: ${rows[$kind]} rows, ${state[$kind]}, ${seconds[$kind]} s"
    [[ ${state[$kind]} != no* ]] || break
  fi
  waiting=$((waiting - 1))
done

for file in $files; do write_file "$file"; done
if command -v cuobjdump >/dev/null; then
  cuobjdump -sass "$work/patterns" >"$logs/patterns.sass" 2>/dev/null
fi
{
  echo "operation: rows, then each counter at uniform/unit/worst addresses"
  for file in $files; do [[ ! -s $out/$file.tsv ]] || print_operations "$file"; done
} >"$logs/operations.txt"
cat "$logs/operations.txt"
tar -czf "$out/logs.tar.gz" -C "$work" logs

echo
failed=0
printf '%-14s %6s %4s  %s\n' kind rows s state
for kind in $kinds; do
  printf '%-14s %6s %4s  %s\n' "$kind" "${rows[$kind]:-0}" \
    "${seconds[$kind]:--}" "${state[$kind]:-not reached}"
  [[ ${rows[$kind]:-0} != 0 ]] || failed=1
done
echo "$SECONDS s"
exit "$failed"
