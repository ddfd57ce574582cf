#include "engine/readers/languages/usage.h"

#include <algorithm>

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

/// Whether one of these calls takes the following string.
bool is_asked_for(std::string_view before, std::string_view calls) {
  if (!before.ends_with('"') && !before.ends_with('\'')) return false;
  before.remove_suffix(1);
  bool found = false;
  for_each_word(calls, [&](std::string_view call) { found = found || before.ends_with(call); });
  return found;
}

}  // namespace

bool is_access(std::string_view text, size_t begin, size_t end, const proto::Generated& generated) {
  auto before = text.substr(0, begin);
  if (before.ends_with("r#")) before.remove_suffix(2);  // Rust: `request.r#type`
  const auto last = before.find_last_not_of(" \t");
  const char c = last == before.npos ? '\n' : before[last];
  if (c == '.' || before.ends_with("->")) return true;
  if (is_asked_for(before, generated.asked_by)) return true;
  auto behind = text.find_first_not_of(" \t", end);
  if (behind == text.npos) return false;
  if (generated.quoted_keys) {  // 'limit' => 1
    if (text[behind] == c && (c == '\'' || c == '"')) {
      behind = std::min(text.find_first_not_of(" \t", behind + 1), text.size());
    }
    if (text.substr(behind, 2) == "=>") return true;
  }
  const auto two = text.substr(behind, 2);
  if (two.starts_with(':')) return two != "::" && two != ":=";
  if (!two.starts_with('=') || two == "==") return generated.assigns_in_blocks && two == "+=";
  const bool passed = c == '(' || c == ',' || c == '{';
  return passed || (c == '\n' && (behind == end || generated.assigns_in_blocks));
}

bool is_part(std::string_view text, size_t begin) {
  return text.substr(0, begin).ends_with('.') || text.substr(0, begin).ends_with("::");
}

bool opens_scope(std::string_view text, size_t begin, size_t end,
                 const proto::Generated& generated) {
  if (generated.opener == proto::Opener::colons) return text.substr(end, 2) == "::";
  if (generated.opener == proto::Opener::none) return false;
  const auto behind = text.find_first_not_of(" \t", end);
  if (behind == text.npos) return false;
  const auto line = text.substr(text.rfind('\n', begin) + 1);  // npos + 1 is 0
  return text[behind] == '{' || (text[behind] == '\n' && line.starts_with("import "));
}

}  // namespace dossier::languages
