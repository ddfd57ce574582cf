#pragma once
// The programs that this one starts as processes of their own: dossier-sandbox, dossier-http.
#include <string>

namespace dossier {

/// The path of the helper of that name: beside this program, or in its ../libexec/dossier. Where it
/// is in neither, the place where it was looked for first, which the error of starting it names.
std::string helper_program(const std::string& name);

}  // namespace dossier
