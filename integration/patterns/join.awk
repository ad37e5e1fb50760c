# join.awk: one row a launch, the pattern beside the counters that the profiler
# read for it. Run as
#   awk -v columns=COUNTER,... -f join.awk PATTERNS.tsv PROFILER.csv
# PROFILER.csv is `ncu --page raw --csv`, one line a launch in launch order.
# Prints the pattern's columns and the counters, each less its baseline: its
# value in the first launch of the same operation, whose mask is empty. A
# counter that this run did not read is "-". Complaints go to stderr; exits with
# 1 when nothing could be joined.

BEGIN {
  FS = "\t"
  wanted = split(columns, column, ",")
}

function complain(text) { print "join: " text > "/dev/stderr" }

# The fields of a CSV line whose fields are all quoted.
function fields(line, out) {
  sub(/\r$/, "", line)
  sub(/^"/, "", line)
  sub(/"$/, "", line)
  return split(line, out, /","/)
}

FNR == NR {
  pattern[++patterns] = $0
  operation[patterns] = $1 " " $2 " " $3
  family[patterns] = $5
  next
}

/^"ID",/ {
  names = fields($0, name)
  for (i = 1; i <= names; ++i)
    at[name[i]] = i
  next
}

# Data lines have a number; the line of units has none, the log is unquoted.
/^"[0-9]+",/ {
  if (++launches > patterns)
    next
  if (fields($0, value) != names) {
    complain("launch " launches ": " names " columns expected")
    next
  }
  key = operation[launches]
  kernel = value[at["Kernel Name"]]
  # One kernel for each operation and no other, or the order is lost.
  if ((key in kernelOf && kernelOf[key] != kernel) ||
      (kernel in keyOf && keyOf[kernel] != key)) {
    complain("launch " launches " (" key ") is of " kernel)
    failed = 1
    exit
  }
  kernelOf[key] = kernel
  keyOf[kernel] = key

  row = pattern[launches]
  for (i = 1; i <= wanted; ++i) {
    if (!(column[i] in at)) {
      row = row "\t-"
      continue
    }
    count = value[at[column[i]]]
    gsub(/,/, "", count)
    if (count !~ /^-?[0-9]+(\.[0-9]+)?$/) {
      row = row "\t?"
      ++unread
      continue
    }
    if (!((key, i) in baseline)) {
      if (family[launches] != "baseline")
        complain(key ": no baseline first")
      baseline[key, i] = count
    } else if (family[launches] == "baseline" && count != baseline[key, i]) {
      complain(key ": the baseline of " column[i] " is " baseline[key, i] \
               " first and " count " later")
    }
    row = row "\t" (count - baseline[key, i])
  }
  print row
}

END {
  if (unread)
    complain(unread " values are no numbers")
  if (launches != patterns)
    complain(patterns " launches, " launches + 0 " of them profiled")
  exit failed || launches == 0
}
