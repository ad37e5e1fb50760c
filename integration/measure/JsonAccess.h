//===- JsonAccess.h - Reading JSON that may be anything ---------*- C++ -*-===//
// Typed access without exceptions: a missing key or a wrong type gives the
// default.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_JSONACCESS_H
#define WARPTIDY_MEASURE_JSONACCESS_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace warptidy::measure {

using Json = nlohmann::ordered_json;

inline const Json &member(const Json &J, const char *Key) {
  static const Json Null;
  if (!J.is_object())
    return Null;
  auto It = J.find(Key);
  return It == J.end() ? Null : *It;
}

inline std::string text(const Json &J, const char *Key) {
  const Json &V = member(J, Key);
  return V.is_string() ? V.get<std::string>() : std::string();
}

inline std::optional<uint64_t> count(const Json &J) {
  if (!J.is_number_integer() ||
      (!J.is_number_unsigned() && J.get<int64_t>() < 0))
    return std::nullopt;
  return J.get<uint64_t>();
}

inline std::optional<uint64_t> count(const Json &J, const char *Key) {
  return count(member(J, Key));
}

inline uint64_t number(const Json &J, const char *Key) {
  return count(J, Key).value_or(0);
}

} // namespace warptidy::measure

#endif
