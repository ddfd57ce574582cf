#pragma once
// Reading what stands in a request's target: percent-escapes and query parameters (RFC 3986; forms
// as HTML writes them, where '+' is a space).
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier {

/// `text` with every %XX replaced by its byte; an escape that is not two hex digits stays as it is.
/// `plus_is_space` is for queries, where forms write spaces so.
std::string percent_decode(std::string_view text, bool plus_is_space);

/// The parameters of a query in order: "a=1&b" is {a, 1}, {b, ""}. Repeated names are all kept;
/// empty pieces ("&&") are skipped. Only the first '=' of a piece separates.
std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query);

/// The authority of an absolute target, "http://AUTHORITY/…" or "https://…"; nothing of any other.
std::optional<std::string_view> authority_of(std::string_view target);

struct Target {
  std::string_view path;   // still escaped
  std::string_view query;  // after the first '?', without the fragment
};
/// Splits a request target; of an absolute one (a proxy's) scheme and authority are dropped.
Target split_target(std::string_view target);

}  // namespace dossier
