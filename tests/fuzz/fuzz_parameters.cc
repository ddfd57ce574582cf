// layer: engine
// Signatures as text. The input's first byte draws a language, the rest is a signature of it: the
// parameter types and the member's key are found, or there is no key, whatever it is.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/canonical.h"
#include "engine/parameters.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/open_type.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  if (size == 0 || size > 10'000) return 0;
  constexpr std::string_view kLanguages[] = {
      "",     "C#",         "Java",       "Go",    "Rust",   "Kotlin",          "C", "C++", "PHP",
      "Ruby", "TypeScript", "JavaScript", "Swift", "Python", "Protocol Buffers"};
  const std::string_view language = kLanguages[data[0] % std::size(kLanguages)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Type type;
  type.name = type.full_name = "Shop.Order";
  for (const auto kind : {MemberKind::method, MemberKind::property, MemberKind::field}) {
    Member member;
    member.kind = kind;
    member.name = "Total";
    member.full_name = "Shop.Order.Total";
    member.signature = text;
    if (member_key(type, member, language) != member_key(type, member, language)) std::abort();
  }
  const size_t open = text.find('(');
  if (open != text.npos) {
    const size_t close = closing_bracket(text, open);
    if (close != text.npos && (close <= open || close >= text.size())) std::abort();
  }
  std::string types;
  append_parameter_types(types, text, languages::named(language).parameters);
  if (open_type(text).size() > text.size()) std::abort();
  return 0;
}
