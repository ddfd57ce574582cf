// The escaping of the page, and what it shows of texts.
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "agent/evaluation/page.h"
#include "agent/evaluation/page_parts.h"
#include "agent/workspace/diff.h"
#include "engine/digest.h"
#include "engine/unicode.h"

namespace dossier::evaluation {
namespace {

// What is not seen, or moves what is around it.
bool is_unseen(char32_t code) {
  if (code == U'\n' || code == U'\t') return false;
  const auto type = u_charType(static_cast<UChar32>(code));
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || type == U_LINE_SEPARATOR ||
         type == U_PARAGRAPH_SEPARATOR || type == U_SURROGATE;
}

std::string escape_of(char32_t code, bool valid) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), valid ? "\\u{%x}" : "\\x%02x",
                static_cast<unsigned>(code));
  return text.data();
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (size_t at = 0; at < text.size();) {
    const auto c = decode_utf8(text, at);
    if (!c.valid || is_unseen(c.code))
      out += escape_of(c.code, c.valid);
    else if (c.code == '&')
      out += "&amp;";
    else if (c.code == '<')
      out += "&lt;";
    else if (c.code == '>')
      out += "&gt;";
    else if (c.code == '"')
      out += "&quot;";
    else if (c.code == '\'')
      out += "&#39;";
    else
      out += text.substr(at, c.length);
    at += c.length;
  }
  return out;
}

std::string anchor_of(std::string_view id) { return "case-" + hex(bytes_of(sha256({id})), 12); }

std::string shown_text(std::string_view text) {
  std::string out = "<pre class=\"text\">" + escaped(utf8_prefix(text, kMostShown));
  if (text.size() > kMostShown)
    out += "\n… " + std::to_string(text.size() - kMostShown) + " more bytes";
  return out + "</pre>\n";
}

std::string shown_diff(std::string_view diff) {
  std::string out = "<pre class=\"diff\">";
  size_t lines = 0;
  bool was_name = false;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = diff.substr(at, end - at);
    at = end + 1;
    if (++lines > kMostLines) {
      out += "<span class=\"h\">… the rest is not shown</span>";
      break;
    }
    // The two lines that name a file are no change.
    const bool is_name =
        line.starts_with("--- ") && diff.substr(std::min(at, diff.size())).starts_with("+++ ");
    const char* kind = is_name || was_name     ? " class=\"h\""
                       : line.starts_with('+') ? " class=\"a\""
                       : line.starts_with('-') ? " class=\"d\""
                       : line.starts_with('@') ? " class=\"h\""
                                               : "";
    was_name = is_name;
    out += "<span" + std::string(kind) + ">" + escaped(line) + "</span>";
  }
  return out + "</pre>\n";
}

std::string diff_of(const FileChange& change) {
  const auto view = [](const std::optional<std::string>& side) {
    return side ? std::optional<std::string_view>(*side) : std::nullopt;
  };
  const std::string diff = unified_diff("file", view(change.before), view(change.after));
  const size_t hunks = diff.find("\n@@");  // behind the two lines that name the file
  return shown_diff(hunks == diff.npos ? std::string_view()
                                       : std::string_view(diff).substr(hunks + 1));
}

}  // namespace dossier::evaluation
