//===- PageText.h - Parts of a rule's page ----------------------*- C++ -*-===//
// Reads rules/<name>/rule.md for --explain and SARIF: what a reader outside the
// source tree can use of it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_PAGETEXT_H
#define WARPTIDY_REPORT_PAGETEXT_H

#include <string>
#include <string_view>

namespace warptidy {

/// The page without comments and with links to other files of the source tree
/// replaced by their text.
std::string pageMarkdown(std::string_view Page);

/// The first paragraph of a section in one line; empty when there is none.
std::string firstParagraph(std::string_view Markdown, std::string_view Section);

/// Markdown for a terminal: code indented, headings bold if Color, no marks.
std::string pageTerminal(std::string_view Markdown, bool Color);

} // namespace warptidy

#endif
