#include "queries/tables/symbols_search.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/stored.h"
#include "queries/tables/text_match.h"
#include "store/index/row_kind.h"

namespace dossier::symbols {
namespace {

using search::FieldMasks;
using search::kDetailField;
using search::kFullField;
using search::kNameField;

constexpr auto kModuleRow = static_cast<uint8_t>(RowKind::module);
constexpr auto kTypeRow = static_cast<uint8_t>(RowKind::type);
constexpr auto kTypeAloneRow = static_cast<uint8_t>(RowKind::type_alone);
constexpr auto kMemberRow = static_cast<uint8_t>(RowKind::member);

FieldMasks masks(uint8_t module, uint8_t type, uint8_t member) {
  constexpr uint8_t kText = kNameField | kFullField;
  return FieldMasks(0)
      .set(kModuleRow, module)
      .set(kTypeRow, type)
      .set(kTypeAloneRow, type & kText)
      .set(kMemberRow, member);
}

// The fields of a shown row in which a column stands; `any` is of what the index has.
FieldMasks masks_of(Argument field) {
  switch (field) {
    case kNameRegexp:
    case kNameEquals:
    case kNameLike:
    case kNameGlob:
      return FieldMasks(kNameField);
    case kFullNameRegexp:
    case kFullNameEquals:
    case kFullNameLike:
    case kFullNameGlob:
      return FieldMasks(kFullField);
    case kSignatureRegexp:
    case kSignatureEquals:
    case kSignatureLike:
    case kSignatureGlob:
      return FieldMasks(kDetailField);
    default:
      return masks(kNameField | kFullField, kNameField | kFullField,
                   kNameField | kFullField | kDetailField);
  }
}

// A module without a full name goes by its own, and only members have a signature: the third text
// of a type's row is its base type, which no column but base_type shows.
search::Row shown(search::Row row) {
  if (row.kind == kModuleRow && row.full.empty()) row.full = row.name;
  if (row.kind != kMemberRow) row.detail = {};
  return row;
}

class EverythingMatcher final : public search::Matcher {
 public:
  using Matcher::matches;
  bool matches(std::string_view) const override { return true; }
};

}  // namespace

void Search::add(Check check, bool is_first) {
  // Those that cannot drive the scan stand last.
  const bool drives = !check.is_of_column || !check.matcher->matches("");
  if (!drives) check.plan = search::Plan::all();
  const auto at = drives ? checks_.begin() + (is_first ? 0 : driving_) : checks_.end();
  checks_.insert(at, std::move(check));
  driving_ += drives;
}

void Search::add_regexp(Argument field, std::string_view pattern) {
  auto matcher = std::make_unique<search::RegexMatcher>(pattern);
  const auto plan = matcher->plan();
  add({std::move(matcher), plan, masks_of(field), field != kAnyRegexp}, false);
}

void Search::add_text(Argument constraint, std::string_view text) {
  const bool like = constraint >= kNameLike && constraint <= kSignatureLike;
  const bool glob = constraint >= kNameGlob && constraint <= kSignatureGlob;
  auto matcher = like ? like_matcher(text) : glob ? glob_matcher(text) : equal_matcher(text);
  // The narrowest drives the scan.
  add({std::move(matcher.matcher), std::move(matcher.plan), masks_of(constraint), true},
      !like && !glob);
}

void Search::add_type_contains(std::string_view text) {
  const std::string token(text);
  auto matcher = std::make_unique<search::LowerMatcher>(std::span(&token, 1));
  const auto plan = matcher->plan();
  add({std::move(matcher), plan, masks(0, kNameField | kFullField, 0)}, false);
}

void Search::add_mentions(std::string_view tokens) {
  const auto parsed = parse_json(tokens);
  const Json* array = std::get_if<Json>(&parsed);
  std::vector<std::string> list;
  bool good = array && array->items();
  for (const auto& token : good ? array->each() : std::span<const Json>()) {
    good = good && token.string();
    if (good) list.push_back(*token.string());
  }
  if (!good) throw Error(ErrorCode::invalid, "mentions takes a JSON array of strings");
  auto matcher = std::make_unique<search::LowerMatcher>(list);
  const auto plan = matcher->plan();
  add({std::move(matcher), plan, masks(0, kDetailField, kFullField | kDetailField), false, true},
      false);
}

void Search::restrict_kind(std::string_view kind) {
  const auto at = std::find(std::begin(kRowKindNames), std::end(kRowKindNames), kind);
  if (at == std::end(kRowKindNames) || (kind_ && *kind_ != at - std::begin(kRowKindNames))) {
    set_empty();
    return;
  }
  kind_ = static_cast<uint8_t>(at - std::begin(kRowKindNames));
}

void Search::restrict_symbols(std::vector<int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  if (symbols_)
    std::erase_if(ids, [&](int64_t id) {
      return !std::binary_search(symbols_->begin(), symbols_->end(), id);
    });
  if (ids.empty()) set_empty();
  symbols_ = std::move(ids);
}

bool Search::admits(const ScopeModule& module) const {
  return (!project_ || modules_->projects[module.project] == *project_) &&
         (!snapshot_ || module.snapshot == *snapshot_) && (!module_ || module.name == *module_);
}

// The blocks that hold the listed symbols of a module. From one to the next it is rarely far.
void Search::add_blocks_of_listed(const ScopeModule& module, search::BlockRange range,
                                  std::vector<search::BlockRange>& out) {
  auto at = std::lower_bound(symbols_->begin(), symbols_->end(), module.module);
  const auto end = std::upper_bound(at, symbols_->end(), module.last);
  const uint32_t after = range.first_block + range.block_count;
  while (at != end) {
    range = reader_.block_of(range, *at - module.module);
    out.push_back(range);
    const bool is_last = range.first_block + 1 == after;
    const int64_t next =
        is_last ? INT64_MAX : reader_.block(range.segment, range.first_block + 1).first_ordinal();
    while (at != end && *at - module.module < next) ++at;
    ++range.first_block;
    range.block_count = after - range.first_block;
    // As far as the next listed symbol at most: every symbol takes a row.
    for (uint32_t reach = 1; at != end && reach < range.block_count; reach *= 2)
      if (reader_.block(range.segment, range.first_block + reach).first_ordinal() >
          *at - module.module) {
        range.block_count = reach;
        break;
      }
  }
}

// Symbols of a module have ids from the module's own on: of the modules in scope, a symbol can only
// be in the last that begins at or before it.
std::vector<search::BlockRange> Search::ranges() {
  const bool types = only_types();
  int64_t owner = 0;
  if (symbol_)
    for (const auto& module : modules_->modules)
      if (module.module <= *symbol_) owner = std::max(owner, module.module);
  std::vector<search::BlockRange> out;
  out.reserve(modules_->modules.size());
  for (size_t i = 0; i < modules_->modules.size(); ++i) {
    const auto& module = modules_->modules[i];
    if (!admits(module) || (symbol_ && module.module != owner)) continue;
    search::BlockRange range{module.segment, module.first_block, module.blocks,
                             static_cast<int64_t>(i)};
    if (types) {
      range.first_block += module.blocks;
      range.block_count = module.type_blocks;
    } else if (symbol_) {
      range = reader_.block_of(range, *symbol_ - module.module);
    } else if (symbols_) {
      add_blocks_of_listed(module, range, out);
      continue;
    }
    out.push_back(range);
  }
  return out;
}

bool Search::only_types() const {
  if (symbol_ || symbols_) return false;  // their blocks are known
  bool types = kind_ == kTypeRow;
  for (const auto& check : checks_) {
    if (check.reads_base) return false;
    // What counts for types only needs no other rows.
    types = types || (check.masks.of(kMemberRow) == 0 && check.masks.of(kModuleRow) == 0);
  }
  return types;
}

void Search::start() {
  std::string scope = scope_.value_or("");
  if (!scope_ && snapshot_) scope = std::to_string(*snapshot_);
  // An empty scope given as such covers nothing; only an absent one means the newest snapshots.
  if (scope_ && scope.empty()) {
    left_ = 0;
    return;
  }
  modules_ = index_.modules(scope);
  // Of listed symbols the blocks are known, and only their own rows are worth matching.
  const bool is_driven = driving_ > 0 && !symbols_;
  FieldMasks masks = is_driven ? checks_.front().masks : FieldMasks(kNameField);
  // The name that a module shows for its full one is not where the index has that.
  if (is_driven && masks.of(kModuleRow) != 0) masks.set(kModuleRow, kNameField | kFullField);
  if (kind_)
    for (uint8_t kind = 0; kind < std::size(kRowKindNames); ++kind)
      if (kRowKindNames[kind] != kRowKindNames[*kind_]) masks.set(kind, 0);
  if (!is_driven) everything_ = std::make_unique<EverythingMatcher>();
  std::vector<search::Plan> plans;
  if (is_driven)
    for (const auto& check : checks_) plans.push_back(check.plan);
  scan_.emplace(is_driven ? search::Plan::both(std::move(plans)) : search::Plan::all(),
                everything_ ? *everything_ : *checks_.front().matcher, masks, ranges(), reader_,
                [&db = index_.database()] { db.checkpoint(); });
}

const search::Hit* Search::next() {
  if (left_ > 0 && !scan_) start();
  if (left_ <= 0) return nullptr;
  for (;;) {
    hit_ = scan_->next();
    if (!hit_) return nullptr;
    const int64_t id = module().module + hit_->row.ordinal;
    if (symbol_ && id != *symbol_) continue;
    if (symbols_ && !std::binary_search(symbols_->begin(), symbols_->end(), id)) continue;
    const search::Row row = shown(hit_->row);
    const auto holds = [&](const Check& check) {
      return check.matcher->matches(check.is_of_column ? row : hit_->row, check.masks.of(row.kind));
    };
    // What the scan has matched in a member is what it shows.
    const bool is_matched = !everything_ && row.kind == kMemberRow;
    if (!std::all_of(checks_.begin() + (is_matched ? 1 : 0), checks_.end(), holds)) continue;
    --left_;
    read_row();
    hit_->row = row;
    return &*hit_;
  }
}

void Search::read_row() {
  const auto& row = hit_->row;
  if (row.kind >= std::size(kRowKindNames))
    throw_damaged("a row of the search index has the kind " + std::to_string(row.kind));
  ordinal_ = row.ordinal;
  base_type_ = {};
  if (static_cast<RowKind>(row.kind) == RowKind::type) base_type_ = row.detail;
  if (static_cast<RowKind>(row.kind) != RowKind::type_alone) return;
  const auto [end, error] =
      std::from_chars(row.detail.data(), row.detail.data() + row.detail.size(), ordinal_);
  const auto used = static_cast<size_t>(end - row.detail.data());
  if (error != std::errc() || used == row.detail.size())
    throw Error(ErrorCode::corrupt, "the search index has a damaged row", "_unit");
  base_type_ = row.detail.substr(used + 1);
}

const ScopeModule& Search::module() const {
  return modules_->modules[static_cast<size_t>(hit_->id)];
}

}  // namespace dossier::symbols
