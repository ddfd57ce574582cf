#include "agent/protocols/action_request.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "agent/json_texts.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"

namespace dossier::protocols {
namespace {

constexpr std::string_view kMarks = "`*_~";

// Quotation marks that a value may stand in, each with what closes it.
struct Quotes {
  std::string_view open, close;
};
constexpr Quotes kQuotes[] = {{"'", "'"}, {"\"", "\""}, {"“", "”"}, {"‘", "’"}};
constexpr size_t kPlainQuotes = 2;  // of a set that is not tolerant

// Reads one action's text from the left.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  void spaces() { any_of(" \t"); }
  void any_of(std::string_view chars) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(chars), rest_.size()));
  }
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::string_view word() {
    size_t n = 0;
    while (n < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 || rest_[n] == '_'))
      ++n;
    const auto word = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return word;
  }
  /// The quotes that are next; null if there are none.
  const Quotes* quotes(bool is_tolerant) const {
    const size_t known = is_tolerant ? std::size(kQuotes) : kPlainQuotes;
    for (size_t i = 0; i < known; ++i)
      if (rest_.starts_with(kQuotes[i].open)) return &kQuotes[i];
    return nullptr;
  }
  /// A quoted value (the quote is next); nothing when the quote is never closed.
  std::optional<std::string> in_quotes(const Quotes& quotes) {
    std::string out;
    for (size_t i = quotes.open.size(); i < rest_.size(); ++i) {
      if (rest_.substr(i).starts_with(quotes.close)) {
        rest_.remove_prefix(i + quotes.close.size());
        return out;
      }
      // Only what needs escaping is unescaped: a path may hold other backslashes.
      const bool escape = rest_[i] == '\\' && i + 1 < rest_.size() &&
                          (rest_[i + 1] == '\\' || rest_[i + 1] == '\'' || rest_[i + 1] == '"');
      if (escape) ++i;
      out += rest_[i];
    }
    return std::nullopt;
  }
  /// An unquoted value: up to a comma or the closing parenthesis, inner pairs included.
  std::string bare() {
    size_t n = 0;
    int depth = 0;
    for (; n < rest_.size(); ++n) {
      if (rest_[n] == '(') ++depth;
      if (rest_[n] == ')' && depth-- == 0) break;
      if (rest_[n] == ',' && depth == 0) break;
    }
    const std::string out(trimmed(rest_.substr(0, n)));
    rest_.remove_prefix(n);
    return out;
  }

 private:
  std::string_view rest_;
};

// The text behind a list bullet: "- x", "* x", "+ x", "1. x", "2) x".
std::string_view bullet_text(std::string_view line) {
  line = trimmed(line);
  if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ')
    return trimmed(line.substr(1));
  size_t digits = 0;
  while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0)
    ++digits;
  if (digits > 0 && digits < 4 && digits + 1 < line.size() &&
      (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ')
    return trimmed(line.substr(digits + 1));
  return line;
}

// What models put before a line beside Markdown: bullets of a rendered list, a task's box, what
// cannot be seen (a byte order mark, spaces, direction marks), and quotation marks.
constexpr std::string_view kBefore[] = {"• ",
                                        "→ ",
                                        "➜ ",
                                        "▸ ",
                                        "— ",
                                        "– ",
                                        "[ ] ",
                                        "[x] ",
                                        "[X] ",
                                        "\xef\xbb\xbf",
                                        "\xe2\x80\x8b",
                                        "\xe2\x81\xa0",
                                        "\xc2\xa0",
                                        "\xe2\x80\x8e",
                                        "\xe2\x80\x8f",
                                        "\xe2\x80\xaa",
                                        "\xe2\x80\xab",
                                        "\xe2\x80\xac",
                                        "\xe2\x80\xad",
                                        "\xe2\x80\xae",
                                        "\"",
                                        "“",
                                        "("};

// The text behind what Markdown and models may put before a line: quotes, bullets, headings,
// emphasis.
std::string_view without_markdown(std::string_view line) {
  for (size_t before = line.size() + 1; line.size() < before;) {
    before = line.size();
    line = bullet_text(line);
    for (const auto prefix : kBefore)
      if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
    if (line.size() > 2 && std::isalpha(static_cast<unsigned char>(line[0])) != 0 &&
        line[1] == ')' && line[2] == ' ')
      line.remove_prefix(3);
    while (line.starts_with('>')) line.remove_prefix(1);
    const size_t hashes = line.find_first_not_of('#');
    if (hashes != line.npos && hashes > 0 && line[hashes] == ' ') line.remove_prefix(hashes);
    line.remove_prefix(std::min(line.find_first_not_of(kMarks), line.size()));
  }
  return line;
}

std::string upper_word(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

bool is_true(std::string_view text) {
  const std::string word = upper_word(text);
  return word == "TRUE" || word == "YES" || word == "1";
}

// Reads the parameters of one action into its call.
class Parameters {
 public:
  Parameters(Cursor& cursor, const Action& action, bool is_tolerant, std::string& fault)
      : cursor_(cursor), action_(action), is_tolerant_(is_tolerant), fault_(fault) {
    call_.tool = action.tool;
  }

  bool read() {
    cursor_.any_of(is_tolerant_ ? "`*~ \t" : " \t");
    const bool needs_none = is_tolerant_ && action_.first() == nullptr;
    if (needs_none && !cursor_.rest().starts_with('(')) return end();
    if (!cursor_.take("(")) return say("the parameters are missing" + shape());
    cursor_.spaces();
    if (is_tolerant_ && cursor_.rest().starts_with('{')) return object() && end();
    for (; !cursor_.take(")"); cursor_.spaces()) {
      if (!parameter()) return false;
      cursor_.spaces();
      if (!cursor_.take(",") && !cursor_.rest().starts_with(')'))
        return say("expected ',' or ')' after " + last_ + shape());
    }
    return end();
  }

  ToolCall take() { return std::move(call_); }

 private:
  std::string shape() const { return "; write ACTION: " + action_.shape(); }
  bool say(const std::string& what) {
    fault_ = action_.name + ": " + what;
    return false;
  }

  bool parameter() {
    Cursor named = cursor_;
    std::string key(named.word());
    for (char& c : key) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    named.spaces();
    if (!key.empty() && (named.take("=") || named.take(":"))) {
      cursor_ = named;
    } else if (is_tolerant_ && action_.first() != nullptr &&
               call_.input.find(action_.first()->name) == nullptr) {
      key = action_.first()->name;
    } else {
      return say("expected name='value'" + shape());
    }
    last_ = key;
    cursor_.spaces();
    const Quotes* quotes = cursor_.quotes(is_tolerant_);
    const auto value =
        quotes != nullptr ? cursor_.in_quotes(*quotes) : std::optional(cursor_.bare());
    return value ? put(key, *value) : say("a quote is not closed" + shape());
  }

  bool put(const std::string& key, const std::string& value) {
    if (call_.input.find(key) != nullptr) return say(key + " is given twice");
    const ActionField* field = action_.field(key);
    if (field == nullptr) return say("unknown parameter '" + key + "'; write " + action_.shape());
    if (call_.input.find(field->name) != nullptr) return say(key + " is given twice");
    if (field->type == ActionField::flag) {
      call_.input.set(field->name, is_true(value));
    } else if (field->type == ActionField::number) {
      int64_t number = 0;
      const char* last = value.data() + value.size();
      const auto [stop, error] = std::from_chars(value.data(), last, number);
      if (error != std::errc() || stop != last || number < 0)
        return say(key + " must be a whole number");
      call_.input.set(field->name, number);
    } else {
      call_.input.set(field->name, value);
    }
    return true;
  }

  // {"path":"x"} between the parentheses.
  bool object() {
    const std::string_view rest = cursor_.rest();
    const size_t close = rest.rfind(')');
    const Json values = peer_json(rest.substr(0, close == rest.npos ? 0 : close));
    if (values.fields() == nullptr) return say("expected name='value'" + shape());
    for (const auto& [key, value] : *values.fields())
      if (!put(key, text_of_value(value))) return false;
    cursor_ = Cursor(rest.substr(close + 1));
    return true;
  }

  bool end() {
    cursor_.any_of(is_tolerant_ ? "`*_~.;, \t\")" : "`");
    std::string_view rest = trimmed(cursor_.rest());
    if (is_tolerant_)
      for (const std::string_view remark : {"#", "//", "—", "–", "- ", "->", "<!--"})
        if (rest.starts_with(remark)) rest = {};
    if (!rest.empty()) return say("text after the closing parenthesis" + shape());
    for (const auto& field : action_.fields)
      if (field.is_required && call_.input.text(field.name).empty())
        return say(field.name + " is missing" + shape());
    return true;
  }

  Cursor& cursor_;
  const Action& action_;
  bool is_tolerant_;
  std::string& fault_;
  ToolCall call_{{}, {}, Json::object()};
  std::string last_;
};

}  // namespace

std::optional<std::string_view> request_in(std::string_view line, const ActionSet& set) {
  line = set.is_tolerant ? without_markdown(line) : bullet_text(line);
  while (line.starts_with('`')) line.remove_prefix(1);
  line = trimmed(line);
  Cursor cursor(line);
  const std::string_view keyword = cursor.word();
  const std::string_view between = set.is_tolerant ? "`*_~ \t" : " \t";
  cursor.any_of(between);
  if (set.is_tolerant) cursor.any_of("0123456789");  // "Action 1:"
  if (upper_word(keyword) != "ACTION" ||
      (!cursor.take(":") && !(set.is_tolerant && cursor.take("："))))
    return std::nullopt;
  cursor.any_of(between);
  Cursor ahead = cursor;
  const std::string_view name = ahead.word();
  // "Action: something" in prose is not a request; a known name, or the keyword in capitals with
  // something that looks like a call, is meant as one. A name that is also a word ("show", "find")
  // needs its parenthesis.
  ahead.any_of(between);
  const bool is_call = ahead.take("(");
  const Action* action = set.named(name);
  if (action != nullptr && (is_call || !action->content.empty() || seed_actions().named(name)))
    return cursor.rest();
  if (keyword == "ACTION" && !name.empty() && is_call) return cursor.rest();
  return std::nullopt;
}

std::optional<Request> read_request(std::string_view text, const ActionSet& set,
                                    std::string& fault) {
  Cursor cursor(text);
  const std::string_view name = cursor.word();
  const Action* action = set.named(name);
  if (action == nullptr) {
    fault = "unknown action '" + std::string(name) + "'; the actions are " + set.names();
    return std::nullopt;
  }
  Parameters parameters(cursor, *action, set.is_tolerant, fault);
  if (!parameters.read()) return std::nullopt;
  return Request{action, parameters.take()};
}

bool is_marker(std::string_view line, std::string_view marker, bool is_tolerant) {
  line = trimmed(line);
  if (line == marker) return true;
  if (!is_tolerant || line.size() > marker.size() + 8) return false;
  while (!line.empty() && kMarks.find(line.front()) != kMarks.npos) line.remove_prefix(1);
  while (!line.empty() && kMarks.find(line.back()) != kMarks.npos) line.remove_suffix(1);
  return line == marker;
}

}  // namespace dossier::protocols
