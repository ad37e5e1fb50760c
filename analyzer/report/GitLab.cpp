//===- GitLab.cpp - Findings as a GitLab Code Quality report --------------===//
// See GitLab.h. GitLab shows only the first entry of a fingerprint, so it is
// made of the file and the ordinal as well, but of no line: lines move.
//===----------------------------------------------------------------------===//
#include "report/GitLab.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

namespace warptidy {

using Json = nlohmann::ordered_json;

namespace {

/// Of GitLab's info, minor, major, critical and blocker.
const char *gitLabSeverity(Severity S) {
  switch (S) {
  case Severity::Remark:
    return "info";
  case Severity::Warning:
    return "major";
  case Severity::Error:
    return "critical";
  }
  return "";
}

/// FNV-1a, 64 bits, in hexadecimal.
std::string hashOf(const std::string &Text) {
  std::uint64_t Hash = 0xcbf29ce484222325;
  for (unsigned char C : Text)
    Hash = (Hash ^ C) * 0x100000001b3;
  char Out[17];
  std::snprintf(Out, sizeof Out, "%016" PRIx64, Hash);
  return Out;
}

class Writer {
public:
  explicit Writer(const RunReport &Report) : Report(Report) {}

  void add(const FileRegion &Where, Severity Level, const std::string &Check,
           const std::string &Message, const std::string &Known);
  std::string text() const {
    // Source text may be in any encoding; bad UTF-8 becomes U+FFFD.
    return Entries.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

private:
  const RunReport &Report;
  std::map<std::string, unsigned> Seen; ///< How often, by what is hashed.
  Json Entries = Json::array();
};

/// Known is what tells the problem from others of its file.
void Writer::add(const FileRegion &Where, Severity Level,
                 const std::string &Check, const std::string &Message,
                 const std::string &Known) {
  std::string Path = relativePath(Report, Where.Path);
  std::string Key = Path + '\0' + Check + '\0' + Known;
  Key += '\0' + std::to_string(Seen[Key]++);
  Entries.push_back(
      {{"description", Message + " [" + Check + "]"},
       {"check_name", Check},
       {"fingerprint", hashOf(Key) + hashOf(Known)},
       {"severity", gitLabSeverity(Level)},
       {"location",
        {{"path", Path},
         {"lines", {{"begin", std::max(1u, Where.Start.Line)}}}}}});
}

} // namespace

std::string gitLabReport(const RunReport &Report) {
  Writer Out(Report);
  for (const ReportedFinding &F : Report.Findings)
    if (F.Suppressed == Suppression::None && !F.Where.Path.empty())
      Out.add(F.Where, F.Level, F.Rule, F.Message,
              F.Fingerprint + ":" + std::to_string(F.Ordinal));
  for (const RunNotice &N : Report.Notices)
    if (N.Level != Severity::Remark && !N.Where.Path.empty())
      Out.add(N.Where, N.Level, "warp-tidy", N.Message, N.Message);
  return Out.text();
}

} // namespace warptidy
