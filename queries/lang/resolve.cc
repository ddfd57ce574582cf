#include <algorithm>

#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/search/grep_pattern.h"
#include "engine/search/pattern.h"
#include "engine/unicode.h"
#include "queries/lang/regex_of_text.h"
#include "queries/lang/resolver.h"

namespace dossier::lang {

Parsed<Resolved> Resolver::run(const Node& tree) {
  if (tree.kind == Node::all_of) note_kind_word(tree);
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

// `class Shop`, as it stands in code: a word before the name, not the kind that is meant.
void Resolver::note_kind_word(const Node& all) {
  static constexpr std::string_view kWords[] = {"class",  "enum",  "interface", "protocol",
                                                "struct", "trait", "union"};
  std::vector<std::string_view> words;
  for (const Node& part : all.parts)
    if (part.kind == Node::text && part.values[0].form == Value::word)
      words.push_back(part.values[0].text);
  if (words.size() == 2 &&
      std::find(std::begin(kWords), std::end(kWords), words[0]) != std::end(kWords))
    out_.notes.push_back("'" + std::string(words[0]) +
                         "' is looked for as a word of names; kind:" + std::string(words[0]) + " " +
                         std::string(words[1]) + " asks for that kind");
}

std::string Resolver::regex(const Value& value) {
  try {
    std::string pattern = search::pattern_of_grep(value.text);
    search::parse_regex(pattern, true);
    return pattern;
  } catch (const Error& wrong) {
    fail(wrong.message(), value.span);
    return value.text;
  }
}

void Resolver::note_regex(const Value& value, std::string_view how) {
  out_.notes.push_back("'" + value.text + "' is taken " + std::string(how) +
                       "; as a regular expression it is /" + value.text + "/");
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
    std::string_view told = value.text;
    if (told.ends_with(".*")) told.remove_suffix(2);  // `Shop.*` is what begins with "Shop."
    if (looks_like_regex(told)) note_regex(value, "with any text in the place of *");
    out.pattern = glob_regex(value.text);
  } else if (!exact) {
    out.plain = true;
    if (subject == Subject::any || out.kind == Condition::relation) out.written = value.text;
    const bool takes_regex = subject == Subject::file || subject == Subject::name ||
                             subject == Subject::any || subject == Subject::content;
    if (takes_regex && looks_like_regex(value.text)) note_regex(value, "as it stands");
    out.pattern = literal_regex(value.text, field.match, field.kind == FieldKind::relation,
                                subject == Subject::any || subject == Subject::full);
    // C# writes an attribute without the end of its type's name.
    if (const size_t open = out.pattern.find("\\(");
        subject == Subject::attr && open != out.pattern.npos && open > 0)
      out.pattern.insert(open, "(?:Attribute)?");
    // A generic type goes by its name without the number of its parameters, too.
    if (subject == Subject::in && value.text.find('`') == value.text.npos)
      out.pattern.insert(out.pattern.size() - 1, "(?:`[0-9]+)?");
    // An assembly goes by its file's name, with or without the extension.
    if (subject == Subject::module) {
      out.pattern.pop_back();
      out.pattern += R"((?:\.dll|\.exe|\.netmodule)?$)";
    }
  }
  if (value.text.empty() && !exact) fail("an empty text matches everything", value.span);
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

Parsed<Resolved> resolve(const Node& tree) { return Resolver().run(tree); }

}  // namespace dossier::lang
