#include "store/import/stored_module.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/canonical.h"
#include "store/import/fact_writer.h"
#include "store/member_word.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

class Rebuilding {
 public:
  Rebuilding(Store& store, int64_t id) : store_(store), first_(id) {}

  std::optional<ModuleRows> run() {
    {
      auto rows = store_.rows<sql::StoredModule>(first_);
      const auto row = rows.next();
      if (!row) return std::nullopt;
      read_.hash = row->hash;
      last_ = row->last;
      module_.kind = static_cast<ModuleKind>(row->kind);
      module_.name = module_.path = keep(row->name);
      module_.full_name = keep(row->full_name);
      module_.language = keep(row->language.value_or(""));
    }
    if (!read_types() || !read_members()) return std::nullopt;
    read_references();
    read_literals();
    read_details();
    read_.is_whole = is_in_form_ && bytes_of(content_hash(module_)) == read_.hash;
    return std::move(read_);
  }

 private:
  std::string_view keep(std::string_view text) { return module_.text.keep(text); }
  // What is not known is NULL, never a number that stands for it.
  uint32_t number_of(std::optional<int64_t> value) {
    is_in_form_ = is_in_form_ && (!value || (*value > 0 && *value <= UINT32_MAX));
    return static_cast<uint32_t>(value.value_or(0));
  }
  int32_t offset_of(std::optional<int64_t> value) {
    is_in_form_ = is_in_form_ && (!value || (*value >= 0 && *value <= INT32_MAX));
    return static_cast<int32_t>(value.value_or(-1));
  }
  uint32_t ordinal(int64_t symbol) const { return static_cast<uint32_t>(symbol - first_); }

  bool read_types() {
    for (const auto& row : store_.rows<sql::StoredTypes>(first_, last_)) {
      types_.emplace(row.id, module_.types.size());
      Type& type = module_.types.emplace_back();
      type.name = keep(row.name);
      type.name_space = keep(row.name_space);
      type.full_name = keep(row.full_name);
      type.base_type = keep(row.base_type.value_or(""));
      type.kind = keep(row.kind.value_or(""));
      type.source_path = module_.path;
      type.flags = static_cast<uint32_t>(row.flags);
      type.token = number_of(row.token);
      type.line = number_of(row.line);
      type.end_line = number_of(row.end_line);
    }
    return true;
  }

  bool read_members() {
    for (const auto& row : store_.rows<sql::StoredMembers>(first_, last_)) {
      const auto found = types_.find(row.type);
      if (found == types_.end() || row.kind < 0 || row.kind > 3) return false;
      Type& type = module_.types[found->second];
      Member& member = type.members.emplace_back();
      member.kind = static_cast<MemberKind>(row.kind);
      member.name = keep(row.name);
      member.full_name = row.full_name ? keep(*row.full_name)
                                       : module_.text.join({type.full_name, ".", member.name});
      member.flags = static_cast<uint32_t>(row.flags & ~kNamedInSignature);
      member.member_type =
          row.member_type ? keep(*row.member_type) : usual_word(member.kind, row.flags);
      member.signature = signature_of(row.signature.value_or(""), member.name,
                                      (row.flags & kNamedInSignature) != 0);
      member.token = number_of(row.token);
      member.line = number_of(row.line);
      member.end_line = number_of(row.end_line);
      member.rva = number_of(row.rva);
      member.body = static_cast<uint64_t>(row.body.value_or(0));
      auto& own = own_[row.id];
      // In the order in which sources are read.
      if (row.result) own.push_back({ordinal(row.id), DetailKind::result, keep(*row.result)});
      if (row.value) own.push_back({ordinal(row.id), DetailKind::value, keep(*row.value)});
      if (own.empty()) own_.erase(row.id);
    }
    return true;
  }

  // Those in a member's own row stand where a number is not there, or behind all others.
  void read_details() {
    auto& details = module_.details;
    int64_t symbol = 0, next = 0;
    const auto take_own = [&](size_t most) {
      const auto own = own_.find(symbol);
      if (own == own_.end()) return;
      const size_t count = std::min(most, own->second.size());
      const auto end = own->second.begin() + static_cast<std::ptrdiff_t>(count);
      details.insert(details.end(), own->second.begin(), end);
      own->second.erase(own->second.begin(), end);
      next += static_cast<int64_t>(count);
    };
    for (const auto& row : store_.rows<sql::StoredDetails>(first_, last_)) {
      if (row.symbol != symbol) {
        take_own(SIZE_MAX);
        symbol = row.symbol;
        next = 0;
      }
      if (row.seq > next) take_own(static_cast<size_t>(row.seq - next));
      details.push_back({ordinal(symbol), static_cast<DetailKind>(row.kind), keep(row.text)});
      ++next;
    }
    take_own(SIZE_MAX);
    for (auto& [id, own] : own_) details.insert(details.end(), own.begin(), own.end());
  }

  std::string_view signature_of(std::string_view text, std::string_view name, bool is_named) {
    const auto mark = is_named ? text.find('\1') : text.npos;
    if (mark == text.npos) return keep(text);
    return module_.text.join({text.substr(0, mark), name, text.substr(mark + 1)});
  }

  using Texts = std::array<std::string_view, 4>;
  const Texts& target(int64_t id) {
    const auto [at, is_new] = targets_.try_emplace(id);
    if (!is_new) return at->second;
    auto rows = store_.rows<sql::StoredTarget>(id);
    if (const auto row = rows.next())
      at->second = {keep(row->text), keep(row->type), keep(row->scope), keep(row->key)};
    return at->second;
  }

  void read_references() {
    auto& references = module_.references;
    for (const auto& row : store_.rows<sql::StoredReferences>(first_, last_)) {
      Reference& reference = references.emplace_back();
      reference.source = ordinal(row.source);
      reference.kind = static_cast<ReferenceKind>(row.use >> kReferenceKindShift & 31);
      const Texts& texts = target(row.target);
      reference.target = texts[0];
      reference.target_type = texts[1];
      reference.target_scope = texts[2];
      reference.target_key = texts[3];
      reference.in_module = (row.use & kReferenceInModule) != 0;
      reference.by_name = (row.use & kReferenceByName) != 0;
      if ((row.use & kReferenceAtOffset) != 0)
        reference.il_offset = offset_of(row.at);
      else
        reference.line = number_of(row.at);
      reference.column = number_of(row.column);
    }
  }

  void read_literals() {
    auto& literals = module_.literals;
    for (const auto& row : store_.rows<sql::StoredLiterals>(first_, last_))
      literals.push_back({ordinal(row.source), row.is_string != 0, keep(row.value),
                          offset_of(row.il_offset), number_of(row.line)});
  }

  Store& store_;
  int64_t first_;
  int64_t last_ = 0;
  bool is_in_form_ = true;
  ModuleRows read_;
  Module& module_ = read_.module;
  std::unordered_map<int64_t, size_t> types_;             // by id: their places
  std::unordered_map<int64_t, Texts> targets_;            // by id
  std::unordered_map<int64_t, std::vector<Detail>> own_;  // by member: those in its row
};

}  // namespace

std::optional<ModuleRows> module_rows(Store& store, int64_t id) {
  return Rebuilding(store, id).run();
}

std::optional<Module> stored_module(Store& store, int64_t id) {
  auto read = module_rows(store, id);
  if (!read || !read->is_whole || read->module.kind != ModuleKind::source) return std::nullopt;
  return std::move(read->module);
}

}  // namespace dossier
