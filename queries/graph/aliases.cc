#include "queries/graph/aliases.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/rules.h"
#include "engine/readers/word_list.h"
#include "queries/graph/own_names.h"
#include "queries/graph/stored_symbols.h"
#include "queries/graph/walk.h"
#include "queries/sql.h"

namespace dossier {

std::string_view family_of(std::string_view language) {
  const auto& row = languages::named(language);
  return row.family.empty() ? language : row.family;
}

namespace {

constexpr int64_t kMostNamesakes = 3;  // of a method called on something of unknown type
constexpr std::string_view kDefault = "default";
constexpr int kMostExports = 4;  // files that pass a name on, one behind the other

bool imports_names(std::string_view language) { return languages::named(language).imports_names; }

/// `Outer+Inner`1` of C# as code writes it: `Outer.Inner`.
std::string as_written(std::string_view full) {
  std::string text;
  for (size_t i = 0; i < full.size(); ++i) {
    if (full[i] == '`') {
      while (i + 1 < full.size() && full[i + 1] >= '0' && full[i + 1] <= '9') ++i;
    } else {
      text += full[i] == '+' ? '.' : full[i];
    }
  }
  return text;
}

bool is_local(Statements& store, int64_t member) {
  const auto definition = definition_of(store, member);
  return definition && definition->is_local;
}

/// What stands before the key in the full name; "" where that does not end with it.
std::string_view outer_of(std::string_view full, std::string_view key) {
  const bool is_tail = full.size() > key.size() + 1 && full.ends_with(key) &&
                       full[full.size() - key.size() - 1] == '.';
  return is_tail ? full.substr(0, full.size() - key.size() - 1) : std::string_view();
}

bool begins_path(std::string_view begin, std::string_view path) {
  return path.starts_with(begin) && (path.size() == begin.size() || path[begin.size()] == '.');
}

}  // namespace

Aliases::Aliases(Statements& store, const Scope& scope, const Definition& definition,
                 PassingImports& passing)
    : store_(store), definition_(definition) {
  std::string language;
  {
    const auto row = first_row<sql::ModuleOfSymbol>(store, definition.symbol);
    if (!row || row->kind != static_cast<int64_t>(ModuleKind::source)) return;
    module_ = row->id;
    language = row->language;
  }
  if (!definition.is_type) {
    const auto key = std::string_view(definition.key).substr(definition.type.size() + 1);
    name_ = key.substr(0, key.find('(', 1));
    is_method_ = key.ends_with(')');
  }
  if (definition.is_local) {
    is_local_ = true;
    is_told_apart_ = false;
    keys_.push_back(definition.full_name);
    return;
  }
  is_in_headers_ = !languages::named(language).headers.empty();
  full_ = as_written(definition.type);
  if (full_ != definition.type) add(name_.empty() ? full_ : full_ + "." + name_);
  if (!is_in_headers_ && !imports_names(language)) {
    const auto row = first_row<sql::TypeFacts>(store, definition.type_symbol);
    is_without_namespace_ = row && row->name_space.empty();
  }
  if (name_.empty()) keys_.push_back(definition.type);
  if (OwnNames::has_own(definition)) add(definition.full_name);
  if (imports_names(language) || languages::named(language).passes_full_names) add_exports(passing);
  const auto companions = companion_types(language);
  for (const std::string& type : companions) add(type + "." + name_);
  exports_ = keys_.size();
  if (!imports_names(language)) {
    add_suffixes(full_);
    for (const std::string& type : companions) add_suffixes(type);
  }
  if (languages::named(language).packages_name_themselves) add_folder();
  if (name_.empty()) return;
  if (imports_names(language)) add(full_.substr(full_.rfind('.') + 1) + "." + name_);
  // super().__init__() may be any type's.
  const bool is_special = name_.starts_with("__") || name_ == "constructor" || name_ == ".ctor";
  add(name_);
  int64_t called_so = 0;
  std::vector<int64_t> spelled;   // with a full name of their own
  std::vector<int64_t> declared;  // by stubs
  for (const int64_t snapshot : scope.snapshots) {
    for (const auto& row : store.rows<sql::MembersCalled>(std::string_view(name_), snapshot)) {
      if (called_so > kMostNamesakes) break;  // more of them change nothing
      if (row.is_spelled != 0)
        spelled.push_back(row.symbol);
      else if (languages::is_stub(row.path) && !languages::is_stub(definition.path))
        declared.push_back(row.symbol);
      else
        called_so += row.symbol != definition.symbol;
    }
  }
  for (const int64_t one : spelled)
    if (called_so <= kMostNamesakes) called_so += one != definition.symbol && !is_local(store, one);
  for (const int64_t one : declared)
    if (called_so <= kMostNamesakes) called_so += !is_declared_by(one);
  is_unique_ = called_so == 0;
  const bool is_common = is_among(languages::named(language).own_members, name_);
  is_told_apart_ = !is_special && !is_common && called_so <= kMostNamesakes;
}

/// Types on which the member is called, too: that of a companion on its class, and that of a class
/// on its companion, if it has one without a name.
std::vector<std::string> Aliases::companion_types(std::string_view language) const {
  const auto& row = languages::named(language);
  if (row.nameless.first.empty() || name_.empty()) return {};
  std::vector<std::string> types{full_ + "." + std::string(row.nameless.second)};
  const auto type = definition_of(store_, definition_.type_symbol);
  const auto dot = full_.rfind('.');
  if (type && (type->flags & kStatic) != 0 && dot != full_.npos)
    types.push_back(full_.substr(0, dot));
  return types;
}

/// Whether a stub's member of this name declares the definition, of its own or of a module that
/// passes it on.
bool Aliases::is_declared_by(int64_t stub) const {
  const auto other = definition_of(store_, stub);
  return other && (other->type == definition_.type ||
                   is_passed_on_as(std::string(other->type).append(".").append(name_)));
}

void Aliases::add(std::string key) {
  const bool own =
      key == definition_.key ||
      (name_.empty() ? key == definition_.type : key == definition_.type + "." + name_);
  if (!own && std::find(keys_.begin(), keys_.end(), key) == keys_.end()) {
    keys_.push_back(std::move(key));
  }
}

/// Who imports the definition, or something around it, and passes it on?
void Aliases::add_exports(PassingImports& passing) {
  const bool is_free = is_kind_of_scope(kind_of_type(store_, definition_.type_symbol));
  Walk<std::string, std::string> walk;
  const auto enter = [&](std::string_view module, std::string_view rest) {
    std::string other(module);
    other.append(module.empty() ? "" : ".").append(rest);
    if (other == name_ && !is_free) return;  // a method is not what its module gives
    if (walk.enter(other, other)) add(std::move(other));
  };
  // What a module has stands for itself when all of it is passed on; a method does not.
  const std::ptrdiff_t least = name_.empty() || is_free ? 1 : 2;
  const auto is_of_module = [&](std::string_view rest) {
    return std::count(rest.begin(), rest.end(), '.') >= least;
  };
  // Under a name of its own choice any file passes on, not only one that stands for its folder.
  const auto enter_as = [&](std::string_view path, std::string_view name, std::string_view rest) {
    const auto* row = languages::of(path);
    const auto dot = name.rfind('.');
    if (row && row->passes_full_names && dot != name.npos) {
      if (!name.ends_with(".*"))
        enter(name.substr(0, dot), std::string(name.substr(dot + 1)).append(rest));
      else if (is_of_module(rest))
        enter(name.substr(0, dot), rest.substr(1));
      return;
    }
    std::vector<std::string> modules = exporting_modules(path, false);
    if (row && row->module_path) modules.push_back(row->module_path(path, {}));
    for (const auto& module : modules) enter(module, std::string(name).append(rest));
  };
  const auto visit = [&](const std::vector<std::string>& level, int64_t) {
    for (const auto& full : level) {
      for (auto end = full.size(); end != full.npos && end > 0; end = full.rfind('.', end - 1)) {
        const auto imported = std::string_view(full).substr(0, end);
        const bool is_around = end < full.size();
        for (const PassingImport& one : passing.of(imported, definition_.snapshot, is_around)) {
          const auto rest = std::string_view(full).substr(end);
          const auto passed = one.target.find(languages::kPassedAs);
          if (passed != one.target.npos)
            enter_as(one.path,
                     std::string_view(one.target)
                         .substr(passed + std::string_view(languages::kPassedAs).size()),
                     rest);
          if (one.is_default) enter_as(one.path, kDefault, rest);
          for (const auto& module : is_around ? one.of_whole : one.by_name) {
            // Imported by its name, or with everything that its module has.
            const auto dot = imported.rfind('.');
            enter(module, std::string_view(full).substr(dot == imported.npos ? 0 : dot + 1));
            if (is_of_module(rest)) enter(module, rest.substr(1));
          }
        }
      }
    }
    return true;
  };
  const std::string whole = name_.empty() ? full_ : full_ + "." + name_;
  walk.enter(whole, whole);
  // A file that stands for its folder gives what it defines under the folder's name as well.
  if (const auto* row = languages::of(definition_.path); row && row->module_path) {
    const std::string own = row->module_path(definition_.path, {}) + ".";
    if (whole.starts_with(own))
      for (const auto& module : exporting_modules(definition_.path, false))
        if (!module.empty()) enter(module, std::string_view(whole).substr(own.size()));
  }
  if (const auto given = result_of(store_, module_); !given.empty() && begins_path(given, whole))
    enter_as(definition_.path, kDefault, std::string_view(whole).substr(given.size()));
  walk.run(1, kMostExports, visit);
}

/// What is left of the name where a namespace or an outer type is in view.
void Aliases::add_suffixes(const std::string& type) {
  for (auto dot = type.find('.'); dot != type.npos; dot = type.find('.', dot + 1)) {
    const auto suffix = type.substr(dot + 1);
    add(name_.empty() ? suffix : suffix + "." + name_);
  }
}

/// A package that is not called like its folder goes by the folder where an import gives it another
/// name; in the folder of go.mod by the end of the path that is said there.
void Aliases::add_folder() {
  const auto slash = definition_.path.rfind('/');
  folder_ = result_of(store_, module_);
  if (folder_.empty() && slash == std::string::npos) return;
  std::string last;
  if (!folder_.empty()) {
    last = languages::of(definition_.path)->imported({folder_, {}, {}, {}, {}});
  } else {
    folder_ = definition_.path.substr(0, slash);
    last = folder_.substr(folder_.rfind('/') + 1);
  }
  const auto package = std::min(full_.find('.'), full_.size());
  if (last == std::string_view(full_).substr(0, package)) return;
  folder_key_ = last + full_.substr(package) + (name_.empty() ? "" : "." + name_);
  add(folder_key_);
}

Aliases::View& Aliases::view_of(int64_t module) {
  const auto [found, is_new] = views_.try_emplace(module);
  View& view = found->second;
  if (!is_new) return view;
  if (const auto row = first_row<sql::ModuleOfSymbol>(store_, module)) {
    view.language = row->language;
    view.path = row->name;
    view.last = row->last;
  }
  for (const auto& row : store_.rows<sql::ModuleNamespaces>(module, view.last)) {
    view.namespaces.emplace_back(row.name);
  }
  for (const auto& row : store_.rows<sql::ModuleImports>(module, view.last)) {
    view.imports.emplace_back(row.target);
    view.paths.emplace_back(row.scope);
  }
  return view;
}

bool Aliases::sees(int64_t module) {
  if (module == module_) return true;
  const View& there = view_of(module);
  const View& here = view_of(module_);
  const auto encloses = [&](const std::string& own) {
    return std::any_of(there.namespaces.begin(), there.namespaces.end(),
                       [&](const std::string& one) { return begins_path(own, one); });
  };
  const bool by_namespace = !imports_names(there.language);
  if (by_namespace && std::any_of(here.namespaces.begin(), here.namespaces.end(), encloses)) {
    return true;
  }
  const auto brings = [&](const std::string& import) {
    // A header is named by the end of its path.
    return begins_path(import, full_) || definition_.path == import ||
           definition_.path.ends_with("/" + import);
  };
  return std::any_of(there.imports.begin(), there.imports.end(), brings) ||
         (!languages::named(there.language).global_import.empty() && is_global_for(there.path));
}

/// Whether the module has or imports something that is this type or is within it, or has a type
/// that derives from it, or from something of another name, which may derive from it: where types
/// stand for namespaces, as Ruby's modules do, only there the names in it need nothing before them.
bool Aliases::is_around(std::string_view outer, std::string_view key, int64_t module) {
  View& view = view_of(module);
  if (!view.types) {
    view.types.emplace();
    for (const auto& row : store_.rows<sql::TypesBetween>(module, view.last))
      view.types->emplace_back(row.full_name);
    view.bases.emplace();
    for (const auto& row : store_.rows<sql::BasesOfType>(module, view.last))
      view.bases->emplace_back(row.target);
  }
  const auto last = outer.substr(outer.rfind('.') + 1);
  const auto is_within = [&](const std::string& name) { return begins_path(outer, name); };
  return std::any_of(view.types->begin(), view.types->end(), is_within) ||
         std::any_of(view.imports.begin(), view.imports.end(), is_within) ||
         std::any_of(view.bases->begin(), view.bases->end(), [&](const std::string& base) {
           const auto name = std::string_view(base).substr(base.rfind('.') + 1);
           return name == last || name != key.substr(key.rfind('.') + 1);
         });
}

/// A project's files are those below the folder of the file that says so.
bool Aliases::is_global_for(const std::string& path) {
  if (!global_below_) {
    global_below_.emplace();
    for (auto end = full_.rfind('.'); end != full_.npos && end > 0;
         end = full_.rfind('.', end - 1)) {
      const auto space = std::string_view(full_).substr(0, end);
      for (const auto& row :
           store_.rows<sql::GlobalImports>(space, kGlobalImport, definition_.snapshot)) {
        global_below_->emplace_back(row.path.substr(0, row.path.rfind('/') + 1));
      }
    }
  }
  return std::any_of(global_below_->begin(), global_below_->end(),
                     [&](const std::string& folder) { return path.starts_with(folder); });
}

bool Aliases::imports_folder(int64_t module) {
  const auto& paths = view_of(module).paths;
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return path == folder_ || path.ends_with("/" + folder_);
  });
}

bool Aliases::is_passed_on_as(std::string_view full_name) const {
  const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(exports_);
  return std::find(keys_.begin(), last, full_name) != last;
}

bool Aliases::may_refer(std::string_view key, int64_t module) {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found == keys_.end()) return false;
  if (is_local_) return module == module_;
  if (family_of(view_of(module).language) != family_of(view_of(module_).language)) return false;
  if (static_cast<size_t>(found - keys_.begin()) < exports_) return true;
  if (key == folder_key_) return imports_folder(module);
  if (key == name_ && !is_told_apart_) return false;
  if (key == name_ && is_unique_) return true;
  if (!sees(module)) return false;
  if (key == name_ || !is_without_namespace_) return true;
  const std::string whole = name_.empty() ? full_ : full_ + "." + name_;
  const auto outer = outer_of(whole, key);
  return outer.empty() || is_around(outer, key, module);
}

}  // namespace dossier
