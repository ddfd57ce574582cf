#pragma once
// Decodes request targets: percent-escapes and query parameters (RFC 3986, and HTML forms, in which
// '+' is a space).
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier {

/// Replaces every %XX in `text` by its byte; other escapes are unchanged. `plus_is_space` is for
/// queries, in which forms encode spaces as '+'.
std::string percent_decode(std::string_view text, bool plus_is_space);

/// The parameters of a query in order: "a=1&b" is {a, 1}, {b, ""}. Repeated names are all kept;
/// empty pieces ("&&") are skipped. Only the first '=' of a piece separates.
std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query);

/// The authority of an absolute target, "http://AUTHORITY/…" or "https://…"; absent for others.
std::optional<std::string_view> authority_of(std::string_view target);

struct Target {
  std::string_view path;   // still escaped
  std::string_view query;  // after the first '?', without the fragment
};
/// Splits a request target. The scheme and authority of an absolute one (from a proxy) are dropped.
Target split_target(std::string_view target);

}  // namespace dossier
