#include "engine/readers/assembly/reflection_name.h"

namespace dossier::assembly {
namespace {

constexpr int kMaxDepth = 16;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  /// A type up to the comma before its assembly, or up to what ends an argument.
  bool type(std::string& out, int depth) {
    if (depth > kMaxDepth) return false;
    const size_t start = out.size();
    while (at_ < text_.size() &&
           std::string_view(",[]*&").find(text_[at_]) == std::string_view::npos) {
      if (text_[at_] == '\\') ++at_;
      if (at_ < text_.size()) out += text_[at_++];
    }
    if (out.size() == start) return false;
    if (peek() == '[' && !is_rank() && !arguments(out, depth)) return false;
    while (peek() == '*' || peek() == '&' || (peek() == '[' && is_rank())) {
      do {
        out += text_[at_++];
      } while (text_[at_ - 1] != '*' && text_[at_ - 1] != '&' && text_[at_ - 1] != ']');
    }
    return true;
  }
  bool at_end() const { return at_ == text_.size() || text_[at_] == ','; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // "[]" or "[,,]", not "[[" or "[Name".
  bool is_rank() const {
    const size_t end = text_.find_first_not_of(',', at_ + 1);
    return end != text_.npos && text_[end] == ']';
  }

  bool arguments(std::string& out, int depth) {
    ++at_;
    out += '<';
    while (true) {
      const bool is_qualified = peek() == '[';
      at_ += is_qualified ? 1 : 0;
      if (!type(out, depth + 1)) return false;
      if (is_qualified) {
        at_ = text_.find(']', at_);
        if (at_ == text_.npos) return false;
        ++at_;
      }
      const char next = peek();
      if (next != ',' && next != ']') return false;
      ++at_;
      if (next == ']') break;
      out += ',';
    }
    out += '>';
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string type_of_reflection_name(std::string_view name) {
  Parser parser(name);
  std::string text;
  if (parser.type(text, 0) && parser.at_end()) return text;
  return std::string(name.substr(0, name.find(',')));
}

}  // namespace dossier::assembly
