#include "store/index/symbol_names.h"

#include <algorithm>
#include <unordered_set>

#include "engine/first_row.h"
#include "engine/search/identifier_words.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "store/index/index.h"
#include "store/sql.h"

namespace dossier {
namespace {

// A number of kinds_ that no symbol has: of ids that are none.
constexpr uint8_t kNoKind = 0xFF;
constexpr size_t kUsualBytes = 63;
// Names with larger ids are read where they are asked for: the list by id would be too long.
constexpr int64_t kMostIds = int64_t{1} << 26;
// Between two looks at the deadline.
constexpr size_t kStride = 4096;

}  // namespace

class NamesReader {
 public:
  NamesReader(SearchIndex& index, SymbolNames& out, const SymbolNames::Bounds& bounds)
      : index_(index), out_(out), bounds_(bounds) {}

  bool run(const ScopeModules& scope) {
    instance_ = id_of(".ctor");
    type_ = id_of(".cctor");
    std::unordered_set<int64_t> known;  // files of the same text share a module
    for (const auto& module : scope.modules)
      if (known.insert(module.module).second && !read_module(module)) return false;
    std::sort(out_.parts_.begin(), out_.parts_.end());
    return read_names();
  }

 private:
  bool read_module(const ScopeModule& module) {
    const size_t begin = out_.name_of_.size();
    const auto size = static_cast<size_t>(module.last - module.module + 1);
    if (size > bounds_.symbols - begin) return false;
    out_.parts_.push_back({module.module, begin, size});
    return read_symbols(module, out_.parts_.back());
  }

  bool read_symbols(const ScopeModule& module, const SymbolNames::Part& part) {
    out_.name_of_.resize(part.begin + part.size);
    out_.kind_of_.resize(part.begin + part.size, kNoKind);
    SymbolNames::Kind kind;
    add(part.begin, id_of(module.name), kind);
    kind.row = RowKind::type;
    for (const auto& row :
         index_.statements().rows<sql::NamesOfTypes>(module.module, module.last)) {
      kind.is_public = (row.flags & kPublic) != 0;
      kind.word = row.kind.value_or(0);
      add(part.begin + static_cast<size_t>(row.id - module.module), row.name, kind);
    }
    kind = {RowKind::member};
    for (const auto& row :
         index_.statements().rows<sql::NamesOfMembers>(module.module, module.last)) {
      kind.member = stored_member_kind(row.kind);
      kind.is_public = (row.flags & kPublic) != 0;
      kind.is_constructor = kind.member == MemberKind::method &&
                            ((row.flags & kConstructor) != 0 || is_constructor_name(row.name));
      add(part.begin + static_cast<size_t>(row.id - module.module), row.name, kind);
    }
    return out_.kinds_.size() < kNoKind && !is_too_long_;
  }

  // 0: no symbol has the name.
  int64_t id_of(std::string_view name) {
    const auto row = first_row<sql::NameId>(index_.statements(), name);
    return row ? row->id : 0;
  }

  // Exports may have nothing but the name to tell.
  bool is_constructor_name(int64_t name) const { return name == instance_ || name == type_; }

  void add(size_t at, int64_t name, const SymbolNames::Kind& kind) {
    if (at % kStride == 0) index_.database().checkpoint();
    if (name < 0 || name >= kMostIds) {
      is_too_long_ = true;
      return;
    }
    const auto id = static_cast<size_t>(name);
    if (id >= number_.size()) number_.resize(id + id / 2 + 1);
    if (number_[id] == 0) {
      ids_.push_back(name);
      number_[id] = static_cast<uint32_t>(ids_.size());
    }
    out_.name_of_[at] = number_[id] - 1;
    out_.kind_of_[at] = number_of(kind);
  }

  uint8_t number_of(const SymbolNames::Kind& kind) {
    auto& kinds = out_.kinds_;
    if (last_kind_ >= kinds.size() || !(kinds[last_kind_] == kind))
      last_kind_ = static_cast<size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
    // More than can be numbered are given up once the module is read.
    if (last_kind_ == kinds.size() && kinds.size() < kNoKind) kinds.push_back(kind);
    return static_cast<uint8_t>(std::min<size_t>(last_kind_, kNoKind));
  }

  std::string text_of(int64_t id) {
    const auto row = first_row<sql::NameText>(index_.statements(), id);
    return std::string(row ? row->text : std::string_view());
  }

  bool read_names() {
    for (auto& kind : out_.kinds_)
      if (kind.word) kind.text = text_of(kind.word);
    std::string lowered;
    for (const int64_t id : ids_) {
      if (out_.ends_.size() % kStride == 0) index_.database().checkpoint();
      const auto row = first_row<sql::NameText>(index_.statements(), id);
      const std::string_view name = row ? row->text : std::string_view();
      if (name.size() > bounds_.bytes - out_.names_.size()) return false;
      const bool usual = name.size() <= kUsualBytes && is_ascii(name);
      if (usual)
        lower_into(name, lowered);
      else
        lowered.assign(name);  // as long
      out_.names_ += name;
      out_.lowered_ += lowered;
      out_.ends_.push_back(static_cast<uint32_t>(out_.names_.size()));
      out_.starts_.push_back(usual ? search::word_starts(name) : SymbolNames::kUnusual);
    }
    return true;
  }

  SearchIndex& index_;
  SymbolNames& out_;
  const SymbolNames::Bounds bounds_;
  std::vector<uint32_t> number_;  // of a name, by its id: one more than its place; 0 = none yet
  std::vector<int64_t> ids_;      // of names, by place
  bool is_too_long_ = false;
  size_t last_kind_ = 0;
  int64_t instance_ = 0, type_ = 0;  // names of constructors
};

std::shared_ptr<const SymbolNames> SymbolNames::read(SearchIndex& index, const ScopeModules& scope,
                                                     const Bounds& bounds) {
  auto made = std::make_shared<SymbolNames>();
  return NamesReader(index, *made, bounds).run(scope) ? made : nullptr;
}

SymbolNames::Module SymbolNames::module_of(const Part& part) const {
  return {part.first, std::span(name_of_).subspan(part.begin, part.size),
          std::span(kind_of_).subspan(part.begin, part.size), part.begin};
}

SymbolNames::Module SymbolNames::module(int64_t id) const {
  const auto at = std::lower_bound(parts_.begin(), parts_.end(), Part{id});
  return at == parts_.end() || at->first != id ? Module() : module_of(*at);
}

bool SymbolNames::covers(const ScopeModules& scope) const {
  return std::all_of(scope.modules.begin(), scope.modules.end(), [&](const ScopeModule& module) {
    return std::binary_search(parts_.begin(), parts_.end(), Part{module.module});
  });
}

std::vector<SymbolNames::Module> SymbolNames::modules() const {
  std::vector<Module> all;
  all.reserve(parts_.size());
  for (const Part& part : parts_) all.push_back(module_of(part));
  return all;
}

}  // namespace dossier
