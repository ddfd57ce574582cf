#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/readers/languages/language.h"
#include "engine/search/pattern.h"
#include "engine/unicode.h"
#include "queries/lang/fields.h"
#include "queries/lang/resolved.h"

namespace dossier::lang {
namespace {

constexpr std::string_view kSubjects[] = {
    "any",      "name",   "full",     "sig",       "in",      "ns",         "module",    "project",
    "lang",     "file",   "base",     "attr",      "literal", "content",    "note",      "as",
    "public",   "static", "abstract", "generated", "line",    "token",      "seen",      "cited",
    "changed",  "added",  "removed",  "moved",     "derives", "implements", "overrides", "calls",
    "calledby", "reads",  "writes",   "refs",      "refby"};

Subject subject_of(std::string_view field) {
  field = own_name(field);
  const auto at = std::find(std::begin(kSubjects), std::end(kSubjects), field);
  return static_cast<Subject>(at - std::begin(kSubjects));
}

// "*" stands for anything; in a glob, "{a,b}" for one of them.
std::string glob_regex(std::string_view glob) {
  std::string out;
  bool in_braces = false;
  for (size_t at = 0; at < glob.size(); ++at) {
    const char c = glob[at];
    const bool opens = c == '{' && !in_braces && glob.find('}', at) != glob.npos;
    if (c == '*')
      out += ".*";
    else if (opens || (c == '}' && in_braces))
      out += opens ? "(?:" : ")";
    else if (c == ',' && in_braces)
      out += "|";
    else
      out += quote_regex(glob.substr(at, 1));
    in_braces = opens || (in_braces && c != '}');
  }
  return "^" + out + "$";
}

// "^src/", "\.go$": as Sourcegraph and zoekt take it, a regular expression.
bool looks_like_regex(std::string_view text) {
  return text.starts_with('^') || text.ends_with('$') || text.find("\\.") != text.npos ||
         text.find(".*") != text.npos;
}

// A member's key ends with its parameters, which a plain name leaves out.
std::string literal_regex(std::string_view text, Match match, bool of_key) {
  const std::string quoted = quote_regex(text);
  switch (match) {
    case Match::contains:
      return quoted;
    case Match::tail:
      return R"((?:^|[./+\\]|::))" + quoted + (of_key ? R"((?:\(|$))" : "$");
    case Match::below:
      return "^" + quoted + R"((?:[./+]|::|$))";
    case Match::equal:
      return "^" + quoted + "$";
  }
  return quoted;
}

std::string joined(std::span<const std::string_view> words) {
  std::string out;
  for (const auto word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

class Resolver {
 public:
  Parsed<Resolved> run(const Node& tree);

 private:
  Condition condition(const Node& node, bool top, bool positive);
  Condition all(const Node& node, bool top, bool positive);
  Condition text(const Node& node, bool positive);
  Condition field(const Node& node, bool top);
  Condition kinds(const Node& node);
  Value language(const Value& value);
  static bool names_kind(const Node& node);
  Condition flag(const Node& node);
  Condition number(const Node& node);
  Condition session(const Node& node);
  Condition range(const Node& node);
  Condition relation(const Node& node, const Field& field);
  Condition compared(const Value& value, const Field& field, Subject subject, bool exact);
  void directive(const Node& node);
  int64_t integer(const Value& value, int64_t least);
  void check_regex(const Value& value);
  void note_unknown_field(const Value& value);
  void fail(std::string message, Span span) {
    if (failed_) return;
    failure_ = {std::move(message), span};
    failed_ = true;
  }

  Resolved out_;
  bool in_subquery_ = false;
  Diagnostic failure_;
  bool failed_ = false;
};

Parsed<Resolved> Resolver::run(const Node& tree) {
  out_.where = condition(tree, true, true);
  if (failed_) return failure_;
  return std::move(out_);
}

Condition Resolver::condition(const Node& node, bool top, bool positive) {
  switch (node.kind) {
    case Node::text:
      return text(node, positive);
    case Node::field:
      return field(node, top);
    case Node::all_of:
      return all(node, top, positive);
    case Node::any_of:
    case Node::none_of:
      break;
  }
  Condition out;
  out.kind = node.kind == Node::any_of ? Condition::any_of : Condition::none_of;
  for (const auto& part : node.parts)
    out.parts.push_back(condition(part, false, positive && node.kind == Node::any_of));
  return out;
}

Condition Resolver::all(const Node& node, bool top, bool positive) {
  Condition out;
  const Node* before = nullptr;
  for (const auto& part : node.parts) {
    const Node* related = before;
    while (related && related->kind == Node::none_of) related = &related->parts[0];
    if (part.kind == Node::field && part.name == "depth" && related &&
        related->kind == Node::field && find_field(related->name)->kind == FieldKind::relation) {
      Condition* last = &out.parts.back();
      while (last->kind == Condition::none_of) last = &last->parts[0];
      last->depth = integer(part.values[0], 1);
      if (last->depth > 32) fail("depth: goes up to 32", part.span);
      continue;
    }
    before = &part;
    Condition made = condition(part, top, positive);
    if (made.kind != Condition::all_of || !made.parts.empty()) out.parts.push_back(std::move(made));
  }
  if (out.parts.size() != 1) return out;
  Condition only = std::move(out.parts[0]);
  return only;
}

Condition Resolver::text(const Node& node, bool positive) {
  static constexpr Field kBare{"any", FieldKind::text};
  const Value& value = node.values[0];
  note_unknown_field(value);
  if (positive && !in_subquery_ && value.form != Value::regex &&
      (value.form == Value::phrase || value.text.find('*') == std::string::npos)) {
    out_.words.push_back(lower(value.text));
    out_.written.push_back(value.text);
  }
  return compared(value, kBare, Subject::any, false);
}

// `knd:method` is text, but hardly meant to be.
void Resolver::note_unknown_field(const Value& value) {
  const size_t colon = value.text.find(':');
  if (value.form != Value::word || colon == std::string::npos || colon == 0 ||
      value.text.compare(colon, 2, "::") == 0)
    return;
  const std::string word = value.text.substr(0, colon);
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) return;
  std::vector<std::string_view> names = {"repo", "path", "symbol", "language", "visibility"};
  for (const auto& field : fields()) names.push_back(field.name);
  if (value.text.compare(colon, 3, "://") == 0) return;
  const std::string near = suggestion(word, names);
  out_.notes.push_back("'" + word + ":' is not a field" +
                       (near.empty() ? "; '" + value.text + "' is looked for as it stands" : near));
}

void Resolver::check_regex(const Value& value) {
  try {
    search::parse_regex(value.text, true);
  } catch (const Error& wrong) {
    fail(wrong.message(), value.span);
  }
}

Condition Resolver::compared(const Value& value, const Field& field, Subject subject, bool exact) {
  Condition out;
  out.kind = field.kind == FieldKind::relation ? Condition::relation : Condition::text;
  out.subject = subject;
  out.pattern = value.text;
  out.exact = exact;
  if (value.form == Value::regex) {
    if (exact) fail("'=' takes text, not a regular expression", value.span);
    check_regex(value);
  } else if (!exact && value.form == Value::word && field.globs &&
             value.text.find('*') != std::string::npos) {
    out.pattern = glob_regex(value.text);
  } else if (!exact) {
    out.plain = true;
    if (subject == Subject::any) out.written = value.text;
    if (subject == Subject::file && looks_like_regex(value.text))
      out_.notes.push_back("'" + value.text +
                           "' is taken as it stands; as a regular expression it " + "is /" +
                           value.text + "/");
    out.pattern = literal_regex(value.text, field.match, field.kind == FieldKind::relation);
    // An assembly goes by its file's name, with or without the extension.
    if (subject == Subject::module) {
      out.pattern.pop_back();
      out.pattern += R"((?:\.dll|\.exe|\.netmodule)?$)";
    }
  }
  if (value.text.empty() && !exact) fail("an empty text matches everything", value.span);
  return out;
}

// "type:file" and "type:symbol" say what is looked for, as Sourcegraph's do; any other type: is the
// declaring one.
bool Resolver::names_kind(const Node& node) {
  return node.name == "type" && node.values.size() == 1 && node.sign.empty() &&
         (node.values[0].text == "file" || node.values[0].text == "path" ||
          node.values[0].text == "symbol");
}

Condition Resolver::field(const Node& node, bool top) {
  const Field& field = *find_field(node.name);
  if (names_kind(node)) {
    Condition out;
    out.kind = Condition::kinds;
    out.choices = node.values[0].text == "symbol"
                      ? std::vector<std::string>{"module", "type", "member"}
                      : std::vector<std::string>{"file"};
    return out;
  }
  switch (field.kind) {
    case FieldKind::choice:
      return kinds(node);
    case FieldKind::flag:
      return flag(node);
    case FieldKind::number:
      return number(node);
    case FieldKind::session:
      return session(node);
    case FieldKind::range:
      return range(node);
    case FieldKind::relation:
      return relation(node, field);
    case FieldKind::directive:
      if (!top)
        fail("'" + node.name + ":' says how to answer: it cannot stand in a part of a query",
             node.span);
      directive(node);
      return {};
    case FieldKind::text:
      break;
  }
  Condition out;
  out.kind = Condition::any_of;
  for (const auto& value : node.values) {
    const auto known = reference_kinds();
    if (node.name == "as" && value.form == Value::word &&
        std::find(known.begin(), known.end(), value.text) == known.end())
      fail("unknown kind of reference '" + value.text + "'" + suggestion(value.text, known),
           value.span);
    const Subject subject = subject_of(node.name);
    out.parts.push_back(compared(subject == Subject::lang ? language(value) : value, field, subject,
                                 node.sign == "="));
  }
  if (out.parts.size() != 1) return out;
  Condition only = std::move(out.parts[0]);
  return only;
}

// A language goes by its name, by others and by its extensions: "golang", "ts".
Value Resolver::language(const Value& value) {
  if (value.form == Value::regex || value.text.find('*') != value.text.npos) return value;
  const std::string_view name = languages::name_called(value.text);
  Value out = value;
  if (!name.empty()) {
    out.text = name;
    return out;
  }
  std::vector<std::string_view> known;
  for (const auto* one : languages::all()) known.push_back(one->name);
  out_.notes.push_back("no language is called '" + value.text + "'" +
                       suggestion(value.text, known));
  return out;
}

Condition Resolver::kinds(const Node& node) {
  Condition out;
  out.kind = Condition::kinds;
  for (const auto& value : node.values) {
    const auto known = lang::kinds();
    const auto of_references = reference_kinds();
    if (std::find(known.begin(), known.end(), value.text) == known.end()) {
      const bool is_reference =
          std::find(of_references.begin(), of_references.end(), value.text) != of_references.end();
      fail("unknown kind '" + value.text + "'" +
               (is_reference ? " (did you mean 'kind:reference as:" + value.text + "'?)"
                             : suggestion(value.text, known)) +
               "; kinds are " + joined(known),
           value.span);
    }
    out.choices.push_back(value.text);
  }
  return out;
}

Condition Resolver::flag(const Node& node) {
  Condition out;
  out.kind = Condition::flag;
  out.subject = subject_of(node.name);
  const auto& value = node.values[0];
  const bool of_visibility = node.name == "visibility";
  const std::string_view yes = of_visibility ? "public" : "yes";
  const std::string_view no = of_visibility ? "private" : "no";
  out.yes = value.text == yes;
  if (node.values.size() != 1 || (value.text != yes && value.text != no))
    fail("'" + node.name + ":' takes " + std::string(yes) + " or " + std::string(no), value.span);
  return out;
}

int64_t Resolver::integer(const Value& value, int64_t least) {
  std::string_view digits = value.text;
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  int64_t number = 0;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || number < least)
    fail(least > 0 ? "a positive number is needed here" : "a number is needed here", value.span);
  return number;
}

Condition Resolver::number(const Node& node) {
  if (node.name == "depth") fail("'depth:' follows a relation such as calls:", node.span);
  Condition out;
  out.kind = Condition::any_of;
  for (const auto& value : node.values) {
    Condition one;
    one.kind = Condition::number;
    one.subject = subject_of(node.name);
    one.sign = node.sign.empty() ? "=" : node.sign;
    one.value = integer(value, 0);
    out.parts.push_back(std::move(one));
  }
  if (out.parts.size() != 1) return out;
  Condition only = std::move(out.parts[0]);
  return only;
}

Condition Resolver::session(const Node& node) {
  Condition out;
  out.kind = Condition::session;
  out.subject = subject_of(node.name);
  out.pattern = node.values[0].text;
  if (node.values.size() != 1) fail("'" + node.name + ":' takes one session", node.span);
  return out;
}

Condition Resolver::range(const Node& node) {
  const std::string& text = node.values[0].text;
  const size_t dots = text.find("..");
  if (node.values.size() != 1 || dots == std::string::npos || dots == 0 || dots + 2 == text.size())
    fail("'" + node.name + ":' takes two snapshots: A..B", node.values[0].span);
  Condition out;
  out.kind = Condition::range;
  out.subject = subject_of(node.name);
  out.pattern = text.substr(0, dots);
  if (dots != std::string::npos) out.until = text.substr(dots + 2);
  return out;
}

Condition Resolver::relation(const Node& node, const Field& field) {
  const Subject subject = subject_of(node.name);
  if (node.parts.empty()) return compared(node.values[0], field, subject, false);
  Condition out;
  out.kind = Condition::relation;
  out.subject = subject;
  const bool outer = std::exchange(in_subquery_, true);
  out.parts.push_back(condition(node.parts[0], false, true));
  in_subquery_ = outer;
  return out;
}

void Resolver::directive(const Node& node) {
  const Value& value = node.values[0];
  const auto column = [&](std::string_view name) {
    const auto known = columns();
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail("'" + node.name + ":' cannot use '" + std::string(name) + "'" + suggestion(name, known),
           value.span);
    return std::string(name);
  };
  if (node.name != "select" && node.values.size() != 1)
    fail("'" + node.name + ":' takes one value", node.span);
  if (node.name == "at") out_.at = value.text;
  if (node.name == "limit") out_.limit = integer(value, 1);
  if (node.name == "offset") out_.offset = integer(value, 0);
  if (node.name == "budget") out_.budget = integer(value, 1);
  if (node.name == "count") out_.count = column(value.text);
  if (node.name == "select")
    for (const auto& item : node.values)
      for (size_t from = 0; from <= item.text.size();) {
        const size_t comma = std::min(item.text.find(',', from), item.text.size());
        out_.select.push_back(column(item.text.substr(from, comma - from)));
        from = comma + 1;
      }
  if (node.name != "sort") return;
  out_.descending = value.text.starts_with('-');
  out_.sort = column(std::string_view(value.text).substr(out_.descending ? 1 : 0));
}

}  // namespace

std::string_view name_of(Subject subject) { return kSubjects[static_cast<size_t>(subject)]; }

std::string quote_regex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{}#&-~/)").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

Parsed<Resolved> resolve(const Node& tree) { return Resolver().run(tree); }

}  // namespace dossier::lang
