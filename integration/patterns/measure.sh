#!/usr/bin/env bash
# measure.sh OUT_DIR: draws random lane-to-address maps, runs one a launch under
# the profiler and writes what the hardware counted as OUT_DIR/*.tsv.
# Needs nvcc, ncu, a GPU and the right to read its counters. See README.md.
# Environment: COUNT patterns an operation a round (48), ROUNDS at most (3), SEED
# of the first (1), BUDGET seconds for all (330), KINDS to measure (all), ARCH
# (sm_90), CHIP whose counters are known to ncu (gh100), NVCC, NCU.
set -uo pipefail

out=${1:?usage: measure.sh OUT_DIR}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
count=${COUNT:-48} rounds=${ROUNDS:-3} seed=${SEED:-1} budget=${BUDGET:-330}
arch=${ARCH:-sm_90} chip=${CHIP:-gh100} nvcc=${NVCC:-nvcc} ncu=${NCU:-ncu}

say() { printf 'measure: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

command -v "$nvcc" >/dev/null || die "no nvcc: install the CUDA toolkit or set NVCC"
command -v "$ncu" >/dev/null || die "no ncu: install Nsight Compute or set NCU"
mkdir -p "$out" || die "cannot write $out"
work=$(mktemp -d) || die "no temporary folder"
logs=$work/logs && mkdir "$logs"
trap 'rm -rf "$work"' EXIT

# The counters of a kind. What this profiler does not know is left out.
counters() {
  local shared=l1tex__data_pipe_lsu_wavefronts_mem_shared
  local sectors=l1tex__t_sectors_pipe_lsu_mem requests=l1tex__t_requests_pipe_lsu_mem
  local tags=l1tex__t_set_accesses_pipe_lsu_mem
  local output=l1tex__t_output_wavefronts_pipe_lsu_mem
  case $1 in
  shared) echo "$shared"{_op_ld,_op_st,} ;;
  shared_atomic)
    echo "$shared"{_op_atom,_op_red,_op_ld,_op_st,} \
      smsp__inst_executed_op_shared_atom{,_dot_alu,_dot_cas} ;;
  matrix)
    echo "$shared"{_op_ld,_op_st,,_cmd_read,_cmd_write} \
      "$shared"_op_{ldsm,stsm} l1tex__data_pipe_lsu_wavefronts ;;
  copy)
    echo "$shared"{,_op_ld,_op_st,_op_ldgsts,_cmd_write} \
      l1tex__data_pipe_lsu_wavefronts{,_mem_lg} \
      {"$sectors","$requests"}_global_op_{ld,ldgsts,ldgsts_cache_access,ldgsts_cache_bypass} ;;
  constant) echo idc__requests{,_lookup_hit,_lookup_miss} ;;
  local)
    echo {"$sectors","$requests"}_local_op_{ld,st} "$tags"_local_op_{ld,st} ;;
  global)
    echo {"$sectors","$requests","$tags","$output"}_global_op_{ld,st} \
      l1tex__data_pipe_lsu_wavefronts_mem_lg ;;
  global_atomic)
    echo {"$sectors","$requests","$tags","$output"}_global_op_{red,atom} ;;
  esac
}

# Kinds whose rows go to one file: the columns are the counters of all of them.
kinds_of() {
  case $1 in
  shared | global) echo "$1" "$1_atomic" ;;
  *) echo "$1" ;;
  esac
}

all_known=
known() {
  [[ -n $all_known ]] || grep -qE "^[[:space:]\"]*$1([[:space:]\",.]|\$)" "$logs/metrics.txt"
}

declare -A chosen
choose_counters() {
  "$ncu" --query-metrics --chips "$chip" >"$logs/metrics.txt" 2>&1
  if ! grep -q l1tex__ "$logs/metrics.txt"; then
    say "ncu does not list the counters of $chip; trying those of this machine"
    "$ncu" --query-metrics >"$logs/metrics.txt" 2>&1
  fi
  if ! grep -q l1tex__ "$logs/metrics.txt"; then
    say "ncu lists no counters ($(tail -1 "$logs/metrics.txt")); asking for all"
    all_known=1
  fi
  local kind name unknown
  for kind in $kinds; do
    unknown=
    for name in $(counters "$kind"); do
      if known "$name"; then
        chosen[$kind]+=${chosen[$kind]:+,}$name.sum
      else
        unknown+=" $name"
      fi
    done
    [[ -z $unknown ]] || say "$kind: not on this profiler:$unknown"
  done
}

# profile KIND SEED CSV PATTERNS LIMIT: one run of the profiler.
profile() {
  timeout -k 5 "$5" "$ncu" --clock-control none -k regex:probe \
    --metrics "${chosen[$1]}" --page raw --csv --print-units base \
    --log-file "$3" "$work/patterns" \
    --kind "$1" --count "$count" --seed "$2" "$4" >"${3%.csv}.txt" 2>&1
}

# The counters of all kinds of a file, each once; fixed before the first row.
declare -A columns
choose_columns() {
  local file kind
  for file in $files; do
    columns[$file]=$(for kind in $(kinds_of "$file"); do
      tr , '\n' <<<"${chosen[$kind]:-}"
    done | awk 'NF && !seen[$0]++' | paste -sd, -)
  done
}

declare -A seconds rows passes state
# measure KIND ROUND LIMIT: appends the rows of the kind to its file.
measure() {
  local kind=$1 round=$2 limit=$3 try missing name status=0 begin=$SECONDS
  local csv=$logs/$kind.$round.csv patterns=$work/$kind.$round.tsv
  local printed=$logs/$kind.$round.txt file=${kind%_atomic}
  state[$kind]=failed
  for try in 1 2; do
    rm -f "$csv" "$patterns"
    profile "$kind" $((seed + round - 1)) "$csv" "$patterns" "$limit"
    status=$?
    missing=$(grep -oE 'Failed to find metric [^ ,]+' "$csv" "$printed" 2>/dev/null |
      awk '{print $NF}' | sort -u)
    [[ $try == 1 && $status != 0 && -n $missing ]] || break
    for name in $missing; do
      say "$kind: ncu does not find $name"
      chosen[$kind]=$(tr , '\n' <<<"${chosen[$kind]}" | grep -vxF "$name" | paste -sd, -)
    done
    [[ -n ${chosen[$kind]} ]] || break
  done
  seconds[$kind]=$((SECONDS - begin))
  if grep -qs ERR_NVGPUCTRPERM "$csv" "$printed"; then
    say "$kind: this user may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root or have an administrator allow it"
    return 1
  fi
  if ((status == 124 || status == 137)); then
    state[$kind]='too slow'
    count=$((count > 8 ? count / 4 : 2))
    say "$kind: stopped after $limit s; from now on $count patterns an operation"
    return 1
  fi
  if [[ ! -s $csv || ! -s $patterns ]]; then
    say "$kind: ncu ended with $status: $(cat "$printed" "$csv" 2>/dev/null | tail -n 1)"
    return 1
  fi
  if ! awk -v columns="${columns[$file]}" -f "$here/join.awk" \
    "$patterns" "$csv" >"$work/rows.tsv" 2>"$work/join.txt"; then
    say "$kind: ncu ended with $status; no counters in its output: $(grep -m1 == "$csv")"
    cat "$work/join.txt" >&2
    return 1
  fi
  cat "$work/join.txt" >&2
  cat "$work/rows.tsv" >>"$work/$file.rows"
  rows[$kind]=$((${rows[$kind]:-0} + $(wc -l <"$work/rows.tsv")))
  passes[$kind]=$(grep -oE '[0-9]+ pass' "$csv" | sort -rn | head -1)
  state[$kind]=measured
}

write_file() {
  [[ -s $work/$1.rows ]] || return
  {
    echo "# device: $("$work/patterns" --device 2>/dev/null || echo unknown)"
    echo "# toolkit: $("$nvcc" --version | grep -o 'release [^,]*' | sed 's/release/CUDA/')"
    echo "# profiler: Nsight Compute $("$ncu" --version | grep -oE '[0-9]{4}(\.[0-9]+){2}' | head -1)"
    echo "# date: $(date -u +%F)"
    echo "# made by: measure.sh with COUNT=$count SEED=$seed and up: one warp and one access a launch"
    echo "# counters are less those of a launch with an empty mask (rows of family 'baseline')"
    printf 'kind\top\twidth_bytes\tmask_hex\tfamily\tbyte_address_of_each_lane\tsource_address_of_each_lane\t'
    tr , '\t' <<<"${columns[$1]}"
    cat "$work/$1.rows"
  } >"$out/$1.tsv"
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

"$nvcc" -O3 -std=c++17 "-arch=$arch" -o "$work/patterns" "$here/patterns.cu" ||
  die "patterns.cu does not compile for $arch"
kinds=${KINDS:-$("$work/patterns" --list)}
kinds=${kinds//[,$'\n']/ }
files=$(for kind in $kinds; do echo "${kind%_atomic}"; done | awk '!seen[$0]++')
choose_counters
choose_columns

for ((round = 1; round <= rounds; ++round)); do
  for kind in $kinds; do
    if [[ -z ${chosen[$kind]:-} ]]; then
      state[$kind]='no counters'
      continue
    fi
    [[ $round == 1 || ${state[$kind]:-} != failed ]] || continue
    left=$((budget - SECONDS))
    if ((left < 10 || (round > 1 && left < 2 * ${seconds[$kind]:-0}))); then
      say "$kind: left out of round $round, $left s are left"
      continue
    fi
    # A kind that hangs must not use up the time of the others.
    measure "$kind" "$round" $((left < 100 ? left : 100))
    say "$kind, round $round: ${state[$kind]}, ${seconds[$kind]} s"
  done
done

for file in $files; do write_file "$file"; done
if command -v cuobjdump >/dev/null; then
  cuobjdump -sass "$work/patterns" >"$logs/patterns.sass" 2>/dev/null
fi
{
  echo "operation: rows, then each counter at uniform/unit/worst addresses"
  for file in $files; do [[ ! -s $out/$file.tsv ]] || print_operations "$file"; done
} | tee "$logs/operations.txt"
tar -czf "$out/logs.tar.gz" -C "$work" logs

echo
failed=0
printf '%-14s %6s %8s %4s  %s\n' kind rows passes s state
for kind in $kinds; do
  printf '%-14s %6s %8s %4s  %s\n' "$kind" "${rows[$kind]:-0}" "${passes[$kind]:--}" \
    "${seconds[$kind]:--}" "${state[$kind]:-not reached}"
  [[ ${rows[$kind]:-0} != 0 ]] || failed=1
done
echo "$SECONDS s"
exit "$failed"
