#include "engine/readers/languages/javascript/reserved_attributes.h"

#include "engine/readers/word_list.h"

namespace dossier::languages::javascript {
namespace {

constexpr std::string_view kReserved =
    "break case catch class const continue debugger default delete do else export extends finally "
    "for function if import in instanceof new return super switch this throw try typeof var void "
    "while with";

}  // namespace

Blanks reserved_attributes(std::string_view text, const std::vector<PlainToken>& tokens) {
  Blanks found;
  const auto at = [&](size_t i) {
    return i < tokens.size() ? tokens[i].of(text) : std::string_view();
  };
  const auto touches_next = [&](size_t i) {
    return i + 1 < tokens.size() && tokens[i].end == tokens[i + 1].begin;
  };
  for (size_t i = 1; i < tokens.size(); ++i) {
    if (!is_among(kReserved, at(i))) continue;
    size_t last = i;  // `class:list={…}`
    if (at(i + 1) == ":" && touches_next(i) && touches_next(i + 1) && touches_next(i + 2))
      last = i + 2;
    // Nothing else is given to such a word.
    const bool has_value = at(last + 1) == "=" && at(last + 2) != "=" && at(last + 2) != ">";
    // `<track default>`: elsewhere a colon is behind it, or `export` in front of it.
    const bool is_alone = at(i) == "default" && !is_among("export . , { as", at(i - 1)) &&
                          !is_among(": , ( ) } . as from", at(i + 1));
    if (has_value || is_alone) found.push_back({tokens[i].begin, tokens[i].begin + 1, false, '_'});
  }
  return found;
}

}  // namespace dossier::languages::javascript
