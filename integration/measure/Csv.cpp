//===- Csv.cpp - The profiler's tables ------------------------------------===//
// See Csv.h.
//===----------------------------------------------------------------------===//
#include "measure/Csv.h"
#include <algorithm>

namespace warptidy::measure {

namespace {
class Reader {
public:
  explicit Reader(const std::string &Text) : Text(Text) {}

  std::vector<CsvRow> rows() {
    std::vector<CsvRow> Rows;
    while (At < Text.size()) {
      if (Text.compare(At, 2, "==") == 0)
        At = std::min(Text.find('\n', At), Text.size() - 1) + 1;
      else if (CsvRow R = row(); R.size() > 1 || !R[0].empty())
        Rows.push_back(std::move(R));
    }
    return Rows;
  }

private:
  CsvRow row() {
    CsvRow Row;
    for (;;) {
      Row.push_back(At < Text.size() && Text[At] == '"' ? quoted() : plain());
      if (At >= Text.size() || Text[At++] == '\n')
        return Row;
    }
  }
  std::string plain() {
    size_t End = std::min(Text.find_first_of(",\n", At), Text.size());
    std::string Cell = Text.substr(At, End - At);
    At = End;
    if (!Cell.empty() && Cell.back() == '\r')
      Cell.pop_back();
    return Cell;
  }
  /// Whether the quote at At ends the cell.
  bool closes() const {
    size_t Next = At + 1;
    if (Next < Text.size() && Text[Next] == '\r')
      ++Next;
    return Next >= Text.size() || Text[Next] == ',' || Text[Next] == '\n';
  }
  std::string quoted() {
    std::string Cell;
    for (++At; At < Text.size() && Text[At] != '\n'; ++At) {
      if (Text[At] != '"') {
        Cell += Text[At];
      } else if (At + 1 < Text.size() && Text[At + 1] == '"') {
        Cell += Text[At++];
      } else if (closes()) {
        ++At;
        break;
      } else {
        Cell += '"';
      }
    }
    if (At < Text.size() && Text[At] == '\r')
      ++At;
    return Cell;
  }

  const std::string &Text;
  size_t At = 0;
};
} // namespace

std::vector<CsvRow> readCsv(const std::string &Text) {
  return Reader(Text).rows();
}

size_t column(const CsvRow &Header, const std::string &Name, size_t From) {
  for (size_t I = From; I < Header.size(); ++I)
    if (Header[I] == Name)
      return I;
  return std::string::npos;
}

} // namespace warptidy::measure
