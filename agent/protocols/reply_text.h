#pragma once
// Helpers of the text dialects: white space, code fences and line numbers of a reply.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "agent/turn.h"
#include "engine/ascii.h"

namespace dossier::protocols {

/// The reply's body: trimmed, and without a code fence that encloses all of it.
inline std::string_view unfenced(std::string_view reply) {
  std::string_view body = trimmed(reply);
  if (!body.starts_with("```") || !body.ends_with("```") || body.size() < 6) return body;
  const size_t line_end = body.find('\n');
  if (line_end == body.npos) return body;
  const std::string_view inner = body.substr(line_end + 1, body.size() - line_end - 4);
  return inner.find("\n```") == inner.npos && !inner.starts_with("```") ? trimmed(inner) : body;
}

/// Whether the line opens or closes a code fence: "```", "```diff".
inline bool is_fence(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("```")) return false;
  return std::all_of(line.begin() + 3, line.end(),
                     [](char c) { return is_word_character(c) || c == '-'; });
}

/// The 1-based line of byte `offset`.
inline uint32_t line_of(std::string_view text, size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return static_cast<uint32_t>(1 + std::count(text.begin(), end, '\n'));
}

/// "line 3: …", or the message alone for the whole reply.
inline std::string described(const Fault& fault) {
  if (fault.line == 0) return fault.message;
  return "line " + std::to_string(fault.line) + ": " + fault.message;
}

}  // namespace dossier::protocols
