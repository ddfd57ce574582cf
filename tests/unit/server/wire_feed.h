#pragma once
// What a connection makes of the bytes that its client sends, however they are split: for the unit
// tests and the fuzzer, which hold every way to split them against the whole.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/connection.h"

namespace dossier::test {

/// Limits that short inputs reach, and a guard that wants no target that begins with "/no".
inline Rules short_rules() {
  Rules rules;
  rules.limits = {.request_line = 40, .head = 160, .headers = 5, .body = 16};
  rules.refuse = [](const ReadHead& read) {
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
      return std::to_string(refusal->status) + " " + std::string(refusal->message);
    }
    const auto* head = std::get_if<RequestHead>(&read);
    return std::string(head && head->target.starts_with("/no") ? "403" : "");
  };
  return rules;
}

/// Every request in order, one a line, then the refusal that ended it if one did. What tells a
/// client to go on depends on how much came at once, and is left out.
inline std::string heard(std::span<const std::string_view> pieces, const Rules& rules) {
  Connection connection;
  std::string out;
  for (const std::string_view piece : pieces) {
    if (connection.last) break;
    connection.input += piece;
    connection.look(rules);
    for (;;) {
      for (size_t at;
           (at = connection.output.find("HTTP/1.1 100 Continue\r\n\r\n")) != std::string::npos;) {
        connection.output.erase(at, 25);
      }
      out += connection.output;
      connection.output.clear();
      if (connection.step() != Step::serve) break;
      const auto& head = std::get<RequestHead>(connection.request);
      out += head.method + " " + head.target + " " + std::to_string(head.minor);
      for (const auto& [name, value] : head.headers) out += "|" + name + ":" + value;
      out += "|" + connection.input.substr(head.size, head.body) + "\n";
      connection.answered(head.keep_alive, rules);
    }
  }
  return out;
}

inline std::string heard(std::string_view whole, const Rules& rules) {
  return heard(std::span(&whole, 1), rules);
}

/// The first place at which splitting the bytes in two changes what is heard, the size of them when
/// only sending one byte at a time does, or npos.
inline size_t split_that_matters(std::string_view bytes, const Rules& rules) {
  const std::string whole = heard(bytes, rules);
  for (size_t at = 0; at < bytes.size(); ++at) {
    const std::string_view pieces[] = {bytes.substr(0, at), bytes.substr(at)};
    if (heard(pieces, rules) != whole) return at;
  }
  std::vector<std::string_view> single;
  for (size_t at = 0; at < bytes.size(); ++at) single.push_back(bytes.substr(at, 1));
  return heard(single, rules) == whole ? std::string_view::npos : bytes.size();
}

}  // namespace dossier::test
