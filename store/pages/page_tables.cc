#include "store/pages/page_tables.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "engine/error.h"
#include "store/pages/index_sorter.h"
#include "store/pages/record.h"
#include "store/pages/tree.h"
#include "store/sql.h"

namespace dossier {
namespace {

// Those with the most rows.
constexpr std::array<std::string_view, 9> kTables = {
    "_name", "_sig", "_type", "_member", "_code", "_target", "_reference", "_literal", "_detail"};

struct Index {
  std::string name;
  uint32_t root = 0;
  IndexSorter sorter;
  pages::Tree tree;
  bool is_left = false;  // to SQLite
};

struct Table {
  std::string name;
  uint32_t root = 0;
  std::vector<int> columns;  // as a record holds them
  int id = -1;               // the column that is the row's id; -1 = WITHOUT ROWID
  std::vector<int> key;      // columns, -1 for the row's id
  std::vector<bool> is_text;
  std::unique_ptr<pages::Tree> tree;
  std::vector<std::unique_ptr<Index>> indexes;
};

[[noreturn]] void refuse(std::string_view name) {
  throw Error(ErrorCode::internal, "no tree of pages can be made for it", std::string(name));
}

uint32_t root_of(Statements& statements, std::string_view name) {
  auto rows = statements.rows<sql::TreeRoot>(name);
  const auto row = rows.next();
  if (!row) refuse(name);
  return static_cast<uint32_t>(row->page);
}

/// The columns that an index holds, -1 for the row's id.
std::vector<int> columns_of(Statements& statements, std::string_view index) {
  std::vector<int> columns;
  for (const auto& row : statements.rows<sql::TreeIndexColumns>(index)) {
    if (!row.is_plain) refuse(index);
    columns.push_back(static_cast<int>(row.cid));
  }
  return columns;
}

/// How many of an index's columns stand before the table's key, with which they end or go on.
size_t before_key(const std::vector<int>& columns, const std::vector<int>& key) {
  const auto at = std::search(columns.begin(), columns.end(), key.begin(), key.end());
  return static_cast<size_t>(at - columns.begin());
}

class File {
 public:
  explicit File(const std::string& path) : fd_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (fd_ < 0) throw Error(ErrorCode::io, std::strerror(errno), path);
  }
  ~File() { ::close(fd_); }
  File(const File&) = delete;
  int number() const { return fd_; }
  uint32_t read32(uint64_t at) const {
    std::array<uint8_t, 4> bytes{};
    if (::pread(fd_, bytes.data(), bytes.size(), static_cast<off_t>(at)) != 4)
      throw Error(ErrorCode::io, "a new database cannot be read back");
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
  }
  void write32(uint64_t at, uint32_t value) const {
    std::array<uint8_t, 4> bytes{};
    pages::put32(bytes.data(), value);
    pages::write_at(fd_, bytes.data(), bytes.size(), at);
  }

 private:
  int fd_;
};

// Where the header of a database says how often it changed, how many pages it has, and for which
// change that is true (file format, 1.3).
constexpr uint64_t kChanges = 24, kPages = 28, kPagesAsOf = 92;

}  // namespace

struct PageTables::State {
  State(Statements& with, size_t most)
      : statements(with),
        database(with.database()),
        path(std::filesystem::absolute(database.file()).string()),
        folder(std::filesystem::path(path).parent_path().string()),
        most_index_bytes(most),
        table_pages(folder),
        index_pages(folder) {
    for (const auto name : kTables) add_table(name);
  }
  ~State() { join(); }

  void add_table(std::string_view name);
  void add_index(Table& table, const std::string& name, bool is_partial);
  Table& table(std::string_view name);
  void make_room();
  void sort();
  void join() {
    for (auto& thread : threads) thread.join();
    threads.clear();
  }
  template <typename Trees>
  void adopt(pages::Spool& spool, const Trees& trees);

  Statements& statements;
  Database& database;
  std::string path, folder;
  size_t most_index_bytes;
  pages::Spool table_pages, index_pages;
  std::vector<Table> tables;
  std::vector<Index*> unsorted;
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::exception_ptr failure;
};

void PageTables::State::add_table(std::string_view name) {
  Table made{std::string(name), root_of(statements, name), {}, -1, {}, {}, nullptr, {}};
  int id = -1;
  std::vector<std::pair<int64_t, int>> key;
  for (const auto& row : statements.rows<sql::TreeColumns>(name)) {
    const int column = static_cast<int>(row.cid);
    made.columns.push_back(column);
    made.is_text.push_back(row.type == "TEXT");
    if (row.pk == 1 && row.type == "INTEGER") id = column;
    if (row.pk > 0) key.emplace_back(row.pk, column);
  }
  std::string own;
  struct Other {
    std::string name;
    bool is_partial, is_non_null;
  };
  std::vector<Other> others;
  for (const auto& row : statements.rows<sql::TreeIndexes>(name)) {
    if (row.is_key)
      own = row.name;
    else
      others.push_back({std::string(row.name), row.is_partial != 0, row.is_non_null != 0});
  }
  if (own.empty()) {
    if (id < 0) refuse(name);
    made.id = id;
    made.key = {-1};
  } else {  // WITHOUT ROWID: the index of its key
    made.columns = columns_of(statements, own);
    std::sort(key.begin(), key.end());
    for (const auto& [at, column] : key) made.key.push_back(column);
  }
  made.tree = std::make_unique<pages::Tree>(table_pages,
                                            own.empty() ? pages::Tree::table : pages::Tree::index);
  for (const Other& other : others) {
    if (other.is_partial && !other.is_non_null) refuse(other.name);
    add_index(made, other.name, other.is_partial);
  }
  tables.push_back(std::move(made));
}

void PageTables::State::add_index(Table& table, const std::string& name, bool is_partial) {
  std::vector<int> columns = columns_of(statements, name);
  const bool is_text = table.is_text.at(static_cast<size_t>(columns.front()));
  const size_t sorted = before_key(columns, table.key);
  if (sorted == columns.size() || (is_text && (columns.size() != 2 || table.id < 0))) refuse(name);
  table.indexes.push_back(
      std::make_unique<Index>(Index{name,
                                    root_of(statements, name),
                                    {std::move(columns), sorted, is_text, is_partial},
                                    {index_pages, pages::Tree::index}}));
}

Table& PageTables::State::table(std::string_view name) {
  const auto at =
      std::find_if(tables.begin(), tables.end(), [&](const auto& one) { return one.name == name; });
  if (at == tables.end()) refuse(name);
  return *at;
}

// Appends the spool's pages, puts roots in the place of the empty ones, and lets SQLite know.
template <typename Trees>
void PageTables::State::adopt(pages::Spool& spool, const Trees& trees) {
  const File file(path);
  const auto base = static_cast<uint32_t>(database.number("PRAGMA page_count"));
  std::vector<std::pair<uint32_t, pages::Page>> roots;
  for (auto& [root, tree] : trees) roots.emplace_back(root, tree->finish(base));
  const uint32_t count = spool.append_to(file.number(), base);
  for (const auto& [root, page] : roots)
    pages::write_at(file.number(), page.data(), page.size(),
                    uint64_t{root - 1} * pages::kPageBytes);
  const uint32_t changes = file.read32(kChanges) + 1;
  file.write32(kPages, count);
  file.write32(kChanges, changes);
  file.write32(kPagesAsOf, changes);
}

void PageTables::State::sort() {
  try {
    for (size_t at = next++; at < unsorted.size(); at = next++)
      unsorted[at]->sorter.write(unsorted[at]->tree);
  } catch (...) {
    const std::lock_guard lock(mutex);
    failure = std::current_exception();
  }
}

void PageTables::State::make_room() {
  for (;;) {
    size_t all = 0;
    Index* largest = nullptr;
    for (const auto& one : tables)
      for (const auto& index : one.indexes) {
        all += index->sorter.bytes();
        if (largest == nullptr || index->sorter.bytes() > largest->sorter.bytes())
          largest = index.get();
      }
    if (all <= most_index_bytes) return;
    largest->is_left = true;
    largest->sorter.forget();
  }
}

PageTables::PageTables(Statements& statements, size_t most_index_bytes)
    : state_(std::make_unique<State>(statements, most_index_bytes)) {}

PageTables::~PageTables() = default;

void PageTables::add(std::string_view name, const PendingRows& rows) {
  Table& table = state_->table(name);
  if (rows.columns() != table.columns.size()) refuse(name);
  pages::Record record;
  for (size_t row = 0; row < rows.size(); ++row) {
    record.clear();
    for (const int column : table.columns) {
      const auto& field = rows.at(row, static_cast<size_t>(column));
      if (column == table.id || field.type == PendingRows::Field::null)
        record.null();
      else if (field.type == PendingRows::Field::integer)
        record.integer(field.value);
      else
        record.text({rows.texts().data() + field.value, field.size});
    }
    const int64_t id = table.id < 0 ? 0 : rows.at(row, static_cast<size_t>(table.id)).value;
    if (table.id < 0)
      table.tree->add(record);
    else
      table.tree->add(id, record);
    for (const auto& index : table.indexes)
      if (!index->is_left) index->sorter.add(rows, row, id);
  }
  state_->make_room();
}

void PageTables::adopt_tables() {
  auto& s = *state_;
  std::vector<std::pair<uint32_t, pages::Tree*>> trees;
  for (const auto& table : s.tables) {
    trees.emplace_back(table.root, table.tree.get());
    for (const auto& index : table.indexes)
      if (!index->is_left) s.unsorted.push_back(index.get());
  }
  s.adopt(s.table_pages, trees);
  // The largest first, so that none is left over for one thread at the end.
  std::sort(s.unsorted.begin(), s.unsorted.end(),
            [](const Index* a, const Index* b) { return a->sorter.bytes() > b->sorter.bytes(); });
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);
  for (unsigned i = 0; i < threads; ++i) s.threads.emplace_back([&s] { s.sort(); });
}

void PageTables::adopt_indexes() {
  auto& s = *state_;
  s.join();
  if (s.failure) std::rethrow_exception(s.failure);
  std::vector<std::pair<uint32_t, pages::Tree*>> trees;
  for (Index* index : s.unsorted) trees.emplace_back(index->root, &index->tree);
  s.adopt(s.index_pages, trees);
  for (const auto& table : s.tables)
    for (const auto& index : table.indexes)
      if (index->is_left) s.database.execute(("REINDEX " + index->name).c_str());
}

}  // namespace dossier
