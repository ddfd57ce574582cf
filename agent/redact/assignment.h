#pragma once
// An assignment to the name of a secret: `password = "…"`, `PASSWORD: …`, `--password …`, `{"name":
// "password", "value": "…"}`, `getenv("PASSWORD", "…")`, and the forms over several lines in YAML,
// JSON and .netrc. It determines where the value begins and how it is linked to the name;
// agent/redact/value.h determines where it ends.
#include <optional>
#include <string_view>

namespace dossier::redaction {

/// The maximum length examined of a value and of the text before it on its line. A longer value is
/// a secret if its beginning is.
inline constexpr size_t kLongestJudged = 2000;

/// The link between a name and its value.
enum class Link { none, equals, colon, compare, element, comma, call, space, fallback };

struct Assignment {
  std::string_view name;
  Link link = Link::none;
  bool name_quoted = false;
  bool spaced = false;    // blanks around the link
  bool option = false;    // --name
  bool command = false;   // an option of a command that has others
  bool alone = false;     // the name begins its line, except for "export" and the like
  bool indented = false;  // by blanks
  bool bare = false;      // only blanks precede the name
  bool login = false;     // the line above has the user
  bool query = false;     // ?name=, &name=, ;name=, ${name:-, ENV name
  bool told = false;      // in a sentence: "the password: "
  bool setting = false;   // an argument of a function that reads or defines settings
  bool list = false;      // one of several values
  size_t block = 0;       // indentation of the YAML block that is the value
  size_t value = 0;       // where the value begins
};

/// Parses the assignments to one name, from the name's end on.
class AssignmentReader {
 public:
  AssignmentReader(std::string_view text, size_t begin, size_t end);

  Assignment first();
  /// The next value of the name. In a diff, a name may be followed by the values before and after a
  /// change; a name of several secrets, by a list.
  std::optional<Assignment> again();

 private:
  char now(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  std::string_view rest() const { return text_.substr(at_); }
  bool skip_blanks();
  bool skip_quote();
  void skip_lines();
  void skip_to(std::string_view wanted);
  bool skip_bracket(char end);
  void skip_type();
  void skip_prefix();

  void look_before();
  bool follows_login(size_t line) const;
  bool begins_line(std::string_view before);
  static bool is_argument(std::string_view before);
  bool is_plural() const;
  void look_behind();
  void look_at_command();
  Link link(bool blanks);
  bool expansion();
  bool element();
  bool skip_to_value();
  bool value_here();
  bool value_below();
  bool next_value();
  bool next_item();

  std::string_view text_;
  size_t begin_;
  size_t at_;
  size_t indent_ = 0;      // of the name's line
  bool paired_ = false;    // the value has a name of its own
  bool below_ = false;     // it stands on the next line
  bool declared_ = false;  // ENV NAME value
  Assignment out_;
};

}  // namespace dossier::redaction
