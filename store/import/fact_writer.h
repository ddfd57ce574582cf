#pragma once
// Turns modules into rows: interns their texts and inserts types, members, references, literals and
// details. It counts ids itself, from what the tables held when the import began, so no insert has
// to return an id.
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

/// The last id of each table before the import.
using ImportMarks = sql::ImportMarks::Row;

/// The id of a segment that the import adds to a part of the index, by its number among them.
inline int64_t new_segment(const ImportMarks& marks, IndexPart part, uint32_t number) {
  return marks.segment + 1 + static_cast<int64_t>(part) + 2 * int64_t{number};
}

/// Whether the database holds no facts yet. Lookups cannot find anything then, so indexes are built
/// last.
inline bool is_first_import(const ImportMarks& marks) {
  return marks.name == 0 && marks.symbol == 0;
}

/// A bit of _member.flags: the stored signature has char(1) in place of the member's name. The SQL
/// that restores the name spells the bit 1048576.
inline constexpr int64_t kNamedInSignature = int64_t{1} << 20;

/// What the member's key says behind its name; "" for "()" of a method. A check of a database holds
/// what is stored against it (store/upkeep/check_facts.h).
std::string params_of(const Type& type, const Member& member, std::string_view language);

/// What _reference.use holds: the number of a reference within its source, its kind, and flags. The
/// numbers are stored: never renumber. The SQL that takes them apart spells them.
inline constexpr int64_t kReferenceInModule = 1;
inline constexpr int64_t kReferenceByName = 2;
inline constexpr int64_t kReferenceAtOffset = 4;  // where it is said as an offset, not as a line
inline constexpr int kReferenceKindShift = 3, kReferenceNumberShift = 8;

class FactWriter {
 public:
  /// Calls `yield` between rows, where a chunk may be committed.
  FactWriter(Store& store, const ImportMarks& marks, std::function<void()> yield);

  struct Written {
    int64_t id = 0;
    int64_t last = 0;
  };
  /// Inserts a module with all that it holds. Its own row comes first, so that no commit attributes
  /// a symbol to the module before it. Its place in the search index is set later (PlaceModule).
  Written write(const Module& module, std::string_view hash);

  /// The id of a text in the pool of names.
  int64_t name(std::string_view text);

  /// Inserts the rows that are still pending.
  void flush();
  /// Like flush(), after the last fact.
  void end();
  /// Adds the words of the import's new short names to the ranked index, and yields meanwhile.
  /// Nothing can be written afterwards.
  void write_new_words();
  /// Marks names that were stored before the import and are now short names with words or texts of
  /// literals. There are few of them, and they are written in the last commit, because a dead
  /// import could not be told apart from the import that brought the names.
  void write_old_names();

 private:
  int64_t short_name(std::string_view text);
  int64_t literal_text(std::string_view text);
  /// 0 for an empty text.
  int64_t sig(std::string_view text);
  std::optional<int64_t> detail_text(const Detail* detail);
  void insert_module();
  void note_details(const Module& module);
  void write_details(const Module& module, int64_t id);
  void write_type(const Type& type, int64_t module, std::string_view language);
  void write_member(const Type& type, const Member& member, int64_t type_id,
                    std::string_view language);
  void write_references(const Module& module, int64_t id);
  void flush_when_many();
  int64_t target(const Reference& reference);

  Store& store_;
  ImportMarks marks_;
  std::function<void()> yield_;
  InternMap names_;
  InternMap sigs_;
  InternMap targets_;
  // The row of the module being written, until its names are stored.
  struct ModuleRow {
    Written ids;
    std::string hash;
    ModuleKind kind{};
    int64_t name = 0;
    int64_t full_name = 0;
    std::optional<int64_t> language;
  };
  std::optional<ModuleRow> pending_module_;
  int64_t module_ = 0;  // the id of the module being written
  // Which details of the module being written stand in its members' own rows, by their ordinals.
  std::vector<const Detail*> values_, results_;
  sql::PendingTables pending_;
  int64_t next_name_;
  int64_t next_sig_;
  int64_t next_symbol_;
  int64_t next_target_;
  std::string scratch_;                // the text of a signature being interned
  std::vector<bool> new_short_;        // by id above marks_.name
  std::vector<bool> literals_;         // by id: known to be a literal's text
  std::vector<int64_t> old_short_;     // ids up to marks_.name used as short names
  std::vector<int64_t> old_literals_;  // likewise, used as literals for the first time
};

}  // namespace dossier
