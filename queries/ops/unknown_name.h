#pragma once
// What of a symbol's name nothing in scope is called, and the name nearest to it: an answer that is
// empty because a name is misspelt would be read as "nothing refers to it".
#include <string>
#include <string_view>

#include "queries/ops/op.h"
#include "store/store.h"

namespace dossier {

/// "a.Money declares no member 'ammount' (did you mean 'amount'?)", where a type with the first
/// part of the name is there; else "nothing is called 'Mony' (did you mean 'Money'?)". The name
/// must be one that nothing is called. Of a scope with more symbols than kMostNames the first are
/// compared.
std::string unknown_name(Store& store, const Scope& scope, std::string_view wanted);

/// The symbols whose names are compared.
inline constexpr int64_t kMostNames = 50'000;

}  // namespace dossier
