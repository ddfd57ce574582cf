#pragma once
// Filters of a request that nothing can pass: an answer that is empty because a language, a module
// or a file is misspelt would be read as "there is none". Each sentence names the nearest that
// there is.
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace dossier {

/// The name of the language that is called so ("golang", "ts"), else the word itself.
std::string language_meant(std::string_view word);
/// A sentence if no reader and no file in scope has the language; else "". Case does not matter.
std::string unknown_language(Store& store, const Scope& scope, std::string_view language);
/// A sentence if no file in scope matches any of the globs; else "".
std::string unmatched_files(Store& store, const Scope& scope,
                            const std::vector<std::string>& globs);
/// A sentence if no module in scope is meant by the name (module_meant()); else "".
std::string unknown_module(Store& store, const Scope& scope, std::string_view name);
/// A sentence if no module in scope declares a type in the namespace; else "".
std::string unknown_namespace(Store& store, const Scope& scope, std::string_view name);

/// The module that is meant: of the modules in scope one called so or, failing that, so without its
/// extension ("Newtonsoft.Json" for Newtonsoft.Json.dll), or the only one whose path ends so
/// ("price.h" for include/price.h); else the name as it is. Its name or, where several have that,
/// its path.
std::string module_meant(Store& store, const Scope& scope, std::string_view name);
/// Whether the module of this name and path is the one that module_meant() gave; "" is any.
bool is_in_module(std::string_view module, std::string_view name, std::string_view path);
/// A sentence on a module in scope that lacks what was asked for.
std::string nothing_in_module(std::string_view module, std::string_view wanted);

}  // namespace dossier
