#include "engine/readers/snapshot/git_config.h"

#include <algorithm>
#include <cstdlib>

#include "engine/ascii.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Reads a configuration as git-config(1) describes it, and skips what it does not understand.
class ConfigReader {
 public:
  explicit ConfigReader(std::string_view text) : text_(text) {}

  std::vector<std::string> paths() {
    std::vector<std::string> found;
    bool includes = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || is_blank(c)) {
        ++at_;
      } else if (c == '#' || c == ';') {
        skip_line();
      } else if (c == '[') {
        const std::string name = section();
        includes = name == "include" || name == "includeif";
      } else {
        const std::string name = key();
        std::string written = value();
        if (includes && name == "path" && !written.empty()) found.push_back(std::move(written));
      }
    }
    return found;
  }

 private:
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  // The name before the condition, in small letters; past the bracket.
  std::string section() {
    std::string name;
    bool is_quoted = false, is_name = true;
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      const char c = text_[at_];
      if (c == '"') is_quoted = !is_quoted;
      if (c == '\\' && is_quoted) ++at_;
      if (c == ']' && !is_quoted) {
        ++at_;
        break;
      }
      is_name = is_name && c != '"' && c != '.' && !is_blank(c);
      if (is_name) name += to_lower(c);
    }
    return name;
  }

  std::string key() {
    std::string name;
    for (; at_ < text_.size() && text_[at_] != '=' && text_[at_] != '\n'; ++at_)
      if (!is_blank(text_[at_])) name += to_lower(text_[at_]);
    return name;
  }

  std::string value() {
    std::string out;
    if (at_ >= text_.size() || text_[at_] != '=') return out;
    size_t kept = 0;  // what stands behind it are blanks, which may be the last ones
    bool is_quoted = false;
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        is_quoted = !is_quoted;
        kept = out.size();
      } else if (c == '\\') {
        escape(out);
        kept = out.size();
      } else if (!is_quoted && (c == '#' || c == ';')) {
        skip_line();
        break;
      } else if (is_quoted || !is_blank(c)) {
        out += c;
        kept = out.size();
      } else if (!out.empty()) {
        out += c;
      }
    }
    out.resize(kept);
    return out;
  }

  // At the backslash; a line that ends in one goes on.
  void escape(std::string& out) {
    if (++at_ >= text_.size()) return;
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    const char c = text_[at_];
    if (c != '\n') out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'b' ? '\b' : c;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<std::string> included_in(std::string_view config) {
  if (config.starts_with("\xEF\xBB\xBF")) config.remove_prefix(3);
  return ConfigReader(config).paths();
}

fs::path included_file(const fs::path& from, std::string_view value) {
  if (value.starts_with("~/")) {
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr ? home : "/") / value.substr(2);
  }
  return from.parent_path() / value;
}

}  // namespace dossier::snapshot
