#pragma once
// Which calls of macros hold Rust, told by how they begin and by what well-known macros take.
#include <string_view>
#include <vector>

#include "engine/readers/languages/macro_calls.h"

namespace dossier::languages {

/// Of `assert!(…)` and its like the exclamation mark is left out, which makes them calls of a
/// function; of `vec![…]` the name; of what holds items (`cfg_net! { … }`, `thread_local!(…)`) all
/// but the items, and the conditions of `cfg_if!`. The flags of `bitflags!` are an enum's values.
std::vector<MacroCall> macros_of_rust(std::string_view text);

}  // namespace dossier::languages
