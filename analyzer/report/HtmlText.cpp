//===- HtmlText.cpp - Text and frame of the HTML pages --------------------===//
// See HtmlText.h.
//===----------------------------------------------------------------------===//
#include "report/HtmlText.h"
#include <cstdint>
#include <cstdio>

namespace warptidy {

constexpr const char *Replacement = "\xEF\xBF\xBD"; // U+FFFD

/// The length of the UTF-8 sequence at the start of Text and its code point; 0
/// if there is none. Too long forms and surrogates are none.
static size_t decode(std::string_view Text, uint32_t &Code) {
  const auto Lead = static_cast<unsigned char>(Text[0]);
  size_t Length = Lead < 0x80           ? 1
                  : (Lead >> 5) == 0x6  ? 2
                  : (Lead >> 4) == 0xE  ? 3
                  : (Lead >> 3) == 0x1E ? 4
                                        : 0;
  if (Length == 0 || Length > Text.size())
    return 0;
  Code = Length == 1 ? Lead : Lead & (0x7Fu >> Length);
  for (size_t I = 1; I < Length; ++I) {
    const auto Next = static_cast<unsigned char>(Text[I]);
    if ((Next & 0xC0) != 0x80)
      return 0;
    Code = Code << 6 | (Next & 0x3F);
  }
  static const uint32_t Least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool Surrogate = Code >= 0xD800 && Code <= 0xDFFF;
  return Code < Least[Length] || Surrogate || Code > 0x10FFFF ? 0 : Length;
}

static bool turnsDirection(uint32_t C) {
  return (C >= 0x202A && C <= 0x202E) || (C >= 0x2066 && C <= 0x2069) ||
         C == 0x200E || C == 0x200F || C == 0x061C;
}

std::string htmlText(std::string_view Text) {
  std::string Out;
  Out.reserve(Text.size());
  while (!Text.empty()) {
    uint32_t Code = 0;
    const size_t Length = decode(Text, Code);
    if (Code == '&' && Length == 1)
      Out += "&amp;";
    else if (Code == '<' && Length == 1)
      Out += "&lt;";
    else if (Code == '>' && Length == 1)
      Out += "&gt;";
    else if (Code == '"' && Length == 1)
      Out += "&quot;";
    else if (Code == '\'' && Length == 1)
      Out += "&#39;";
    else if (!Length || (Code < 0x20 && Code != '\t' && Code != '\n') ||
             (Code >= 0x7F && Code < 0xA0))
      Out += Replacement;
    else if (turnsDirection(Code)) {
      char Name[16];
      std::snprintf(Name, sizeof(Name), "[U+%04X]", unsigned(Code));
      Out += Name;
    } else
      Out += Text.substr(0, Length);
    Text.remove_prefix(Length ? Length : 1);
  }
  return Out;
}

std::string htmlCode(std::string_view Text) {
  return "<code>" + htmlText(Text) + "</code>";
}

std::string pageStart(const std::string &Title, const std::string &BodyClass) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
         "charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
         "'none'; style-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         htmlText(Title) + "</title>\n<style>\n" + pageStyle() +
         "</style>\n</head>\n<body class=\"" + BodyClass + "\">\n";
}

std::string pageEnd(const std::string &ToolVersion) {
  return "<footer>warp-tidy " + htmlText(ToolVersion) +
         "</footer>\n</body>\n</html>\n";
}

} // namespace warptidy
