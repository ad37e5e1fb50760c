//===- Rows.h - Other layouts of a shared array -----------------*- C++ -*-===//
// The accesses of a kernel if the rows of one of its shared arrays were longer,
// or the columns in them were exchanged.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ROWS_H
#define WARPTIDY_MODEL_ROWS_H

#include "model/Arch.h"
#include "model/Prediction.h"
#include <set>

namespace warptidy {

/// By access: how many rows further on than AccessFact::Row its subscripts are,
/// the column being as much before; those that are not where it says.
using RowShifts = std::map<size_t, int64_t>;

/// What becomes of an array of arrays.
struct RowLayout {
  unsigned MoreBytes = 0; ///< That each row is longer.
  /// Column c of row r goes to c ^ (r >> Shift & (columns - 1)), for a power of
  /// two of columns.
  std::optional<unsigned> SwizzleShift;
  RowShifts Shifts; ///< From rowReach.
};

/// The accesses to an array: those that subscripts of Base lead to. False in
/// All when some access is none of these.
std::vector<size_t> accessesTo(const KernelFacts &Facts, ExprRef Base,
                               bool &All);

/// The predictions of the accesses to Base alone, under the launches of K.
KernelPredictions predictRows(const KernelPredictions &K, ExprRef Base,
                              const RowLayout &Layout, const ArchInfo &Arch,
                              const PredictOptions &Options);

/// Whether the subscripts lead out of their rows, under some launch that is no
/// guess. Shifts says which row accesses are in that stay inside one.
enum class RowReach : uint8_t { Inside, Unknown, Outside };
RowReach rowReach(const KernelPredictions &K, ExprRef Base,
                  const ArchInfo &Arch, RowShifts &Shifts);

/// Bytes of the static shared arrays that the kernel uses.
uint64_t staticSharedBytes(const KernelFacts &Facts);
/// Whether it uses an array whose size the launch gives.
bool usesDynamicShared(const KernelFacts &Facts);

} // namespace warptidy

#endif
