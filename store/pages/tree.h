#pragma once
// A b-tree of SQLite's file format, built from rows that come in its order: pages are filled from
// left to right and never touched again, a tenth of the work of an INSERT. Its root takes the place
// of an empty tree's root in the database.
//
// Rejected: rows copied from another database by INSERT … SELECT, which moves whole records but
// still walks and balances a tree for each.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/pages/record.h"
#include "store/pages/spool.h"

namespace dossier::pages {

class Tree {
 public:
  /// table: of rows with an integer key. index: of an index, or a table WITHOUT ROWID.
  enum Kind { table, index };

  Tree(Spool& spool, Kind kind) : spool_(spool), kind_(kind) { begin_leaf(); }

  /// To a table: `rowid` must be above the last.
  void add(int64_t rowid, Record& record);
  /// To an index: `record` must sort behind the last.
  void add(Record& record);
  /// Writes the pages above the leaves, for a database of `base` pages to which the spool will be
  /// appended, and gives the root. Nothing can be added after it.
  Page finish(uint32_t base);

 private:
  /// What lies between two pages: a cell without its pointer to the left one.
  struct Separator {
    std::string cell;
    std::optional<uint32_t> overflow;  // page whose number the last four bytes of the cell are
  };

  void begin_leaf();
  void end_leaf(Separator separator);
  std::optional<uint32_t> make_cell(std::string_view head, std::string_view record, size_t most);
  bool has_room(size_t bytes) const;
  bool place();
  uint8_t* new_cell(size_t bytes);
  uint32_t cell_offset(uint32_t at) const;
  Separator take_last();
  void write_level(std::vector<uint32_t>& pages, std::vector<Separator>& separators, uint32_t base);

  Spool& spool_;
  Kind kind_;
  Page leaf_;
  uint32_t cells_ = 0;
  uint32_t content_ = kPageBytes;  // where the last cell begins
  struct Overflow {
    uint32_t cell, page;
  };
  std::vector<Overflow> overflows_;  // of cells in the leaf
  std::string cell_;                 // being made
  std::optional<uint32_t> cell_overflow_;
  bool held_ = false;  // cell_ found no room: it separates this leaf from the next
  int64_t last_rowid_ = 0;
  std::vector<uint32_t> leaves_;
  std::vector<Separator> separators_;  // behind each leaf
};

}  // namespace dossier::pages
