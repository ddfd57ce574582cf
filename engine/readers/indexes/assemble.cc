#include "engine/readers/indexes/assemble.h"

#include <algorithm>
#include <unordered_map>

#include "engine/readers/languages/language.h"

namespace dossier::indexes {
namespace {

constexpr size_t kDocLimit = 4000;

class Assembly {
 public:
  explicit Assembly(const std::vector<Declaration>& declarations) : declarations_(declarations) {}

  Assembled run(std::string_view path, std::string_view language) {
    Module& module = made_.module;
    module.kind = ModuleKind::source;
    module.name = module.path = keep(path);
    module.language = keep(language);
    places_.resize(declarations_.size());
    for (size_t i = 0; i < declarations_.size(); ++i) {
      if (declarations_[i].is_type) add_type(i);
    }
    for (const auto kind :
         {MemberKind::field, MemberKind::method, MemberKind::property, MemberKind::event}) {
      for (size_t i = 0; i < declarations_.size(); ++i) {
        if (!declarations_[i].is_type && declarations_[i].member_kind == kind) add_member(i);
      }
    }
    number();
    return std::move(made_);
  }

 private:
  static constexpr size_t kNoMember = SIZE_MAX;
  struct Place {
    size_t type = 0;
    size_t member = kNoMember;
  };

  std::string_view keep(std::string_view text) { return made_.module.text.keep(text); }

  size_t type_called(const std::string& full, bool is_file = false) {
    const auto [found, is_new] = types_.try_emplace(full, made_.module.types.size());
    if (!is_new) return found->second;
    Type& type = made_.module.types.emplace_back();
    const auto cut = full.rfind(is_file ? '/' : '.');
    type.full_name = keep(full);
    type.name = type.full_name.substr(cut == full.npos ? 0 : cut + 1);
    type.name_space = type.full_name.substr(0, cut == full.npos ? 0 : cut);
    type.kind = is_file ? "file" : "module";
    type.source_path = made_.module.path;
    type.flags = kStatic | kPublic;
    type.line = type.end_line = 1;
    return found->second;
  }

  void add_type(size_t index) {
    const Declaration& declared = declarations_[index];
    const size_t at = type_called(declared.type);
    places_[index].type = at;
    Type& type = made_.module.types[at];
    if (type.kind != "module") return;
    type.name = keep(declared.name);
    type.name_space = keep(declared.name_space);
    type.kind = keep(declared.kind.empty() ? "type" : declared.kind);
    type.base_type = keep(declared.base_type);
    type.flags = declared.flags;
    type.line = declared.line;
    type.end_line = std::max(declared.line, declared.end_line);
  }

  void add_member(size_t index) {
    const Declaration& declared = declarations_[index];
    const size_t at = type_called(declared.type, declared.is_global);
    Type& type = made_.module.types[at];
    Member& member = type.members.emplace_back();
    member.kind = declared.member_kind;
    member.member_type = keep(declared.kind);
    member.name = keep(declared.name);
    member.full_name = declared.is_global
                           ? member.name
                           : made_.module.text.join({type.full_name, ".", declared.name});
    member.signature = keep(declared.signature.empty() ? declared.name : declared.signature);
    member.flags = declared.flags;
    member.line = declared.line;
    member.end_line = std::max(declared.line, declared.end_line);
    if (type.kind == "module" || type.kind == "file")
      type.end_line = std::max(type.end_line, member.end_line);
    places_[index] = {at, type.members.size() - 1};
  }

  void number() {
    std::vector<uint32_t> first;
    uint32_t next = 1;
    for (const Type& type : made_.module.types) {
      first.push_back(next);
      next += 1 + static_cast<uint32_t>(type.members.size());
    }
    for (size_t i = 0; i < declarations_.size(); ++i) {
      const auto& [type, member] = places_[i];
      const auto inside = member == kNoMember ? 0 : static_cast<uint32_t>(member) + 1;
      const uint32_t ordinal = first[type] + inside;
      made_.ordinals.push_back(ordinal);
      const auto doc = std::string_view(declarations_[i].doc).substr(0, kDocLimit);
      if (!doc.empty()) made_.module.details.push_back({ordinal, DetailKind::doc, keep(doc)});
    }
    std::stable_sort(made_.module.details.begin(), made_.module.details.end(),
                     [](const Detail& a, const Detail& b) { return a.source < b.source; });
  }

  const std::vector<Declaration>& declarations_;
  Assembled made_;
  std::vector<Place> places_;
  std::unordered_map<std::string, size_t> types_;
};

}  // namespace

Assembled assemble(std::string_view path, std::string_view language,
                   const std::vector<Declaration>& declarations) {
  return Assembly(declarations).run(path, language);
}

std::string_view language_of(std::string_view path, std::string_view otherwise) {
  const auto* known = languages::of(path);
  return known ? known->name : otherwise;
}

}  // namespace dossier::indexes
