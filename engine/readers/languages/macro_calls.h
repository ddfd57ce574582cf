#pragma once
// Calls of macros whose arguments are code of the language, where the grammar has but their tokens:
// `assert_eq!(shop.total(), 3)`, `cfg_net! { pub use net::Listener; }`. The reading that they give
// (readings.h) has what stands in them as if there were no macro.
//
// Rejected: expanding macros. It needs every crate, and shows code that nobody wrote.
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/readings.h"

namespace dossier::languages {

struct MacroCall {
  uint32_t begin = 0, end = 0;  // of the whole call
  bool hides_name = false;      // what is left out names the macro
  Blanks blanks;                // what to leave out of it
};

/// The most calls of one text that are looked at, the first.
inline constexpr size_t kMostMacroCalls = 20'000;

/// The reading of the text with what its macros hold and, where this hides names of macros, the
/// text itself. Calls that the grammar does not understand so are left alone. Empty where no call
/// is left, or the text as it stands is understood better.
std::vector<Reading> readings_of_macros(const Language& language, std::string_view text,
                                        ParseBounds& bounds);

}  // namespace dossier::languages
