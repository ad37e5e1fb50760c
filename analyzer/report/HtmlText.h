//===- HtmlText.h - Text and frame of the HTML pages ------------*- C++ -*-===//
// Escaping, and what every page of --html begins and ends with.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_HTMLTEXT_H
#define WARPTIDY_REPORT_HTMLTEXT_H

#include <string>
#include <string_view>

namespace warptidy {

/// The text for an element or a quoted attribute. Bytes that are no UTF-8 and
/// control characters become U+FFFD; marks that turn the direction of writing
/// are spelled out, as they can make code look like other code.
std::string htmlText(std::string_view Text);

/// `<code>text</code>`.
std::string htmlCode(std::string_view Text);

/// Up to and with the start of the body. No script, and nothing from elsewhere.
std::string pageStart(const std::string &Title, const std::string &BodyClass);
std::string pageEnd(const std::string &ToolVersion);

/// The style sheet of all pages.
const char *pageStyle();

} // namespace warptidy

#endif
