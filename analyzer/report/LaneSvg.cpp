//===- LaneSvg.cpp - Pictures of a warp's request -------------------------===//
// See LaneSvg.h. Each group has a title that says the same in words.
//===----------------------------------------------------------------------===//
#include "report/LaneSvg.h"
#include "report/HtmlText.h"
#include <algorithm>
#include <bit>
#include <set>

namespace warptidy {
namespace {

constexpr unsigned RowHeight = 16, PageWidth = 576;

std::string number(unsigned N) { return std::to_string(N); }

std::string rect(const char *Class, unsigned X, unsigned Y, unsigned W,
                 unsigned H) {
  return std::string("<rect class=\"") + Class + "\" x=\"" + number(X) +
         "\" y=\"" + number(Y) + "\" width=\"" + number(W) + "\" height=\"" +
         number(H) + "\"/>";
}

std::string text(const char *Class, unsigned X, unsigned Y,
                 const std::string &Words) {
  return std::string("<text class=\"") + Class + "\" x=\"" + number(X) +
         "\" y=\"" + number(Y) + "\">" + Words + "</text>";
}

std::string titled(const std::string &Title, const std::string &Body) {
  return "<g><title>" + Title + "</title>" + Body + "</g>";
}

std::string lanesWords(uint32_t Lanes) {
  return (std::has_single_bit(Lanes) ? "lane " : "lanes ") + lanesText(Lanes);
}

/// The lanes of a cell as far as its width allows; nothing if too narrow.
std::string cellLabel(uint32_t Lanes, unsigned Width) {
  constexpr unsigned CharWidth = 6;
  std::string Label = lanesText(Lanes);
  if (Label.size() * CharWidth <= Width + 2)
    return Label;
  // A multiplication sign is one character wide.
  Label = number(static_cast<unsigned>(std::popcount(Lanes)));
  return (Label.size() + 1) * CharWidth <= Width + 2 ? "\xC3\x97" + Label : "";
}

/// Lines of memory under each other, each with its sectors; bytes that a lane
/// uses are filled.
class SectorDrawing {
public:
  SectorDrawing(const LaneAddresses &Lanes, const ArchInfo &Arch)
      : Arch(Arch), Sectors(touchedSectors(Lanes, Arch)),
        PerLine(Arch.LineBytes / Arch.SectorBytes) {}

  LanePicture draw() {
    constexpr unsigned Gap = 5;
    int64_t Before = -1;
    for (const TouchedSector &S : Sectors) {
      const int64_t Line = S.Number / PerLine;
      if (Line != Before) {
        Y += Before < 0 ? 4 : Line == Before + 1 ? RowHeight : RowHeight + Gap;
        startLine(Line);
      }
      Before = Line;
      sector(S);
    }
    return {std::move(Out), PageWidth, Y + RowHeight + 2};
  }

private:
  static constexpr unsigned Left = 66, WordWidth = 15, SectorGap = 6;
  static constexpr unsigned WordBytes = 4;

  unsigned sectorWidth() const {
    return Arch.SectorBytes / WordBytes * WordWidth;
  }
  unsigned sectorX(int64_t Number) const {
    return Left + static_cast<unsigned>(Number % PerLine) *
                      (sectorWidth() + SectorGap);
  }
  void startLine(int64_t Line) {
    Out += text("lt la le", Left - 6, Y + 11,
                "+" + std::to_string(Line * Arch.LineBytes));
    for (unsigned S = 0; S < PerLine; ++S)
      Out += rect("lf", sectorX(S), Y, sectorWidth(), RowHeight - 3);
    Out += "\n";
  }
  void sector(const TouchedSector &S) {
    const unsigned X = sectorX(S.Number);
    std::string Body = rect("lw", X, Y, sectorWidth(), RowHeight - 3);
    for (const SectorRun &R : S.Runs) {
      const unsigned From = R.First * WordWidth / WordBytes;
      const unsigned To = (R.First + R.Bytes) * WordWidth / WordBytes;
      const unsigned Width = std::max(1u, To - From - (To - From > 4 ? 1 : 0));
      Body += rect("lu", X + From, Y, Width, RowHeight - 3);
      if (std::string Label = cellLabel(R.Lanes, Width); !Label.empty())
        Body += text("lt lm ln", X + (From + To) / 2, Y + 10, Label);
    }
    Out += titled("sector " + std::to_string(S.Number) + ": " +
                      lanesWords(S.Lanes) + "; " + number(S.UsedBytes) +
                      " of " + number(Arch.SectorBytes) + " bytes",
                  Body) +
           "\n";
  }

  const ArchInfo &Arch;
  const std::vector<TouchedSector> Sectors;
  const int64_t PerLine;
  unsigned Y = 0;
  std::string Out;
};

/// A column for each bank, a row for each turn that the fullest one takes.
class BankDrawing {
public:
  BankDrawing(const AccessFact &A, const LaneAddresses &Lanes,
              const ArchInfo &Arch)
      : Map(bankMap(A, Lanes, Arch)), Banks(Arch.SharedBanks) {}

  LanePicture draw() {
    Out += text("lt la le", Left - 5, 11, "bank");
    for (unsigned Bank = 0; Bank < Banks; ++Bank)
      Out += text("lt la lm", center(Bank), 11, number(Bank));
    Out += "\n";
    Y = 16;
    unsigned Row = 0;
    for (size_t I = 0; I < Map.Passes.size(); ++I) {
      const BankPass &Pass = Map.Passes[I];
      if (Map.Passes.size() > 1) {
        Out += text("lt la", Left, Y + 10,
                    "pass " + number(static_cast<unsigned>(I) + 1) + ": " +
                        lanesWords(Pass.Lanes));
        Y += 14;
      }
      for (size_t R = 0; R < Pass.Rows.size(); ++R)
        row(Pass.Rows[R], ++Row, R > 0);
      Y += 4;
    }
    return {std::move(Out), PageWidth, Y};
  }

private:
  static constexpr unsigned Left = 30, BankWidth = 17;

  static unsigned center(unsigned Bank) {
    return Left + Bank * BankWidth + BankWidth / 2;
  }
  /// Again: the second word of a bank or a later one.
  void row(const std::vector<BankCell> &Cells, unsigned Number, bool Again) {
    Out += text("lt la le", Left - 5, Y + 11, number(Number));
    Out += rect("lk", Left, Y, Banks * BankWidth, RowHeight - 2);
    for (const BankCell &C : Cells) {
      std::string Body = rect(Again ? "lc" : "lu", Left + C.Bank * BankWidth, Y,
                              BankWidth - 1, RowHeight - 2);
      if (std::string Label = cellLabel(C.Lanes, BankWidth); !Label.empty())
        Body += text(Again ? "lt lm lo" : "lt lm ln", center(C.Bank), Y + 10,
                     Label);
      Out += titled("bank " + number(C.Bank) + ", word " +
                        std::to_string(C.Word) + ": " + lanesWords(C.Lanes),
                    Body);
    }
    Out += "\n";
    Y += RowHeight;
  }

  const BankMap Map;
  const unsigned Banks;
  unsigned Y = 0;
  std::string Out;
};

} // namespace

LanePicture drawLanes(const AccessFact &A, const LaneAddresses &Lanes,
                      const ArchInfo &Arch) {
  if (!Lanes.Active)
    return {};
  if (A.Space == AddressSpace::Shared)
    return BankDrawing(A, Lanes, Arch).draw();
  if (isBySectors(A))
    return SectorDrawing(Lanes, Arch).draw();
  return {};
}

std::string LanePictures::use(const AccessFact &A, const LaneAddresses &Lanes,
                              const ArchInfo &Arch, const std::string &Label) {
  LanePicture P = drawLanes(A, Lanes, Arch);
  if (P.Body.empty())
    return "";
  auto [It, New] = Known.try_emplace(P.Body, Known.size());
  const std::string Id = "lanes" + std::to_string(It->second);
  const std::string Box = "viewBox=\"0 0 " + std::to_string(P.Width) + " " +
                          std::to_string(P.Height) + "\"";
  if (New)
    Symbols +=
        "<symbol id=\"" + Id + "\" " + Box + ">\n" + P.Body + "</symbol>\n";
  return "<svg class=\"lanes\" role=\"img\" aria-label=\"" + htmlText(Label) +
         "\" " + Box + "><use href=\"#" + Id + "\"/></svg>\n";
}

std::string LanePictures::definitions() const {
  return "<svg class=\"hidden\" aria-hidden=\"true\" focusable=\"false\">\n"
         "<defs><pattern id=\"hatch\" width=\"5\" height=\"5\" "
         "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
         "<path d=\"M0 0V5\" stroke=\"var(--hatch)\"/></pattern></defs>\n" +
         Symbols + "</svg>\n";
}

} // namespace warptidy
