"""Kernels and projects that the benchmarks are run on, of any size.

Everything is made of the numbers given, so that the same call gives the same
bytes. No header is included but those the source itself names, so that each file
compiles with the toolkit's headers and with the built-in ones alike.
"""
import json
import random

from tiles import templates

BLOCK = "dim3(32, 8)"


def _launch(kernels, parameters="float *a, float *b, int n"):
    """A host function that launches each, so that blocks and grids are known."""
    lines = [f"void launch_all({parameters}) {{"]
    lines += [f"  {kernel}<<<dim3(64, 64), {BLOCK}>>>(a, b, n);" for kernel in kernels]
    return "\n".join([*lines, "}", ""])


def _index(k):
    """Indices in turn: coalesced, offset, of a pitch, of columns, divided."""
    return (f"x + {4 * k}", f"y * n + x + {k % 97}", f"x * {k % 7 + 1} + {k}",
            f"(x ^ {k % 31}) + n * y", f"x / {k % 5 + 2} + {k}")[k % 5]


def straight(accesses):
    """One kernel without branches: a load and a store on each line."""
    lines = ["__global__ void straight(float *a, float *b, int n) {",
             "  int x = blockIdx.x * blockDim.x + threadIdx.x;",
             "  int y = blockIdx.y * blockDim.y + threadIdx.y;"]
    lines += [f"  b[{_index(k)}] = a[{_index(k + 1)}] * {k + 2}.0f;"
              for k in range(accesses // 2)]
    return "\n".join([*lines, "}", _launch(["straight"])])


def many_kernels(accesses, each=10):
    """Kernels of ten accesses."""
    names, parts = [], []
    for first in range(0, max(1, accesses), each):
        names.append(f"small{first // each}")
        parts.append(straight(min(each, accesses)).split("void launch_all")[0]
                     .replace("straight", names[-1]).replace("* 2.0f", f"* {first}.0f"))
    return "\n".join([*parts, _launch(names)])


def loops(accesses):
    """One kernel of nested loops over tiles in shared memory, four accesses each."""
    lines = ["__global__ void loops(float *a, float *b, int n) {",
             "  __shared__ float tile[8][33];",
             "  int x = threadIdx.x, y = threadIdx.y;",
             "  int row = blockIdx.y * blockDim.y + y;"]
    for k in range(max(1, accesses // 4)):
        lines += [f"  for (int i = 0; i < {k % 12 + 4}; ++i) {{",
                  f"    tile[y][x] = a[(row + {k}) * n + i * 32 + x];",
                  "    __syncthreads();",
                  f"    b[row * n + i * {k % 3 + 1} + x] = tile[x % 8][y + {k % 3}];",
                  "    __syncthreads();", "  }"]
    return "\n".join([*lines, "}", _launch(["loops"])])


def nests(accesses):
    """One kernel of nested loops with unknown bounds, two accesses each."""
    lines = ["__global__ void nests(float *a, float *b, int n) {",
             "  int x = blockIdx.x * blockDim.x + threadIdx.x;"]
    for k in range(accesses // 2):
        lines += ["  for (int i = 0; i < n; ++i)", f"    for (int j = i; j < n; j += {k % 4 + 1})",
                  f"      b[i * n + x + {k}] = a[j * n + x * {k % 3 + 1}];"]
    return "\n".join([*lines, "}", _launch(["nests"])])


HELPERS = """
struct Grid { float *data; int pitch; };
__device__ inline float &at(Grid g, int row, int column) {
  return g.data[row * g.pitch + column];
}
__device__ inline void axpy(Grid to, Grid from, int row, int column, float f) {
  at(to, row, column) = at(from, column, row) * f;
}
template <int K> __device__ inline void shifted(Grid to, Grid from, int y, int x) {
  if (x + K < to.pitch)
    axpy(to, from, y, x + K, K + 1.0f);
}
"""


def helpers(accesses):
    """One kernel whose accesses are all in device functions that it calls."""
    lines = ["__global__ void helpers(float *a, float *b, int n) {",
             "  int x = blockIdx.x * blockDim.x + threadIdx.x;",
             "  int y = blockIdx.y * blockDim.y + threadIdx.y;",
             "  Grid from{a, n}, to{b, n};"]
    lines += [f"  shifted<{k % 64}>(to, from, y + {k // 64}, x);" for k in range(accesses // 2)]
    return HELPERS + "\n".join([*lines, "}", _launch(["helpers"])])


def branches(accesses):
    """One kernel of guarded accesses: bounds checks, and arms that differ."""
    lines = ["__global__ void branches(float *a, float *b, int n) {",
             "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;"]
    for k in range(0, accesses // 2, 2):
        lines += [f"  if (x + {k} < n)", f"    b[x + {k}] = a[x * {k % 5 + 1} + {k}];",
                  f"  if (n % {k % 9 + 2} == 0)", f"    b[x * n + {k}] = 1;", "  else",
                  f"    b[y * n + {k}] = {k};"]
    return "\n".join([*lines, "}", _launch(["branches"])])


def exchanges(accesses):
    """One kernel that sorts indices in registers, as sorting networks do: each value
    is one of two others, over and over."""
    lines = ["__global__ void exchanges(float *a, float *b, int n) {",
             "  int x = blockIdx.x * blockDim.x + threadIdx.x, t;",
             "  int v0 = x, v1 = x + 1, v2 = x + 2, v3 = x + 3;"]
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]
    for k in range(accesses // 2):
        p, q = pairs[k % 5]
        lines += [f"  if (n > {k}) {{ t = v{p}; v{p} = v{q}; v{q} = t; }}",
                  f"  b[v{p}] = a[v{q} + {k}];"]
    return "\n".join([*lines, "}", _launch(["exchanges"])])


def generated(lines, seed=7):
    """One kernel as a code generator writes it: a straight run of temporaries, each
    of earlier ones and of loads, guards, short loops and a shared array."""
    chance = random.Random(seed)
    body = ["__global__ void generated(float *a, float *b, int n) {",
            "  __shared__ float s[1056];",
            "  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;",
            "  const int l = threadIdx.y * 33 + threadIdx.x;", "  float t0 = a[y * n + x];"]
    names = 1
    while len(body) < lines - 4:
        t = [f"t{chance.randrange(max(0, names - 40), names)}" for _ in range(3)]
        kind = chance.random()
        if kind < 0.55:
            factor = chance.randrange(1, 99)
            body.append(f"  float t{names} = {t[0]} * {factor}.5f + {t[1]} - {t[2]};")
            names += 1
        elif kind < 0.75:
            body.append(f"  float t{names} = a[(y + {chance.randrange(9)}) * n + x + "
                        f"{chance.randrange(-4, 5)}] * {t[0]};")
            names += 1
        elif kind < 0.83:
            body.append(f"  s[l + {chance.randrange(768)}] = {t[0]};")
        elif kind < 0.91:
            body.append(f"  float t{names} = s[l * {chance.choice((1, 1, 2))} + "
                        f"{chance.randrange(500)}] + {t[1]};")
            names += 1
        elif kind < 0.96:
            body += [f"  if (x < n - {chance.randrange(1, 64)})",
                     f"    b[y * n + x + {chance.randrange(64)}] = {t[2]};"]
        elif kind < 0.98:
            body += [f"  for (int i = 0; i < {chance.randrange(2, 9)}; ++i)",
                     f"    b[(y + i) * n + x + {chance.randrange(64)}] = {t[1]} * i;"]
        else:
            body.append("  __syncthreads();")
    body.append(f"  b[y * n + x] = t{names - 1};")
    return "\n".join([*body, "}", _launch(["generated"])])


SHAPES_OF_ACCESSES = {"straight": straight, "kernels": many_kernels, "loops": loops,
                      "nests": nests, "helpers": helpers, "branches": branches,
                      "exchanges": exchanges, "templates": templates}


PROJECT_HEADER = """#pragma once
struct Matrix { float *data; int pitch, rows; };
__device__ inline float load(const Matrix &m, int row, int column) {
  return row < m.rows && column < m.pitch ? m.data[row * m.pitch + column] : 0.0f;
}
template <int N> struct Vec { float v[N]; };
template <int N> __device__ inline float sum(const Vec<N> &v) {
  float s = 0;
  for (int i = 0; i < N; ++i) s += v.v[i];
  return s;
}
inline int blocks(int n, int block) { return (n + block - 1) / block; }
"""


def project_file(number):
    """Three kernels of a project: a map, a tile in shared memory, a record."""
    k = number
    return f"""#include "common.cuh"
__global__ void map{k}(Matrix in, Matrix out) {{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < out.rows && x < out.pitch)
    out.data[y * out.pitch + x] = load(in, y, x + {k % 5}) + load(in, x, y);
}}
__global__ void tile{k}(const float *in, float *out, int n) {{
  __shared__ float t[32][{32 + k % 2}];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    t[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(y + i) * n + x] = t[threadIdx.x][threadIdx.y + i];
}}
__global__ void record{k}(const Vec<{k % 6 + 2}> *in, float *out, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i * {k % 3 + 1}] = sum(in[i]);
}}
void run{k}(Matrix a, Matrix b, Vec<{k % 6 + 2}> *v, float *out, int n) {{
  map{k}<<<dim3(blocks(n, 32), blocks(n, 8)), dim3(32, 8)>>>(a, b);
  tile{k}<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(a.data, b.data, n);
  record{k}<<<blocks(n, 256), 256>>>(v, out, n);
}}
"""


def project(folder, files):
    """Writes files, their header and compile commands; the paths of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "common.cuh").write_text(PROJECT_HEADER)
    paths = []
    for number in range(files):
        paths.append(folder / f"part{number:03}.cu")
        paths[-1].write_text(project_file(number))
    (folder / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(folder), "file": str(path),
          "command": f"nvcc -std=c++17 -arch=sm_90 -c {path.name}"} for path in paths]))
    return paths
