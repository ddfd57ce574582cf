#include "engine/readers/indexes/ctags_module.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/indexes/assemble.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::indexes {
namespace {

bool is_one_of(std::string_view kind, std::initializer_list<std::string_view> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_type(std::string_view kind) {
  return is_one_of(kind, {"class",      "struct",         "interface", "enum",
                          "union",      "trait",          "type",      "typedef",
                          "alias",      "talias",         "record",    "object",
                          "annotation", "message",        "service",   "singletonMethod class",
                          "protocol",   "implementation", "delegate",  "category"});
}

bool is_method(std::string_view kind) {
  return is_one_of(kind, {"function", "method", "func", "singletonMethod", "methodSpec",
                          "constructor", "generator", "procedure", "subroutine", "macro", "rpc",
                          "getter", "setter", "operator"});
}

/// "/^  long total(int x);$/" without what makes it a search.
std::string_view found_by(std::string_view pattern) {
  if (pattern.starts_with("/^")) pattern.remove_prefix(2);
  for (const std::string_view end : {"$/", "/"}) {
    if (!pattern.ends_with(end)) continue;
    pattern.remove_suffix(end.size());
    break;
  }
  return pattern;
}

uint32_t flags_of(const Tag& tag) {
  uint32_t flags = kPublic;
  if (tag.access == "private") flags = kPrivate;
  if (tag.access == "protected") flags = kProtected;
  if (is_one_of(tag.access, {"default", "package", "internal"})) flags = kInternal;
  if (is_one_of(tag.kind, {"enumerator", "enumConstant", "const", "constant"})) {
    flags |= kStatic | kConstant;
  }
  if (tag.kind == "constructor") flags |= kConstructor;
  return flags;
}

/// What the full names of a file's definitions start with, as in sources: its package, or what its
/// path makes of it. ctags says it in scopes, in some languages.
std::string base_of(const FileTags& file, const languages::PackageFolders& packages) {
  const auto* language = languages::of(file.path);
  if (!language || language->naming == languages::Naming::package) return file.package;
  if (language->naming == languages::Naming::file) return {};
  return languages::module_path(*language, file.path, {packages.root_of(file.path)});
}

/// What holds the tag, without what holds nothing in our notation: functions without a name,
/// CommonJS' `exports`, a .proto's oneof.
std::string own_scope(const Tag& tag) {
  std::string scope = languages::dotted(tag.scope);
  if (tag.scope_kind == "oneof") scope.resize(std::min(scope.size(), scope.rfind('.')));
  const auto* language = languages::of(tag.path);
  if (!language || language->naming != languages::Naming::path) return scope;
  std::string kept;
  for (std::string_view rest = scope; !rest.empty();) {
    const auto part = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const bool is_passage = part == "exports" || part == "module" || part == "prototype" ||
                            part.starts_with("AnonymousFunction") || part.starts_with("<function:");
    if (!is_passage) kept.append(kept.empty() ? "" : ".").append(part);
  }
  return kept;
}

class FileModule {
 public:
  FileModule(FileTags& file, std::string base) : file_(file), base_(std::move(base)) {
    name_anonymous(file.tags);
    for (const Tag& tag : file.tags) {
      if (is_type(tag.kind)) types_.insert(full(tag));
    }
  }

  Module run() {
    for (const Tag& tag : file_.tags) declarations_.push_back(declaration(tag));
    Assembled made = assemble(file_.path, language_of(file_.path, file_.language), declarations_);
    for (size_t i = 0; i < file_.tags.size(); ++i) inherit(made, file_.tags[i], made.ordinals[i]);
    return std::move(made.module);
  }

 private:
  /// What holds the tag, "" = nothing but the file.
  std::string scope_of(const Tag& tag) const {
    std::string scope = own_scope(tag);
    const bool has_base =
        scope.starts_with(base_) && (scope.size() == base_.size() || scope[base_.size()] == '.');
    if (base_.empty() || has_base) return scope;
    return scope.empty() ? base_ : base_ + "." + scope;
  }

  std::string full(const Tag& tag) const {
    const std::string scope = scope_of(tag);
    return scope.empty() ? tag.name : scope + "." + tag.name;
  }

  Declaration declaration(const Tag& tag) const {
    Declaration made;
    made.is_type = is_type(tag.kind);
    made.name = tag.name;
    made.kind = tag.kind;
    made.line = tag.line;
    made.end_line = tag.end;
    made.flags = flags_of(tag);
    const std::string scope = scope_of(tag);
    if (made.is_type) {
      made.type = full(tag);
      made.name_space = scope;
      while (types_.count(made.name_space)) {
        const auto dot = made.name_space.rfind('.');
        made.name_space.resize(dot == std::string::npos ? 0 : dot);
      }
      made.base_type = tag.inherits.substr(0, tag.inherits.find(','));
      return made;
    }
    made.is_global = scope.empty();
    made.type = made.is_global ? file_.path : scope;
    made.kind[0] = static_cast<char>(made.kind[0] & ~0x20);  // as the other readers word it
    made.signature = signature(tag);
    if (is_method(tag.kind)) made.member_kind = MemberKind::method;
    if (tag.kind == "property") made.member_kind = MemberKind::property;
    if (tag.kind == "event") made.member_kind = MemberKind::event;
    return made;
  }

  static std::string signature(const Tag& tag) {
    const auto colon = tag.typeref.find(':');
    const std::string type = colon == std::string::npos ? "" : tag.typeref.substr(colon + 1) + " ";
    if (!tag.signature.empty() || !type.empty()) return type + tag.name + tag.signature;
    return languages::signature_text(found_by(tag.pattern));
  }

  static void inherit(Assembled& made, const Tag& tag, uint32_t source) {
    for (std::string_view rest = tag.inherits; !rest.empty();) {
      const auto written = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), written.size() + 1));
      const std::string base = languages::dotted(languages::collapse(written));
      if (base.empty()) continue;
      Reference reference;
      reference.kind = ReferenceKind::base;
      reference.source = source;
      reference.target = reference.target_type = reference.target_key = made.module.text.keep(base);
      reference.by_name = true;
      reference.line = tag.line;
      made.module.references.push_back(reference);
    }
  }

  const FileTags& file_;
  const std::string base_;
  std::unordered_set<std::string> types_;
  std::vector<Declaration> declarations_;
};

}  // namespace

bool is_passed_by(std::string_view kind) {
  return is_one_of(kind, {"local", "parameter", "label", "namespace", "package", "packageName",
                          "module", "header", "file", "anonMember", "unknown", "using", "name", "z",
                          "import", "externvar", "prototype"});
}

Module module_of(FileTags& file, const languages::PackageFolders& packages) {
  return FileModule(file, base_of(file, packages)).run();
}

}  // namespace dossier::indexes
