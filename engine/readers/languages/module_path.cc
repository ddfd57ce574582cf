#include <algorithm>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

std::string module_path(const Language& language, std::string_view path, size_t python_root) {
  const auto slash = path.rfind('/') + 1;  // npos + 1 is 0
  const auto dot = path.rfind('.');
  auto stem = path.substr(0, dot == path.npos || dot < slash ? path.size() : dot);
  if (language.naming == Naming::path) {
    if (stem.ends_with(".d")) stem.remove_suffix(2);
    return std::string(stem);
  }
  std::string result;
  if (language.naming == Naming::dotted) {
    result = stem.substr(std::min(python_root, stem.size()));
    if (result == "__init__") return "";
    if (result.ends_with("/__init__")) result.resize(result.size() - 9);
  } else if (language.naming == Naming::crate) {
    const auto src = stem.starts_with("src/") ? 0 : stem.rfind("/src/") + 1;
    const bool in_crate = stem.starts_with("src/") || src > 0;
    auto inner = in_crate ? stem.substr(src + 4) : stem;
    auto crate = in_crate && src > 0 ? stem.substr(0, src - 1) : std::string_view("crate");
    crate.remove_prefix(crate.rfind('/') + 1);
    result = crate;
    std::replace(result.begin(), result.end(), '-', '_');
    for (const std::string_view root : {"lib", "main", "mod"}) {
      if (inner == root) inner = {};
      if (inner.ends_with(root) && inner.size() > root.size() &&
          inner[inner.size() - root.size() - 1] == '/') {
        inner.remove_suffix(root.size() + 1);
      }
    }
    if (!inner.empty()) result.append("/").append(inner);
  }
  std::replace(result.begin(), result.end(), '/', '.');
  return result;
}

}  // namespace dossier::languages
