#pragma once
// Short names of symbols.
#include <string_view>

namespace dossier {

/// The last part of a symbol's full name or key, without its parameter list: `ApplyDamage` of
/// `Game.PlayerStats.ApplyDamage(System.Int32)`, `.ctor` of `Game.Player..ctor`,
/// `List`1[Game.Item]` of `System.List`1[Game.Item]`. Parts are separated by . / + and ::, but not
/// within <> and [].
std::string_view short_name(std::string_view full_name);

}  // namespace dossier
