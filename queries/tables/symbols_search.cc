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

// The third text of a type's row is its base type, which no column but base_type shows: only
// members have a signature.
FieldMasks masks_of(Argument field) {
  switch (field) {
    case kNameRegexp:
    case kNameEquals:
    case kNameLike:
    case kNameGlob:
      return masks(kNameField, kNameField, kNameField);
    case kFullNameRegexp:
      return masks(kFullField, kFullField, kFullField);
    // A module without a full name shows its name: SQLite checks these again.
    case kFullNameEquals:
    case kFullNameLike:
    case kFullNameGlob:
      return masks(kNameField | kFullField, kFullField, kFullField);
    case kSignatureRegexp:
    case kSignatureEquals:
    case kSignatureLike:
    case kSignatureGlob:
      return masks(0, 0, kDetailField);
    default:
      return masks(kNameField | kFullField, kNameField | kFullField,
                   kNameField | kFullField | kDetailField);
  }
}

class EverythingMatcher final : public search::Matcher {
 public:
  using Matcher::matches;
  bool matches(std::string_view) const override { return true; }
};

}  // namespace

void Search::add_regexp(Argument field, std::string_view pattern) {
  auto matcher = std::make_unique<search::RegexMatcher>(pattern);
  const auto plan = matcher->plan();
  checks_.push_back({std::move(matcher), plan, masks_of(field)});
}

void Search::add_text(Argument constraint, std::string_view text) {
  const bool like = constraint >= kNameLike && constraint <= kSignatureLike;
  const bool glob = constraint >= kNameGlob && constraint <= kSignatureGlob;
  auto matcher = like ? like_matcher(text) : glob ? glob_matcher(text) : equal_matcher(text);
  Check check{std::move(matcher.matcher), std::move(matcher.plan), masks_of(constraint)};
  // Without a mask for "no signature at all", '' would miss the rows that have none.
  if (text.empty() || (like && text.find_first_not_of('%') == text.npos) ||
      (glob && text.find_first_not_of('*') == text.npos))
    return;
  // The narrowest drives the scan.
  checks_.insert(like || glob ? checks_.end() : checks_.begin(), std::move(check));
}

void Search::add_type_contains(std::string_view text) {
  const std::string token(text);
  auto matcher = std::make_unique<search::LowerMatcher>(std::span(&token, 1));
  const auto plan = matcher->plan();
  checks_.push_back({std::move(matcher), plan, masks(0, kNameField | kFullField, 0)});
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
  checks_.push_back(
      {std::move(matcher), plan, masks(0, kDetailField, kFullField | kDetailField), true});
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
  const bool is_driven = !checks_.empty() && !symbols_;
  FieldMasks masks = is_driven ? checks_.front().masks : FieldMasks(kNameField);
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
    const auto holds = [&](const Check& check) {
      return check.matcher->matches(hit_->row, check.masks.of(hit_->row.kind));
    };
    if (std::all_of(checks_.begin() + (everything_ ? 0 : 1), checks_.end(), holds)) break;
  }
  --left_;
  read_row();
  return &*hit_;
}

RowKind Search::kind() const {
  const auto kind = static_cast<RowKind>(hit_->row.kind);
  return kind == RowKind::type_alone ? RowKind::type : kind;
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
