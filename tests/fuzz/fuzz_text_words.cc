// layer: engine
// The words of any text: each once, none too long, the same whether its lines come together or one
// by one; what a question asks for is among the words of the text that is the question.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "engine/search/identifier_words.h"
#include "engine/search/text_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier::search;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static TextWords whole, lines;  // kept, as an import keeps it: one text after the other
  whole.clear();
  whole.add(text);
  lines.clear();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.add(text.substr(at, end - at));
    at = end;
  }
  if (whole.joined() != lines.joined() || whole.count() != lines.count()) std::abort();
  std::set<std::string_view> seen;
  const std::string_view joined = whole.joined();
  for (size_t at = 0; at < joined.size();) {
    const size_t end = std::min(joined.find(' ', at), joined.size());
    if (end == at || !seen.insert(joined.substr(at, end - at)).second) std::abort();
    at = end + 1;
  }
  if (seen.size() != whole.count()) std::abort();
  text_words_of(text);
  words_of(text);
  begins_word(text, text.substr(0, std::min<size_t>(text.size(), 4)));
  return 0;
}
