#include "engine/readers/indexes/ctags.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/error.h"
#include "engine/readers/indexes/assemble.h"
#include "engine/readers/indexes/ctags_tag.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/python_packages.h"
#include "engine/readers/languages/text.h"

namespace dossier::indexes {
namespace {

constexpr size_t kMaxLine = size_t{16} << 20;

/// The lines of a stream.
class Lines {
 public:
  explicit Lines(ByteSource& source) : source_(source) {}
  bool next(std::string_view& line) {
    size_t newline = 0;
    while ((newline = buffer_.find('\n', at_)) == std::string::npos) {
      buffer_.erase(0, at_);
      at_ = 0;
      const size_t size = buffer_.size();
      if (size > kMaxLine) throw Error(ErrorCode::limit, "a line is longer than 16 MB");
      buffer_.resize(size + kChunk);
      const size_t got = source_.read(buffer_.data() + size, kChunk);
      buffer_.resize(size + got);
      if (got > 0) continue;
      if (buffer_.empty()) return false;
      buffer_ += '\n';
    }
    line = std::string_view(buffer_).substr(at_, newline - at_);
    at_ = newline + 1;
    return true;
  }

 private:
  static constexpr size_t kChunk = size_t{256} << 10;
  ByteSource& source_;
  std::string buffer_;
  size_t at_ = 0;
};

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

bool is_passed_by(std::string_view kind) {
  return is_one_of(kind, {"local", "parameter", "label", "namespace", "package", "packageName",
                          "module", "header", "file", "anonMember", "unknown", "using", "name", "z",
                          "import", "externvar", "prototype"});
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

struct FileTags {
  std::string path, language;
  std::string package;  // that it declares; "" = none, or not said by a tag
  std::vector<Tag> tags;
};

/// What the full names of a file's definitions start with, as in sources: its package, or what its
/// path makes of it. ctags says it in scopes, in some languages.
std::string base_of(const FileTags& file, const languages::PythonPackages& packages) {
  const auto* language = languages::of(file.path);
  if (!language || language->naming == languages::Naming::package) return file.package;
  if (language->naming == languages::Naming::file) return {};
  return languages::module_path(*language, file.path, packages.root_of(file.path));
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
    std::string scope = languages::dotted(tag.scope);
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

bool looks_like_ctags(std::string_view beginning) {
  const auto quote = beginning.find_first_not_of(" \t\r\n{");
  if (quote == beginning.npos || !beginning.substr(quote).starts_with("\"_type\"")) return false;
  const auto value = beginning.find_first_not_of(" \t:", quote + 7);
  if (value == beginning.npos) return false;
  const auto text = beginning.substr(value);
  return text.starts_with("\"tag\"") || text.starts_with("\"ptag\"");
}

CtagsSummary read_ctags(ByteSource& source, const FactSink& sink) {
  CtagsSummary summary;
  std::vector<FileTags> files;
  std::unordered_map<std::string, size_t> by_path;
  languages::PythonPackages packages;
  Lines lines(source);
  std::string_view line;
  for (uint64_t number = 1; lines.next(line); ++number) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    Tag tag = parse_tag(line, source.name() + ": line " + std::to_string(number));
    if (tag.type == "ptag") continue;
    if (tag.type != "tag" || tag.name.empty() || tag.path.empty()) {
      throw Error(ErrorCode::invalid, "it is no tag of universal-ctags",
                  source.name() + ": line " + std::to_string(number));
    }
    ++summary.tags;
    const bool is_reference = !tag.roles.empty() && tag.roles != "def";
    const bool is_passed = is_reference || is_passed_by(tag.kind) || tag.kind.empty();
    if (is_passed) ++summary.passed_by;
    if (is_passed && tag.kind != "package") continue;
    if (tag.path.starts_with("./")) tag.path.erase(0, 2);
    const auto [found, is_new] = by_path.try_emplace(tag.path, files.size());
    if (is_new) files.push_back({tag.path, tag.language, {}, {}});
    packages.add(tag.path);
    FileTags& file = files[found->second];
    if (!is_passed) {
      file.tags.push_back(std::move(tag));
    } else if (!is_reference && file.package.empty()) {
      file.package = tag.name;
    }
  }
  std::erase_if(files, [](const FileTags& file) { return file.tags.empty(); });
  for (FileTags& file : files) sink(FileModule(file, base_of(file, packages)).run());
  summary.files = files.size();
  return summary;
}

}  // namespace dossier::indexes
