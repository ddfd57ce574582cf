#include "engine/readers/proto/facts.h"

#include <algorithm>

#include "engine/error.h"
#include "engine/readers/comments.h"
#include "engine/readers/expansion.h"
#include "engine/readers/proto/proto.h"
#include "engine/unicode.h"

namespace dossier::proto {
namespace {

constexpr size_t kDocLimit = 4000;
// Bytes of names that are tried; sound files of 16 MB stay below a tenth.
constexpr size_t kMaxWork = size_t{1} << 30;

bool is_scalar(std::string_view type) {
  static const std::unordered_set<std::string_view> kScalars = {
      "double",  "float",   "int32",    "int64",    "uint32", "uint64", "sint32", "sint64",
      "fixed32", "fixed64", "sfixed32", "sfixed64", "bool",   "string", "bytes",  "group"};
  return kScalars.contains(type);
}

}  // namespace

Facts::Facts(std::string_view path, size_t file_size) {
  module_.text.limit(text_budget_of_source(file_size));
  module_.kind = ModuleKind::source;
  module_.name = module_.path = module_.text.keep(path);
  module_.language = kLanguage;
}

std::string Facts::full(std::string_view name) const {
  std::string path = package;
  for (const auto& part : scope) path += (path.empty() ? "" : ".") + part;
  return path + (path.empty() ? "" : ".") + std::string(name);
}

void Facts::detail(Owner owner, DetailKind kind, std::string_view text) {
  if (!text.empty()) details_.push_back({owner, {0, kind, keep(text)}});
}
void Facts::doc(Owner owner, const Token& first) {
  if (first.doc.empty()) return;
  const std::string text = comment_text(first.doc, CommentStyle{});
  detail(owner, DetailKind::doc, utf8_prefix(text, kDocLimit));
}
void Facts::reference(Owner owner, ReferenceKind kind, const Token& token) {
  if (is_scalar(token.text)) return;
  Reference reference;
  reference.kind = kind;
  reference.target = keep(token.text);
  reference.line = token.line;
  reference.column = token.column;
  // What the name means where it stands: resolved from the innermost scope outwards at the end.
  if (const std::string around = full(""); around != here_) here_ = keep(around);
  references_.push_back({owner, reference, here_});
}

Owner Facts::add_type(std::string_view kind, const Token& first, const Token& name) {
  Type& type = module_.types.emplace_back();
  type.kind = kind;
  type.name = keep(name.text);
  type.full_name = keep(full(name.text));
  type.name_space = keep(package);
  type.source_path = module_.path;
  type.flags = kPublic;
  type.line = type.end_line = first.line;
  const Owner owner{module_.types.size() - 1, SIZE_MAX};
  doc(owner, first);
  return owner;
}

Owner Facts::add_member(Owner type, MemberKind kind, std::string_view word, const Token& first,
                        std::string_view name, const std::string& signature, uint32_t flags,
                        uint32_t line) {
  Type& holder = module_.types[type.type];
  Member& member = holder.members.emplace_back();
  member.kind = kind;
  member.member_type = word;
  member.name = keep(name);
  member.full_name =
      holder.kind == "file" ? keep(name) : module_.text.join({holder.full_name, ".", name});
  member.signature = keep(signature);
  member.flags = kPublic | flags;
  member.line = first.line;
  member.end_line = line;
  const Owner owner{type.type, holder.members.size() - 1};
  doc(owner, first);
  return owner;
}

Owner Facts::extending(const Token& first) {
  std::string path = full("");
  if (path.ends_with('.')) path.pop_back();
  const bool is_file = path.empty();
  if (is_file) path = module_.path;
  const std::string_view kind = !scope.empty() ? "message" : is_file ? "file" : "package";
  for (size_t i = module_.types.size(); i-- > 0;)
    if (module_.types[i].full_name == path && module_.types[i].kind == kind) return {i, SIZE_MAX};
  const auto cut = path.rfind(is_file ? '/' : '.');
  Type& type = module_.types.emplace_back();
  type.kind = kind;
  type.full_name = keep(path);
  type.name = type.full_name.substr(cut == path.npos ? 0 : cut + 1);
  type.name_space = type.full_name.substr(0, cut == path.npos ? 0 : cut);
  type.source_path = module_.path;
  type.flags = kPublic | kStatic | kAbstract | kSealed;
  type.line = type.end_line = first.line;
  return {module_.types.size() - 1, SIZE_MAX};
}

Module Facts::finish() {
  std::vector<uint32_t> first;
  uint32_t next = 1;
  for (Type& type : module_.types) {
    first.push_back(next);
    next += 1 + static_cast<uint32_t>(type.members.size());
  }
  const auto ordinal = [&](Owner owner) {
    if (owner.type == SIZE_MAX) return 0u;
    const uint32_t at = first[owner.type];
    return owner.member == SIZE_MAX ? at : at + 1 + static_cast<uint32_t>(owner.member);
  };
  for (auto& [owner, detail] : details_) {
    detail.source = ordinal(owner);
    module_.details.push_back(detail);
  }
  std::stable_sort(module_.details.begin(), module_.details.end(),
                   [](const Detail& a, const Detail& b) { return a.source < b.source; });
  std::unordered_set<std::string_view> types;
  for (const Type& type : module_.types) {
    if (!is_scope(type)) types.insert(type.full_name);
  }
  for (auto& named : references_) {
    named.reference.source = ordinal(named.owner);
    resolve(named.reference, named.scope, types);
    module_.references.push_back(named.reference);
  }
  return std::move(module_);
}

/// The innermost scope around that holds the name, as protobuf resolves; else as written.
void Facts::resolve(Reference& reference, std::string_view from,
                    const std::unordered_set<std::string_view>& types) {
  if (reference.kind != ReferenceKind::import) {
    const bool absolute = reference.target.starts_with('.');
    const std::string name(reference.target.substr(absolute ? 1 : 0));
    std::string around(absolute ? "" : from);
    while (true) {
      if (around.ends_with('.')) around.pop_back();
      work_ += around.size() + name.size();
      if (work_ > kMaxWork)
        throw Error(ErrorCode::limit, "too many scopes to resolve its names in");
      const auto found = types.find(around.empty() ? name : around + "." + name);
      if (found != types.end()) {
        reference.in_module = true;
        reference.target_type = reference.target_key = *found;
        reference.target_scope = module_.name;
        return;
      }
      if (around.empty()) break;
      const auto dot = around.rfind('.');
      around.resize(dot == std::string::npos ? 0 : dot);
    }
    reference.target_type = reference.target_key = keep(name);
  } else {
    reference.target_type = reference.target_key = reference.target_scope = reference.target;
  }
  reference.by_name = true;
}

}  // namespace dossier::proto
