#include "queries/graph/method_sets.h"

#include <algorithm>
#include <optional>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "queries/graph/method_face.h"
#include "queries/graph/names.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
std::optional<MethodSets::Own> MethodSets::own(int64_t symbol) {
  const ScopeModule* module = aliases_.module_of(symbol);
  const auto* language = module == nullptr ? nullptr : languages::of(module->name);
  if (language == nullptr || language->method_sets.empty()) return std::nullopt;
  const auto definition = definition_of(statements_, symbol);
  if (!definition) return std::nullopt;
  const auto slash = module->name.rfind('/');
  return Own{module->project, definition->type,
             module->name.substr(0, slash == std::string::npos ? 0 : slash), language};
}

/// The type, and what its methods in other files hang on.
std::vector<int64_t> MethodSets::parts(const Own& own) {
  std::vector<int64_t> all;
  if (const auto id = name_id(statements_, own.full_name))
    for (const auto& row : statements_.rows<sql::TypesCalled>(*id)) all.push_back(row.id);
  std::erase_if(all, [&](int64_t one) {
    const auto other = this->own(one);
    return !other || other->folder != own.folder || other->project != own.project;
  });
  return all;
}

/// What the type embeds, as far as it is in scope; of an interface's own (`faces`) also what is
/// known of the standard library's.
std::vector<int64_t> MethodSets::embedded(int64_t type, bool& is_known, Faces* faces) {
  std::vector<int64_t> found;
  const auto definition = definition_of(statements_, type);
  const ScopeModule* module = aliases_.module_of(type);
  const auto own = this->own(type);
  if (!definition || !own) return found;
  std::vector<std::string> bases;
  for (const auto& row : statements_.rows<sql::BasesOfType>(type, definition->last))
    bases.emplace_back(row.target);
  for (const std::string& base : bases) {
    const auto types = receivers_.types(base, module->module);
    found.insert(found.end(), types.begin(), types.end());
    bool is_told = !types.empty();
    for (const languages::KnownMethod& one : own->language->method_sets) {
      if (!types.empty() || one.interface != base) continue;
      is_told = true;
      if (faces != nullptr) faces->emplace(one.name, one.face);
    }
    is_known = is_known && is_told;
  }
  return found;
}

bool MethodSets::add_methods(int64_t interface, Faces& faces, std::unordered_set<int64_t>& seen) {
  if (!seen.insert(interface).second) return true;
  const auto own = this->own(interface);
  // Which types one that lists types holds, their methods do not tell.
  const auto definition = definition_of(statements_, interface);
  if (!definition || (definition->flags & kSealed) != 0) return false;
  is_cut_ = is_cut_ || seen.size() > kMostEmbedded;
  if (!own || seen.size() > kMostEmbedded || kind_of_type(statements_, interface) != "interface")
    return false;
  std::vector<std::pair<int64_t, std::string>> own_methods;
  for (const auto& row : statements_.rows<sql::MembersOf>(interface))
    if (row.kind == static_cast<int64_t>(MemberKind::method))
      own_methods.emplace_back(row.symbol, row.name);
  for (const auto& [symbol, name] : own_methods) {
    const auto method = definition_of(statements_, symbol);
    const auto open = method ? method->key.find('(', method->type.size()) : std::string::npos;
    if (open != std::string::npos)
      faces.emplace(name, face_of(symbol, *own, name, std::string_view(method->key).substr(open),
                                  method->signature));
  }
  bool is_known = true;
  for (const int64_t one : embedded(interface, is_known, &faces))
    is_known = is_known && add_methods(one, faces, seen);
  return is_known;
}

const std::optional<MethodSets::Faces>& MethodSets::methods(int64_t interface) {
  const auto [at, is_new] = methods_.try_emplace(interface);
  if (!is_new) return at->second;
  Faces faces;
  std::unordered_set<int64_t> seen;
  if (add_methods(interface, faces, seen) && !faces.empty()) at->second = std::move(faces);
  return at->second;
}

std::string MethodSets::face_of(int64_t method, const Own& own, std::string_view name,
                                std::string_view parameters, std::string_view signature) {
  // What the file says of the types in the signature; looked up once one names a package.
  std::optional<std::vector<std::pair<std::string, std::string>>> paths;
  const auto of = [&](std::string_view type) -> std::optional<std::string> {
    if (!paths) {
      paths.emplace();
      for (const auto& row : statements_.rows<sql::RefsFrom>(method, method))
        if (row.kind == static_cast<int64_t>(ReferenceKind::signature) && !row.target_scope.empty())
          paths->emplace_back(row.target, row.target_scope);
    }
    const auto at = std::find_if(paths->begin(), paths->end(),
                                 [&](const auto& one) { return one.first == type; });
    return at == paths->end() ? std::nullopt : packages_.imported(at->second, own.project);
  };
  return method_face(*own.language, {packages_.of_folder(own.folder), of}, name, parameters,
                     signature);
}

/// Level by level, as what is embedded less deep hides what is deeper.
bool MethodSets::has(int64_t type, std::string_view name, std::string_view face) {
  std::vector<int64_t> level{type};
  std::unordered_set<int64_t> seen{type};
  while (!level.empty() && seen.size() <= kMostEmbedded) {
    std::vector<int64_t> below;
    for (const int64_t one : level) {
      const auto own = this->own(one);
      if (!own) continue;
      const auto all = parts(*own);
      bool is_there = false;
      for (const int64_t part : all) {
        for (const auto& row : statements_.rows<sql::MembersNamed>(part, name)) {
          is_there = true;
          if (row.kind == static_cast<int64_t>(MemberKind::method) &&
              are_same_faces(
                  face_of(row.symbol, *own, name, row.params.value_or("()"), row.signature), face))
            return true;
        }
      }
      if (is_there) continue;  // it hides those of what is embedded
      bool is_known = true;
      for (const int64_t part : all)
        for (const int64_t deeper : embedded(part, is_known, nullptr))
          if (seen.insert(deeper).second) below.push_back(deeper);
    }
    level = std::move(below);
  }
  is_cut_ = is_cut_ || !level.empty();
  return false;
}

bool MethodSets::implements(int64_t type, int64_t interface) {
  const auto& faces = methods(interface);
  if (!faces || type == interface) return false;
  const auto below = own(type), above = own(interface);
  if (!below || *below == *above) return false;
  return std::all_of(faces->begin(), faces->end(), [&](const auto& one) {
    const bool is_exported = one.first.front() >= 'A' && one.first.front() <= 'Z';
    const bool is_near = below->folder == above->folder && below->project == above->project;
    return (is_exported || is_near) && has(type, one.first, one.second);
  });
}

/// Those that have the rarest of the methods, or embed one that has it.
std::vector<MethodSets::Own> MethodSets::candidates(const Faces& faces) {
  std::vector<Own> found;
  size_t fewest = most_ + 1;
  for (const auto& [name, face] : faces) {
    const auto members = members_with_name(statements_, aliases_.scope(), name);
    if (members.size() >= fewest) continue;
    fewest = members.size();
    found.clear();
    for (const int64_t member : members)
      if (auto one = own(member); one && std::find(found.begin(), found.end(), *one) == found.end())
        found.push_back(std::move(*one));
  }
  is_cut_ = is_cut_ || fewest > most_;
  add_embedding(found);
  return found;
}

/// By the full name, and by the bare one, as files of its package write it.
void MethodSets::add_embedding(std::vector<Own>& found) {
  for (size_t i = 0; i < found.size(); ++i) {
    const std::string full = found[i].full_name;
    std::vector<int64_t> sources;
    for (const std::string& name : {full, std::string(short_name(full))})
      if (const auto id = name_id(statements_, name))
        for (const auto& row : statements_.rows<sql::SourcesOfKey>(*id))
          if (row.kind == static_cast<int64_t>(ReferenceKind::base)) sources.push_back(row.source);
    for (const int64_t source : sources) {
      auto one = own(source);
      if (!one || std::find(found.begin(), found.end(), *one) != found.end()) continue;
      if (found.size() >= most_) {
        is_cut_ = true;
        return;
      }
      found.push_back(std::move(*one));
    }
  }
}

std::vector<Definition> MethodSets::implementing(int64_t interface) {
  std::vector<Definition> found;
  const auto& faces = methods(interface);
  if (!faces) return found;
  for (const Own& one : candidates(*faces)) {
    const auto all = parts(one);
    const auto whole = std::find_if(all.begin(), all.end(), [&](int64_t part) {
      return kind_of_type(statements_, part) != "partial";
    });
    auto meant = definition_of(statements_, whole == all.end() ? all.front() : *whole);
    if (!meant || !implements(meant->symbol, interface)) continue;
    const ScopeModule* module = aliases_.module_of(meant->symbol);
    meant->snapshot = module->snapshot;
    meant->module = module->name;
    meant->path = module->path;
    found.push_back(std::move(*meant));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Definition& a, const Definition& b) { return a.symbol < b.symbol; });
  return found;
}

}  // namespace dossier
