#include "engine/readers/languages/words.h"

#include <algorithm>
#include <unordered_set>

#include "engine/ascii.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::string_view behind_blanks(std::string_view text, size_t at) {
  return text.substr(std::min(text.find_first_not_of(kBlank, at), text.size()));
}

/// Tells whether spans, in their order, are parts of imports.
class Within {
 public:
  explicit Within(const std::vector<Import>& imports)
      : next_(imports.begin()), end_(imports.end()) {}
  bool has(const Span& span) {
    while (next_ != end_ && next_->node.end <= span.begin) ++next_;
    return next_ != end_ && next_->node.holds(span);
  }

 private:
  std::vector<Import>::const_iterator next_, end_;
};

/// Not find_first_of() == 0, which goes on to the next of them.
bool begins_with_any(std::string_view text, std::string_view characters) {
  return !text.empty() && characters.find(text.front()) != characters.npos;
}

/// Types and namespaces begin with capitals, and what is in them stands behind a dot. The grammars
/// of Kotlin and Scala have some keywords for names, and what makes a text of pieces (`s"…"`).
bool may_be_inherited(std::string_view name, std::string_view text, uint32_t end) {
  if (is_among("it _ true false null continue break super", name)) return false;
  if (begins_with_any(text.substr(end), "\"")) return false;
  return !is_capital(name) || !begins_with_any(text.substr(end), ".<");
}

/// Whether the name may be a constant of a type whose members are all imported. Types begin with
/// capitals, too, and are called and looked into.
bool may_be_imported(const Language& language, std::string_view name, std::string_view text,
                     uint32_t end) {
  if (name.size() < 2 || !is_capital(name) || is_among(language.own_types, name)) return false;
  return all_capitals(name) || !begins_with_any(text.substr(end), ".<(:");
}

/// Whether no operand begins the text.
bool is_end(std::string_view text) {
  return text.empty() || std::string_view(";),]}").find(text.front()) != std::string_view::npos;
}

/// Whether the text ends in what selects a member: not in the dots of a range or of a sequence that
/// is spread, nor in the arrow of a lambda or a branch, which has blanks around it.
bool selects(std::string_view before) {
  const auto trimmed = before.substr(0, before.find_last_not_of(kBlank) + 1);  // npos + 1 is 0
  if (trimmed.ends_with('.')) return !trimmed.ends_with("..");
  if (trimmed.ends_with("::")) return true;
  if (!trimmed.ends_with("->") || trimmed.size() != before.size()) return false;
  return trimmed.size() > 2 && kBlank.find(trimmed[trimmed.size() - 3]) == kBlank.npos;
}

}  // namespace

std::vector<Mention> with_words(const Language& language, std::string_view text,
                                const Captures& captures, const Outline& outline,
                                const Imports& imports) {
  std::unordered_set<std::string_view> known;
  for (uint32_t i = 0; i < outline.entries.size(); ++i) {
    const auto role = outline.entries[i].role;
    if (role == Entry::Role::type || role == Entry::Role::member) {
      const auto name = captures.definitions[i].name.of(text);
      known.insert(name.starts_with(':') ? name.substr(1) : name);  // Ruby's attr_reader :name
    }
  }
  for (const auto& [local, index] : imports.by_local) known.insert(local);
  std::vector<Mention> all;
  Within imported_there(captures.imports);
  for (const Mention& mention : captures.mentions)
    if (!names_field(mention.kind) || !imported_there.has(mention.node)) {
      all.push_back(mention);
      if (mention.kind != "maybe_type") continue;
      const auto open = mention.node.of(text).find('[');  // "Bar[int]", between quotes
      if (open != std::string_view::npos)
        all.back().node.end = mention.node.begin + static_cast<uint32_t>(open);
    }
  const auto words = static_cast<std::ptrdiff_t>(all.size());  // from here on
  Within imported_here(captures.imports);
  std::unordered_set<uint32_t> passed_over;  // they are no uses
  for (const Span& name : captures.globals) passed_over.insert(name.begin);
  const bool inherits = language.inherits_fields &&
                        std::any_of(captures.mentions.begin(), captures.mentions.end(),
                                    [](const Mention& mention) { return mention.kind == "base"; });
  const bool inherits_or_shares = inherits || language.shared_values >= SharedValues::package;
  const bool has_stars = !imports.stars.empty();
  for (const Span& word : captures.words) {
    const auto name = word.of(text);
    const bool is_known = known.contains(name) || language.files_share_names;
    const bool is_field =
        !is_known && (language.is_field_name
                          ? language.is_field_name(name)
                          : (inherits_or_shares && may_be_inherited(name, text, word.end)) ||
                                (has_stars && may_be_imported(language, name, text, word.end)) ||
                                (!imports.star_modules.empty() && all_capitals(name)));
    if (!(is_known || is_field) || imported_here.has(word)) continue;
    if (passed_over.contains(word.begin)) continue;
    // What is read or called of a module tells of the module, too.
    const auto* imported = imports.find(name);
    const bool is_module = imported && !imported->is_near_name && !is_capital(name);
    if (is_module && text.substr(word.end).starts_with('.')) continue;
    all.push_back({is_field ? kOwnField : kWord, word, {}, {}});
  }
  std::inplace_merge(
      all.begin(), all.begin() + words, all.end(), [](const Mention& a, const Mention& b) {
        return a.node.begin != b.node.begin ? a.node.begin < b.node.begin : a.node.end > b.node.end;
      });
  return all;
}

bool stands_alone(const Language& language, std::string_view text, const Span& word,
                  const Locals& locals, uint32_t holder) {
  const auto last = text.substr(0, word.begin).find_last_not_of(kBlank);
  const char before = last == text.npos ? '\0' : text[last];
  const auto behind = behind_blanks(text, word.end);
  const bool is_destructor = before == '~' && behind.starts_with('(');  // or called
  if (selects(text.substr(0, word.begin)) || is_destructor) return false;
  const bool begins_argument = before == '(' || before == ',' || before == '{';
  const bool is_label = behind.starts_with(':') && !behind.starts_with("::") && begins_argument;
  if (is_label && !language.imports_names) return false;
  const bool is_set = behind.starts_with('=') && !behind.starts_with("==");
  if (is_set && (before == '(' || before == ',')) return false;
  const auto name = word.of(text);
  if (calls_by_name(language) && locals.find(name, word.begin, holder)) return false;
  return !locals.is_declared(name, word.begin, holder);
}

bool calls_by_name(const Language& language) {
  return language.called_property == CalledProperty::method;
}

bool all_capitals(std::string_view name) {
  return std::none_of(name.begin(), name.end(), is_lower);
}

bool is_assigned(std::string_view text, uint32_t end) {
  const auto behind = behind_blanks(text, end);
  if (behind.starts_with("++") || behind.starts_with("--")) {
    // With a blank in front and an operand behind it joins two (Scala).
    const bool touches = behind.data() == text.data() + end;
    return touches || is_end(behind_blanks(behind, 2));
  }
  const auto equals = behind.find('=');
  if (equals > 3) return false;  // `>>>=` is the longest
  const auto rest = behind.substr(equals + 1);
  if (equals == 0)
    return !rest.starts_with('=') && !rest.starts_with('>') && !rest.starts_with('~');
  constexpr std::string_view kOperators[] = {"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",
                                             "<<", ">>", "**", "//", "&&", "||", "??", ">>>"};
  return std::find(std::begin(kOperators), std::end(kOperators), behind.substr(0, equals)) !=
         std::end(kOperators);
}

bool is_address_taken(std::string_view marks, std::string_view text, uint32_t begin, uint32_t end) {
  const auto next = behind_blanks(text, end);
  if (begins_with_any(next, ".[(") || next.starts_with("->") || next.starts_with("::"))
    return false;
  const auto without_blanks = [](std::string_view before) {
    return before.substr(0, before.find_last_not_of(kBlank) + 1);  // npos + 1 is 0
  };
  const auto before = without_blanks(text.substr(0, begin));
  bool is_taken = false;
  for_each_word(marks, [&](std::string_view mark) {
    if (!before.ends_with(mark)) return;
    const auto rest = text.substr(0, before.size() - mark.size());
    const auto last = without_blanks(rest);
    if (mark == "&")  // not of two numbers, nor half of &&
      is_taken = is_taken || last.empty() || last.ends_with("return") ||
                 std::string_view("(,=?:[{};|!").find(last.back()) != std::string_view::npos;
    else
      is_taken = is_taken || rest.empty() || !is_part_of_name(rest.back());
  });
  return is_taken;
}

}  // namespace dossier::languages
