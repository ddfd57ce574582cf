#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/nearest.h"
#include "engine/readers/languages/language.h"
#include "queries/lang/days.h"
#include "queries/lang/regex_of_text.h"
#include "queries/lang/resolver.h"

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

}  // namespace

std::string_view name_of(Subject subject) { return kSubjects[static_cast<size_t>(subject)]; }

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

}  // namespace dossier::lang
