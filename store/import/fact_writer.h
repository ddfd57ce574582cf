#pragma once
// Turns modules into rows: interns their texts and inserts types, members, references, literals and
// details. Ids are counted here, from what the tables held when the import began, so that no insert
// has to be asked for its id.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "store/import/intern.h"
#include "store/index/index_part.h"
#include "store/sql.h"

namespace dossier {

class Store;

/// How far each table reached before the import.
using ImportMarks = sql::ImportMarks::Row;

/// The segment that the import adds to a part of the index.
inline int64_t new_segment(const ImportMarks& marks, IndexPart part) {
  return marks.segment + 1 + static_cast<int64_t>(part);
}

/// Nothing is stored yet: no lookup can find anything, indexes are built last.
inline bool is_first_import(const ImportMarks& marks) {
  return marks.name == 0 && marks.symbol == 0;
}

/// Bit of _member.flags: the stored signature has char(1) where the member's name stands. SQL that
/// puts the name back spells it 1048576.
inline constexpr int64_t kNamedInSignature = int64_t{1} << 20;

/// Bits of _reference.flags. The numbers are stored: never renumber.
inline constexpr int64_t kReferenceInModule = 1;
inline constexpr int64_t kReferenceByName = 2;

class FactWriter {
 public:
  /// `breathe` is called between rows, where a chunk may be committed.
  FactWriter(Store& store, const ImportMarks& marks, std::function<void()> breathe);

  struct Written {
    int64_t id = 0;
    int64_t last = 0;
  };
  /// Inserts a module and everything of it. Its row comes first, so that no commit leaves a symbol
  /// to the module before it; its place in the search index is not known yet (PlaceModule).
  Written write(const Module& module, std::string_view hash);

  /// The id of a text in the pool of names.
  int64_t name(std::string_view text);

  /// Inserts what is still pending.
  void flush();
  /// The same, and no fact follows.
  void end();
  /// Fills the ranked index with the words of the short names that the import brought, breathing.
  /// Nothing can be written after it.
  void write_new_words();
  /// What names become that were stored already, short names with words or texts of literals: few,
  /// for the last commit. An import that dies could not tell them from what others brought.
  void write_old_names();

 private:
  int64_t short_name(std::string_view text);
  int64_t literal_text(std::string_view text);
  /// 0 for an empty text.
  int64_t sig(std::string_view text);
  void insert_module();
  void write_type(const Type& type, int64_t module, std::string_view language);
  void write_member(const Type& type, const Member& member, int64_t type_id,
                    std::string_view language);
  void write_references(const Module& module, int64_t id);
  void flush_when_many();
  int64_t target(const Reference& reference);

  Store& store_;
  ImportMarks marks_;
  std::function<void()> breathe_;
  InternMap names_;
  InternMap sigs_;
  InternMap targets_;
  // The row of the module that is being written, until the names in it are stored.
  struct ModuleRow {
    Written ids;
    std::string hash;
    ModuleKind kind{};
    int64_t name = 0;
    int64_t full_name = 0;
    std::optional<int64_t> language;
  };
  std::optional<ModuleRow> pending_module_;
  sql::PendingTables pending_;
  int64_t next_name_;
  int64_t next_sig_;
  int64_t next_symbol_;
  int64_t next_target_;
  std::string scratch_;                // a signature's text while it is interned
  std::vector<bool> new_short_;        // by id beyond marks_.name
  std::vector<bool> literals_;         // by id: known to be a literal's text
  std::vector<int64_t> old_short_;     // ids up to marks_.name used as short names
  std::vector<int64_t> old_literals_;  // likewise, used as literals for the first time
};

}  // namespace dossier
