#pragma once
// One search of the virtual table `symbols`: turns the arguments of xFilter into a scan of the
// index and the remaining checks. The first text constraint that may drive the scan does; further
// ones are checked row by row.
//
// What the index holds of a row is not always what its columns show (shown()). So a constraint on a
// column is decided by what the column shows, and one that the empty text meets drives no scan: a
// column may show one that the index does not hold.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/scan.h"
#include "queries/tables/declare.h"
#include "store/index/index.h"

namespace dossier::symbols {

class Search {
 public:
  explicit Search(SearchIndex& index) : index_(index), reader_(index) {}

  // Constraints, in any order; each narrows further.
  void add_regexp(Argument field, std::string_view pattern);
  /// Equality, LIKE or GLOB on one field.
  void add_text(Argument constraint, std::string_view text);
  void add_type_contains(std::string_view text);
  /// Throws Error{invalid} unless `tokens` is a JSON array of strings.
  void add_mentions(std::string_view tokens);
  void restrict_kind(std::string_view kind);
  void restrict_module(std::string_view name) { module_ = name; }
  void restrict_symbol(int64_t id) { symbol_ = id; }
  /// Only symbols with one of these ids.
  void restrict_symbols(std::vector<int64_t> ids);
  void restrict_project(std::string_view project) { project_ = project; }
  void restrict_snapshot(int64_t snapshot) { snapshot_ = snapshot; }
  void set_scope(std::string_view scope) { scope_ = scope; }
  void set_max_hits(int64_t hits) { left_ = std::min(left_, hits); }
  /// Makes the result empty (for a NULL argument).
  void set_empty() { left_ = 0; }

  /// The next row, as its columns show it; absent at the end. Borrowed until the next call.
  const search::Hit* next();
  /// The row's position among its module's symbols.
  int64_t ordinal() const { return ordinal_; }
  /// The base type of a type; "" for other rows.
  std::string_view base_type() const { return base_type_; }
  /// The module that the current row belongs to.
  const ScopeModule& module() const;
  /// The requested scope; absent for the default one.
  const std::optional<std::string>& scope() const { return scope_; }
  const std::string& project() const { return modules_->projects[module().project]; }

 private:
  struct Check {
    std::unique_ptr<search::Matcher> matcher;
    search::Plan plan;
    search::FieldMasks masks;
    bool is_of_column = false;  // holds for what the row shows, not for what the index has of it
    bool reads_base = false;    // also match the base type of a type
  };
  void add(Check check, bool is_first);
  void start();
  std::vector<search::BlockRange> ranges();
  void add_blocks_of_listed(const ScopeModule& module, search::BlockRange range,
                            std::vector<search::BlockRange>& out);
  bool admits(const ScopeModule& module) const;
  bool only_types() const;
  void read_row();

  SearchIndex& index_;
  std::vector<Check> checks_;
  ptrdiff_t driving_ = 0;  // of the checks, those at the front may drive the scan
  std::optional<std::string> project_;
  std::optional<std::string> module_;
  std::optional<int64_t> symbol_;
  std::optional<std::vector<int64_t>> symbols_;  // sorted
  std::optional<int64_t> snapshot_;
  std::optional<std::string> scope_;
  std::optional<uint8_t> kind_;
  int64_t left_ = INT64_MAX;

  std::shared_ptr<const ScopeModules> modules_;
  std::unique_ptr<search::Matcher> everything_;
  IndexReader reader_;
  std::optional<search::Scan> scan_;
  std::optional<search::Hit> hit_;
  int64_t ordinal_ = 0;
  std::string_view base_type_;
};

}  // namespace dossier::symbols
