#include "store/import/fact_writer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/canonical.h"
#include "engine/clock.h"
#include "engine/in_source.h"
#include "engine/occurrences.h"
#include "engine/search/identifier_words.h"
#include "store/index/name_words.h"
#include "store/member_word.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

std::optional<int64_t> unless_zero(int64_t value) {
  return value == 0 ? std::nullopt : std::optional(value);
}

// How many rows wait before they are inserted together.
constexpr int64_t kPendingRows = 2048;

// The position of the member's name in its signature: after a space, before what may follow a name.
// npos when it does not stand there, or when the mark itself occurs in the text.
size_t name_in_signature(const Member& member) {
  const std::string_view text = member.signature, name = member.name;
  if (text.find('\1') != std::string_view::npos) return std::string_view::npos;
  Occurrences occurrences(text, name);
  for (size_t at; (at = occurrences.next()) != Occurrences::kNone;) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || text[at - 1] == ' ';
    if (begins && (end == text.size() || text[end] == '(' || text[end] == '[' || text[end] == '<'))
      return at;
  }
  return std::string_view::npos;
}

bool composed(const Type& type, const Member& member) {
  const size_t type_size = type.full_name.size();
  return member.full_name.size() == type_size + 1 + member.name.size() &&
         member.full_name.starts_with(type.full_name) && member.full_name[type_size] == '.' &&
         member.full_name.ends_with(member.name);
}

// How many lines follow the first; absent where it is not known where the symbol stands.
template <typename Symbol>
std::optional<int64_t> more_lines(const Symbol& symbol) {
  if (symbol.line == 0) return std::nullopt;
  return int64_t{symbol.end_line} - int64_t{symbol.line};
}

}  // namespace

FactWriter::FactWriter(Store& store, const ImportMarks& marks, std::function<void()> yield)
    : store_(store),
      marks_(marks),
      yield_(std::move(yield)),
      names_(system_entropy().next()),
      sigs_(system_entropy().next()),
      targets_(system_entropy().next()),
      next_name_(marks.name + 1),
      next_sig_(marks.sig + 1),
      next_symbol_(marks.symbol + 1),
      next_target_(marks.target + 1) {}

int64_t FactWriter::name(std::string_view text) {
  uint32_t& id = names_.at(text);
  if (id != 0) return id;
  if (!is_first_import(marks_)) {
    auto rows = store_.rows<sql::NameId>(text);
    if (const auto row = rows.next()) return id = static_cast<uint32_t>(row->id);
  }
  id = static_cast<uint32_t>(next_name_++);
  pending_.name.add(int64_t{id}, text);
  return id;
}

int64_t FactWriter::short_name(std::string_view text) {
  const int64_t id = name(text);
  if (id <= marks_.name) {
    old_short_.push_back(id);
    return id;
  }
  const auto at = static_cast<size_t>(id - marks_.name - 1);
  if (at >= new_short_.size()) new_short_.resize(std::max(at + 1, new_short_.size() * 2));
  new_short_[at] = true;
  return id;
}

int64_t FactWriter::literal_text(std::string_view text) {
  const int64_t id = name(text);
  const auto at = static_cast<size_t>(id);
  if (at >= literals_.size()) literals_.resize(std::max(at + 1, literals_.size() * 2));
  if (literals_[at]) return id;
  literals_[at] = true;
  if (id > marks_.name)
    pending_.literal_text.add(id);
  else if (!store_.rows<sql::HasLiteralText>(id).next())
    old_literals_.push_back(id);
  return id;
}

int64_t FactWriter::sig(std::string_view text) {
  if (text.empty()) return 0;
  uint32_t& id = sigs_.at(text);
  if (id == 0) {
    id = static_cast<uint32_t>(next_sig_++);
    pending_.sig.add(int64_t{id}, text);
  }
  return id;
}

std::optional<int64_t> FactWriter::detail_text(const Detail* detail) {
  return detail == nullptr ? std::nullopt : std::optional(sig(detail->text));
}

FactWriter::Written FactWriter::write(const Module& module, std::string_view hash) {
  Written written;
  module_ = written.id = written.last = next_symbol_++;
  for (const auto& type : module.types)
    written.last += 1 + static_cast<int64_t>(type.members.size());
  pending_module_ = {written,
                     std::string(hash),
                     module.kind,
                     short_name(module.name),
                     name(module.full_name),
                     module.language.empty() ? std::nullopt : std::optional(name(module.language))};
  note_details(module);
  for (const auto& type : module.types) {
    write_type(type, written.id, module.language);
    flush_when_many();
  }
  write_references(module, written.id);
  InSource literals;
  for (const uint32_t at : by_source(module.literals)) {
    const Literal& literal = module.literals[at];
    pending_.literal.add(
        written.id + literal.source, literals.next(literal.source),
        static_cast<int64_t>(literal.is_string), literal_text(literal.value),
        literal.il_offset < 0 ? std::nullopt : std::optional<int64_t>(literal.il_offset),
        unless_zero(literal.line));
    flush_when_many();
  }
  write_details(module, written.id);
  flush();
  return written;
}

// Finds what stands in the rows of members: the first value and the first result of each.
void FactWriter::note_details(const Module& module) {
  size_t symbols = 1;
  for (const auto& type : module.types) symbols += 1 + type.members.size();
  values_.assign(symbols, nullptr);
  results_.assign(symbols, nullptr);
  std::vector<bool> is_member(symbols, true);
  size_t ordinal = 0;
  is_member[0] = false;
  for (const auto& type : module.types) {
    is_member[++ordinal] = false;
    ordinal += type.members.size();
  }
  for (const Detail& detail : module.details) {
    if (!is_member[detail.source] || detail.text.empty()) continue;
    if (detail.kind != DetailKind::value && detail.kind != DetailKind::result) continue;
    auto& first = (detail.kind == DetailKind::value ? values_ : results_)[detail.source];
    if (first == nullptr) first = &detail;
  }
}

void FactWriter::write_details(const Module& module, int64_t id) {
  InSource numbers;
  for (const uint32_t at : by_source(module.details)) {
    const Detail& detail = module.details[at];
    const int64_t number = numbers.next(detail.source);
    if (values_[detail.source] == &detail || results_[detail.source] == &detail) continue;
    pending_.detail.add(id + detail.source, number, static_cast<int64_t>(detail.kind),
                        std::string_view(detail.text));
    flush_when_many();
  }
}

void FactWriter::insert_module() {
  if (!pending_module_) return;
  const auto& row = *pending_module_;
  store_.run<sql::InsertModule>(row.ids.id, std::string_view(row.hash),
                                static_cast<int64_t>(row.kind), row.name, row.full_name,
                                row.language, row.ids.last, 0, 0, 0, 0);
  pending_module_.reset();
}

void FactWriter::write_type(const Type& type, int64_t module, std::string_view language) {
  const int64_t id = next_symbol_++;
  const auto last = id + static_cast<int64_t>(type.members.size());
  pending_.type.add(id, module, short_name(type.name), name(type.name_space), name(type.full_name),
                    type.base_type.empty() ? std::nullopt : std::optional(name(type.base_type)),
                    type.kind.empty() ? std::nullopt : std::optional(name(type.kind)),
                    static_cast<int64_t>(type.flags), last, unless_zero(type.token),
                    unless_zero(type.line), more_lines(type));
  for (const auto& member : type.members) write_member(type, member, id, language);
}

std::string params_of(const Type& type, const Member& member, std::string_view language) {
  const std::string key = member_key(type, member, language);
  std::string params =
      key.substr(std::min(key.size(), type.full_name.size() + 1 + member.name.size()));
  if (member.kind == MemberKind::method && params == "()") params.clear();
  return params;
}

void FactWriter::write_member(const Type& type, const Member& member, int64_t type_id,
                              std::string_view language) {
  const int64_t id = next_symbol_++;
  const std::string params = params_of(type, member, language);
  const bool usual = member.member_type == usual_word(member.kind, member.flags);
  const auto ordinal = static_cast<size_t>(id - module_);
  int64_t flags = member.flags, signature = 0;
  if (const size_t at = name_in_signature(member); at != std::string_view::npos) {
    flags |= kNamedInSignature;
    scratch_.assign(member.signature).replace(at, member.name.size(), 1, '\1');
    signature = sig(scratch_);
  } else {
    signature = sig(member.signature);
  }
  pending_.member.add(id, type_id, short_name(member.name), unless_zero(signature), flags,
                      static_cast<int64_t>(member.kind), unless_zero(sig(params)),
                      composed(type, member)            ? std::nullopt
                      : member.full_name == member.name ? std::optional<int64_t>(0)
                                                        : name(member.full_name),
                      usual ? std::nullopt : std::optional(name(member.member_type)),
                      unless_zero(member.token), unless_zero(member.line), more_lines(member),
                      detail_text(values_[ordinal]), detail_text(results_[ordinal]));
  if (member.body != 0 || member.rva != 0)
    pending_.code.add(id, unless_zero(static_cast<int64_t>(member.body)), unless_zero(member.rva));
}

int64_t FactWriter::target(const Reference& reference) {
  const std::array<int64_t, 4> ids = {name(reference.target), name(reference.target_type),
                                      name(reference.target_scope), name(reference.target_key)};
  uint32_t& id = targets_.at({reinterpret_cast<const char*>(ids.data()), sizeof ids});
  if (id != 0) return id;
  if (!is_first_import(marks_)) {
    auto rows = store_.rows<sql::TargetId>(ids[0], ids[1], ids[2], ids[3]);
    if (const auto row = rows.next()) return id = static_cast<uint32_t>(row->id);
  }
  id = static_cast<uint32_t>(next_target_++);
  pending_.target.add(static_cast<int64_t>(id), ids[0], ids[1], ids[2], ids[3]);
  return id;
}

void FactWriter::write_references(const Module& module, int64_t id) {
  InternMap seen(0, 1);  // targets of this module, by where their texts stand
  InSource numbers;
  for (const uint32_t at : by_source(module.references)) {
    const Reference& reference = module.references[at];
    const std::array<std::string_view, 4> texts = {reference.target, reference.target_type,
                                                   reference.target_scope, reference.target_key};
    uint32_t& known = seen.at({reinterpret_cast<const char*>(texts.data()), sizeof texts});
    if (known == 0) known = static_cast<uint32_t>(target(reference));
    const bool at_offset = reference.il_offset >= 0;
    const int64_t use = numbers.next(reference.source) << kReferenceNumberShift |
                        static_cast<int64_t>(reference.kind) << kReferenceKindShift |
                        (reference.in_module ? kReferenceInModule : 0) |
                        (reference.by_name ? kReferenceByName : 0) |
                        (at_offset ? kReferenceAtOffset : 0);
    pending_.reference.add(
        id + reference.source, use, int64_t{known},
        at_offset ? std::optional<int64_t>(reference.il_offset) : unless_zero(reference.line),
        unless_zero(reference.column));
    flush_when_many();
  }
}

void FactWriter::flush() {
  insert_module();
  pending_.insert(store_.statements());
}

void FactWriter::end() {
  flush();
  // Nothing is interned any more: their memory goes to the indexes being built.
  names_ = sigs_ = targets_ = InternMap(0);
  literals_ = std::vector<bool>();  // {} would keep the room
}

void FactWriter::flush_when_many() {
  const size_t rows = pending_.member.size() + pending_.reference.size() + pending_.literal.size() +
                      pending_.detail.size();
  if (rows < kPendingRows) return;
  flush();
  yield_();
}

void FactWriter::write_new_words() {
  for (int64_t last = marks_.name;;) {
    int64_t seen = 0;
    // The rows are read before they are written: a commit ends what is being read.
    for (const auto& row : store_.rows<sql::NamesAfter>(last, kPendingRows)) {
      last = row.id;
      ++seen;
      const auto at = static_cast<size_t>(last - marks_.name - 1);
      if (at < new_short_.size() && new_short_[at])
        pending_.word.add(last, std::string_view(search::words_of(row.text)));
    }
    if (seen != 0 && pending_.word.texts().size() < kWordsTogether) continue;
    yield_();
    flush();
    store_.run<sql::SetLastWord>(last);  // in the transaction that has them
    if (seen == 0) return;
  }
}

void FactWriter::write_old_names() {
  for (const int64_t id : old_literals_) pending_.literal_text.add(id);
  std::sort(old_short_.begin(), old_short_.end());
  old_short_.erase(std::unique(old_short_.begin(), old_short_.end()), old_short_.end());
  for (const int64_t id : old_short_) {
    // A name may have been stored as a full name only.
    if (store_.rows<sql::HasWords>(id, marks_.symbol).next()) continue;
    auto rows = store_.rows<sql::NameText>(id);
    if (const auto row = rows.next())
      pending_.word.add(id, std::string_view(search::words_of(row->text)));
  }
  flush();
  store_.run<sql::SetLastWord>(0);
}

}  // namespace dossier
