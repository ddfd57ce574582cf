#include "queries/graph/method_sets.h"

#include <algorithm>
#include <optional>

#include "engine/ascii.h"
#include "engine/fact.h"
#include "engine/parameter_text.h"
#include "engine/parameters.h"
#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "queries/graph/names.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

using parameters::in_name;

/// What stands before a type of the package around, with the package's folder behind it.
constexpr char kOwn = '\x01', kOwnEnds = '\x02';

/// Whether a name is a type that the package around defines: predeclared ones are in small letters,
/// and one letter is a type parameter.
bool is_own(std::string_view name) {
  return name.size() > 1 && name.front() >= 'A' && name.front() <= 'Z';
}

/// Without spaces and the names of packages; `interface{}` is `any`. Types of the package around
/// are marked with its folder.
std::string plain_type(std::string_view written, std::string_view folder) {
  std::string text;
  bool is_qualified = false;
  for (size_t at = 0; at < written.size();) {
    const char c = written[at];
    if (!in_name(c)) {
      if (c != ' ') text += c;
      is_qualified = false;
      ++at;
      continue;
    }
    size_t end = at;
    while (end < written.size() && in_name(written[end])) ++end;
    const auto name = written.substr(at, end - at);
    const bool is_package =
        end + 1 < written.size() && written[end] == '.' && written[end + 1] != '.';
    if (!is_package && !is_qualified && is_own(name)) (text += kOwn).append(folder) += kOwnEnds;
    if (!is_package) text.append(name);
    is_qualified = is_package;
    at = is_package ? end + 1 : end;
    if (text.ends_with("chan") && written.substr(at, 1) == " ") text += ' ';
  }
  constexpr std::string_view kAny = "interface{}";
  for (size_t at = text.find(kAny); at != text.npos; at = text.find(kAny, at))
    text.replace(at, kAny.size(), "any");
  return text;
}

/// Takes the mark at the beginning off; the folder in it, or nothing.
std::optional<std::string_view> take_mark(std::string_view& face) {
  if (!face.starts_with(kOwn)) return std::nullopt;
  const auto end = face.find(kOwnEnds);
  const auto folder = face.substr(1, end - 1);
  face.remove_prefix(end + 1);
  return folder;
}

/// Whether two faces are of the same types, as far as they tell their packages.
bool is_same(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const auto one = take_mark(a), other = take_mark(b);
    if (one && other && *one != *other) return false;
    if (a.empty() || b.empty() || a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

/// "(string)int,error" of `Get(key string) (n int, err error)`, whose parameters are known.
std::string face_of(const languages::Language& language, std::string_view folder,
                    std::string_view name, std::string_view parameters,
                    std::string_view signature) {
  size_t at = signature.find(std::string(name) + "(");
  while (at != signature.npos && at > 0 && in_name(signature[at - 1]))
    at = signature.find(std::string(name) + "(", at + 1);
  std::string face(parameters);
  const size_t close = at == signature.npos ? at : closing_bracket(signature, at + name.size());
  if (close == signature.npos) return plain_type(face, folder);
  auto result = trimmed(signature.substr(close + 1));
  if (result.starts_with('(') && closing_bracket(result, 0) == result.size() - 1)
    append_parameter_types(face, result.substr(1, result.size() - 2), language.parameters);
  else
    face += result;
  return plain_type(face, folder);
}

}  // namespace

std::string MethodSets::kind_of(int64_t type) {
  auto rows = statements_.rows<sql::TypeFacts>(type);
  const auto row = rows.next();
  return row ? std::string(row->kind) : std::string();
}

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
  if (!own || seen.size() > kMostEmbedded || kind_of(interface) != "interface") return false;
  std::vector<std::pair<int64_t, std::string>> own_methods;
  for (const auto& row : statements_.rows<sql::MembersOf>(interface))
    if (row.kind == static_cast<int64_t>(MemberKind::method))
      own_methods.emplace_back(row.symbol, row.name);
  for (const auto& [symbol, name] : own_methods) {
    const auto method = definition_of(statements_, symbol);
    const auto open = method ? method->key.find('(', method->type.size()) : std::string::npos;
    if (open != std::string::npos)
      faces.emplace(name, face_of(*own->language, own->folder, name,
                                  std::string_view(method->key).substr(open), method->signature));
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
              is_same(face_of(*own->language, own->folder, name, row.params.value_or("()"),
                              row.signature),
                      face))
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
    std::vector<int64_t> members;
    for (const int64_t snapshot : aliases_.scope().snapshots)
      for (const auto& row : statements_.rows<sql::MembersCalled>(std::string_view(name), snapshot))
        if (members.size() < fewest) members.push_back(row.symbol);
    if (members.size() >= fewest) continue;
    fewest = members.size();
    found.clear();
    for (const int64_t member : members)
      if (auto one = own(member); one && std::find(found.begin(), found.end(), *one) == found.end())
        found.push_back(std::move(*one));
  }
  add_embedding(found);
  return found;
}

/// By the full name, and by the bare one, as files of its package write it.
void MethodSets::add_embedding(std::vector<Own>& found) {
  for (size_t i = 0; i < found.size() && found.size() < most_; ++i) {
    const std::string full = found[i].full_name;
    std::vector<int64_t> sources;
    for (const std::string& name : {full, std::string(short_name(full))})
      if (const auto id = name_id(statements_, name))
        for (const auto& row : statements_.rows<sql::SourcesOfKey>(*id))
          if (row.kind == static_cast<int64_t>(ReferenceKind::base)) sources.push_back(row.source);
    for (const int64_t source : sources)
      if (auto one = own(source); one && std::find(found.begin(), found.end(), *one) == found.end())
        found.push_back(std::move(*one));
  }
}

std::vector<Definition> MethodSets::implementing(int64_t interface) {
  std::vector<Definition> found;
  const auto& faces = methods(interface);
  if (!faces) return found;
  for (const Own& one : candidates(*faces)) {
    const auto all = parts(one);
    const auto whole = std::find_if(all.begin(), all.end(),
                                    [&](int64_t part) { return kind_of(part) != "partial"; });
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
