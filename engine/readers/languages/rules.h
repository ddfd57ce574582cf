#pragma once
// What the functions of a language's row are given (language.h), and the general rules that they
// may fall back on.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/definition_names.h"

namespace dossier::languages {

/// A definition where it stands.
struct Site {
  const Language& language;
  std::string_view text;  // the file
  const Definition& definition;
  const Definition* holder = nullptr;  // what it stands in

  std::string_view of(const Span& span) const {
    return text.substr(span.begin, span.end - span.begin);
  }
};

/// An import where it stands.
struct ImportSite {
  std::string_view written;  // the path, without quotes
  std::string_view path;     // of the file
  std::string_view base;     // the file's module
  std::string_view around;   // the module around the import
};

/// What stands before a name.
struct Qualifier {
  std::string_view receiver;  // as written
  char separator;             // right before the name
  std::string_view module;    // around
  std::string_view own_type;  // the full name of the type around; "" = none
  bool is_called;             // the name
};

}  // namespace dossier::languages
