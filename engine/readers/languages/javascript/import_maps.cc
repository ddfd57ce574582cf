#include "engine/readers/languages/javascript/import_maps.h"

#include <algorithm>
#include <variant>

#include "engine/json_value.h"
#include "engine/path_parts.h"
#include "engine/readers/word_list.h"

namespace dossier::languages::javascript {
namespace {

/// JSON without comments, and without commas before a bracket that closes.
std::string plain_json(std::string_view text) {
  std::string plain;
  size_t comma = std::string::npos;  // of `plain`: one that only blanks follow
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      const size_t begin = i;
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
      plain.append(text.substr(begin, i + 1 - begin));
      comma = std::string::npos;
      continue;
    }
    if (const auto rest = text.substr(i); rest.starts_with("//") || rest.starts_with("/*")) {
      const auto mark = rest[1] == '/' ? std::string_view("\n") : std::string_view("*/");
      i = std::min(text.find(mark, i + 2), text.size()) + mark.size() - 1;
      plain.push_back(' ');
      continue;
    }
    if ((c == '}' || c == ']') && comma != std::string::npos) plain[comma] = ' ';
    if (c == ',')
      comma = plain.size();
    else if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
      comma = std::string::npos;
    plain.push_back(c);
  }
  return plain;
}

/// How well a target names a source: not at all, as what was built of it may, as one.
int rank_of(std::string_view target) {
  if (target.ends_with(".d.ts")) return 0;
  return target.ends_with(".ts") || target.ends_with(".tsx") || target.ends_with(".mts") ? 2 : 1;
}

/// The first of the best among the targets of a value; of conditions each has some. The depth of
/// what is parsed is bounded.
std::string_view best_of(const Json& value) {
  if (const auto* text = value.string()) return *text;
  std::string_view best;
  const auto consider = [&](const Json& one) {
    const auto target = best_of(one);
    if (!target.empty() && (best.empty() || rank_of(target) > rank_of(best))) best = target;
  };
  for (const Json& one : value.each()) consider(one);
  if (const auto* fields = value.fields())
    for (const auto& [name, one] : *fields) consider(one);
  return best;
}

void add(const Json& maps, std::string_view base, std::vector<ImportMap>& found) {
  if (const auto* fields = maps.fields())
    for (const auto& [written, targets] : *fields)
      if (const auto target = best_of(targets); !target.empty())
        found.push_back({written, std::string(base).append(target)});
}

/// Whether an entry is what a build makes, by its ending or its folder: no file of the tree. In lib
/// it may be either; what a package with types has there was built.
bool is_built(std::string_view target, bool has_types) {
  if (target.starts_with("./")) target.remove_prefix(2);
  const auto slash = target.find('/');
  const auto folder = slash == target.npos ? std::string_view() : target.substr(0, slash);
  const auto file = file_name_of(target);
  return file.ends_with(".d.ts") || file.ends_with(".d.mts") || file.ends_with(".json") ||
         is_among("build cjs dist es esm out types typings umd", folder) ||
         (folder == "lib" && has_types);
}

/// What the names of the package's parts stand for.
void add_package(const Json& package, std::vector<ImportMap>& found) {
  const std::string& name = package.text("name");
  if (name.empty() || name.find('*') != name.npos) return;
  const bool has_types = package.find("types") != nullptr || package.find("typings") != nullptr;
  bool was_built = false;
  const auto add_entry = [&](std::string_view part, std::string_view target) {
    if (target.empty()) return false;
    if (is_built(target, has_types)) {
      was_built = true;
      return false;
    }
    const auto begin = target.starts_with("./") ? "" : "./";
    found.push_back({name + std::string(part), std::string(begin).append(target), name});
    return true;
  };
  const Json& exports = package["exports"];
  bool has_entry = false, has_parts = false;
  if (const auto* fields = exports.fields()) {
    for (const auto& [part, targets] : *fields) {
      if (!part.starts_with('.')) continue;  // a condition
      has_parts = true;
      const bool is_entry = add_entry(std::string_view(part).substr(1), best_of(targets));
      has_entry = has_entry || (part == "." && is_entry);
    }
  }
  if (!has_parts) has_entry = add_entry("", best_of(exports));
  for (const char* field : {"source", "types", "typings", "module", "main"})
    has_entry = has_entry || add_entry("", package.text(field));
  // What is built is built from src.
  const std::string sources = was_built ? "./src" : ".";
  if (!has_entry) found.push_back({name, sources, name});
  found.push_back({name + "/*", sources + "/*", name});
  if (was_built) found.push_back({name + "/src/*", "./src/*", name});
}

}  // namespace

std::vector<ImportMap> import_maps(std::string_view contents) {
  std::vector<ImportMap> found;
  const auto says = [&](std::string_view field) { return contents.find(field) != contents.npos; };
  if (!says("\"imports\"") && !says("\"paths\"") && !says("\"name\"")) return found;
  const auto parsed = parse_json(plain_json(contents));
  const Json* const value = std::get_if<Json>(&parsed);
  if (!value) return found;
  add((*value)["imports"], "", found);
  // What leads elsewhere than to a file of the package is a package's name.
  std::erase_if(found, [](const ImportMap& one) { return !one.target.starts_with('.'); });
  const Json& options = (*value)["compilerOptions"];
  const std::string& base = options.text("baseUrl");
  add(options["paths"], base.empty() ? "" : base + "/", found);
  if (!options.fields()) add_package(*value, found);
  return found;
}

}  // namespace dossier::languages::javascript
