#include "engine/policy.h"

#include <sqlite3.h>
#include <strings.h>

#include <algorithm>
#include <array>

#include "engine/database.h"

namespace dossier {
namespace {

bool equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

template <size_t N>
bool one_of(const std::array<std::string_view, N>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(), [&](auto item) { return equal(item, name); });
}

// Describe the table, index or schema that the argument names.
constexpr std::array<std::string_view, 12> kDescribing = {
    "table_info",        "table_xinfo",     "table_list",    "index_list",
    "index_info",        "index_xinfo",     "database_list", "foreign_key_list",
    "foreign_key_check", "integrity_check", "quick_check",   "data_version"};
// Report when they have no argument, and set or do something when they have one.
constexpr std::array<std::string_view, 12> kReporting = {
    "application_id", "collation_list", "compile_options", "encoding",
    "freelist_count", "function_list",  "journal_mode",    "module_list",
    "page_count",     "page_size",      "pragma_list",     "user_version"};
// Files as they were before an agent changed them (only undo reads those), and the file's raw
// pages.
constexpr std::array<std::string_view, 2> kPrivateTables = {"_image", "sqlite_dbpage"};
// Code, files, and the pointer to FTS5's internals.
constexpr std::array<std::string_view, 6> kDeniedFunctions = {
    "load_extension", "fts5", "fts3_tokenizer", "readfile", "writefile", "edit"};

int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      return first && one_of(kPrivateTables, first) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_FUNCTION:
      return second && one_of(kDeniedFunctions, second) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_UPDATE:
      // How SQLite asks when a virtual table declares its columns. An UPDATE that someone wrote
      // never gets here: sqlite_master may not be modified.
      return first && equal(first, "sqlite_master") ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return first && is_reading_pragma(first, second != nullptr) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

}  // namespace

bool is_reading_pragma(std::string_view name, bool with_argument) {
  return one_of(kDescribing, name) || (!with_argument && one_of(kReporting, name));
}

ReadingPolicy::ReadingPolicy(Database& db) : db_(db) {
  sqlite3* handle = db.handle();
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 16 << 20);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_set_authorizer(handle, authorize, nullptr);
}

ReadingPolicy::~ReadingPolicy() { sqlite3_set_authorizer(db_.handle(), nullptr, nullptr); }

}  // namespace dossier
