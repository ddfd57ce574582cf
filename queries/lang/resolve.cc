#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/readers/languages/language.h"
#include "engine/search/pattern.h"
#include "engine/search/posix_classes.h"
#include "engine/unicode.h"
#include "queries/lang/days.h"
#include "queries/lang/fields.h"
#include "queries/lang/regex_of_text.h"
#include "queries/lang/resolved.h"

namespace dossier::lang {
namespace {

constexpr std::string_view kSubjects[] = {
    "any",     "name",       "full",      "sig",     "in",       "ns",        "module",
    "project", "lang",       "file",      "base",    "attr",     "literal",   "content",
    "note",    "as",         "public",    "static",  "abstract", "generated", "line",
    "token",   "seen",       "cited",     "changed", "added",    "removed",   "moved",
    "derives", "implements", "overrides", "calls",   "calledby", "reads",     "writes",
    "refs",    "refby",      "doc",       "chain",   "author",   "dated"};

Subject subject_of(std::string_view field) {
  field = own_name(field);
  const auto at = std::find(std::begin(kSubjects), std::end(kSubjects), field);
  return static_cast<Subject>(at - std::begin(kSubjects));
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
  Condition chain(const Node& node);
  Condition within(const Node& node);
  Condition nested(const Node& node);
  Condition relation(const Node& node, const Field& field);
  Condition compared(const Value& value, const Field& field, Subject subject, bool exact);
  void directive(const Node& node);
  std::string column(const Node& node, std::string_view name);
  std::vector<std::string> columns_of(const Node& node);
  void mind_case(Condition& condition);
  int64_t integer(const Value& value, int64_t least);
  std::string regex(const Value& value);
  void note_unknown_field(const Value& value);
  void fail(std::string message, Span span) {
    if (failed_) return;
    failure_ = {std::move(message), span};
    failed_ = true;
  }

  Resolved out_;
  bool in_subquery_ = false;
  bool minds_case_ = false;
  Diagnostic failure_;
  bool failed_ = false;
};

Parsed<Resolved> Resolver::run(const Node& tree) {
  out_.where = condition(tree, true, true);
  if (failed_) return failure_;
  if (minds_case_) mind_case(out_.where);
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

std::string Resolver::regex(const Value& value) {
  try {
    std::string pattern = search::with_posix_classes(value.text);
    search::parse_regex(pattern, true);
    return pattern;
  } catch (const Error& wrong) {
    fail(wrong.message(), value.span);
    return value.text;
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
    out.pattern = regex(value);
  } else if (!exact && value.form == Value::word && field.globs &&
             value.text.find('*') != std::string::npos) {
    out.pattern = glob_regex(value.text);
  } else if (!exact) {
    out.plain = true;
    if (subject == Subject::any || out.kind == Condition::relation) out.written = value.text;
    const bool is_name = subject == Subject::file || subject == Subject::name;
    if (is_name && looks_like_regex(value.text))
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
  if (field.nests && !node.parts.empty()) return within(node);
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
    case FieldKind::chain:
      return chain(node);
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

// Two snapshots; or days, of which one may be left out.
Condition Resolver::range(const Node& node) {
  const std::string& text = node.values[0].text;
  const size_t dots = text.find("..");
  if (const auto days = node.name == "changed" ? days_of(text) : std::nullopt;
      days && node.values.size() == 1) {
    if (!days->fault.empty()) fail(days->fault, node.values[0].span);
    Condition out;
    out.kind = Condition::range;
    out.subject = Subject::dated;
    out.pattern = days->first;
    out.until = days->last;
    return out;
  }
  if (node.values.size() != 1 || dots == std::string::npos || dots == 0 || dots + 2 == text.size())
    fail("'" + node.name + ":' takes two snapshots: A..B" +
             (node.name == "changed" ? ", or days: 2026-01-31.." : ""),
         node.values[0].span);
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
  Condition out = nested(node);
  out.kind = Condition::relation;
  return out;
}

// What a sub-query finds.
Condition Resolver::nested(const Node& node) {
  Condition out;
  out.subject = subject_of(node.name);
  out.span = node.span;
  const bool outer = std::exchange(in_subquery_, true);
  out.parts.push_back(condition(node.parts[0], false, true));
  in_subquery_ = outer;
  return out;
}

Condition Resolver::within(const Node& node) {
  if (!node.sign.empty()) fail("'=' takes text, not a query", node.span);
  Condition out = nested(node);
  out.kind = Condition::within;
  return out;
}

// How one method reaches another.
Condition Resolver::chain(const Node& node) {
  const std::string& text = node.values[0].text;
  const size_t dots = text.find("..");
  if (node.values.size() != 1 || dots == text.npos || dots == 0 || dots + 2 == text.size())
    fail("'chain:' takes who calls and who is called: A..B", node.values[0].span);
  Condition out;
  out.kind = Condition::chain;
  out.subject = Subject::chain;
  out.span = node.span;
  if (failed_) return out;
  out.pattern = literal_regex(text.substr(0, dots), Match::tail, true);
  out.until = literal_regex(text.substr(dots + 2), Match::tail, true);
  return out;
}

// Patterns ignore case unless they say otherwise; an exact text never does.
void Resolver::mind_case(Condition& condition) {
  for (auto& part : condition.parts) mind_case(part);
  const bool compares = condition.kind == Condition::text ||
                        (condition.kind == Condition::relation && condition.parts.empty());
  if (compares && !condition.exact) condition.pattern = with_case(condition.pattern);
  // Words of contents are stored in lower case.
  condition.written.clear();
  if (condition.kind == Condition::kinds && !out_.words.empty() &&
      std::find(condition.choices.begin(), condition.choices.end(), "file") !=
          condition.choices.end())
    out_.notes.push_back(
        "with case:yes words are found in the paths of files; content: finds "
        "them in what files hold");
}

std::string Resolver::column(const Node& node, std::string_view name) {
  std::vector<std::string_view> known(columns().begin(), columns().end());
  if (node.name == "sort") known.insert(known.end(), measures().begin(), measures().end());
  if (std::find(known.begin(), known.end(), name) == known.end())
    fail("'" + node.name + ":' cannot use '" + std::string(name) + "'" +
             (node.name == "select" && name.starts_with("symbol")
                  ? " (kind: chooses what is found: kind:method)"
                  : suggestion(name, known)),
         node.values[0].span);
  return std::string(name);
}

// As select:(kind,full) and select:kind,full name them.
std::vector<std::string> Resolver::columns_of(const Node& node) {
  std::vector<std::string> out;
  for (const auto& item : node.values)
    for (size_t from = 0; from <= item.text.size();) {
      const size_t comma = std::min(item.text.find(',', from), item.text.size());
      out.push_back(column(node, std::string_view(item.text).substr(from, comma - from)));
      from = comma + 1;
    }
  return out;
}

void Resolver::directive(const Node& node) {
  const Value& value = node.values[0];
  if (node.name == "select") out_.select = columns_of(node);
  if (node.name == "count") {
    out_.count = columns_of(node);
    if (out_.count.size() > 2) fail("'count:' takes one column or two", node.span);
  }
  if (node.name == "select" || node.name == "count") return;
  if (node.values.size() != 1) fail("'" + node.name + ":' takes one value", node.span);
  if (node.name == "at") out_.at = value.text;
  if (node.name == "limit") out_.limit = integer(value, 1);
  if (node.name == "offset") out_.offset = integer(value, 0);
  if (node.name == "budget") out_.budget = integer(value, 1);
  if (node.name == "case") {
    minds_case_ = value.text == "yes";
    if (value.text != "yes" && value.text != "no") fail("'case:' takes yes or no", value.span);
  }
  if (node.name != "sort") return;
  out_.descending = value.text.starts_with('-');
  out_.sort = column(node, std::string_view(value.text).substr(out_.descending ? 1 : 0));
}

}  // namespace

std::string_view name_of(Subject subject) { return kSubjects[static_cast<size_t>(subject)]; }

Parsed<Resolved> resolve(const Node& tree) { return Resolver().run(tree); }

}  // namespace dossier::lang
