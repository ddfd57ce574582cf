#pragma once
// The arguments of the functions in a language's row (language.h), and general rules that they may
// use.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/definition_names.h"

namespace dossier::languages {

/// A definition and its surroundings.
struct Site {
  const Language& language;
  std::string_view text;  // the file
  const Definition& definition;
  const Definition* holder = nullptr;  // the definition that contains it

  std::string_view of(const Span& span) const { return span.of(text); }
};

/// An import and its surroundings.
struct ImportSite {
  std::string_view written;  // the path, without quotes
  std::string_view path;     // of the file
  std::string_view base;     // the file's module
  std::string_view around;   // the module around the import
  /// The module that declares the first name of the path as one that another file holds, or ""
  std::string_view declared_in = {};
};

/// The qualifier of a name.
struct Qualifier {
  std::string_view receiver;  // as written
  char separator;             // directly before the name
  std::string_view module;    // around
  std::string_view own_type;  // the full name of the type around; "" = none
  bool is_called;             // the name
};

}  // namespace dossier::languages
