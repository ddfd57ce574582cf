// The table-valued function `dependencies`: which files of a snapshot depend on which.
#include "queries/graph/dependencies.h"

#include "queries/tables/function_table.h"
#include "queries/tables/ids.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

struct DependenciesFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE dependencies(path TEXT, target TEXT, symbols INTEGER, is_included INTEGER, "
      "folder TEXT, target_folder TEXT, snapshot HIDDEN)";
  enum Column { kPath, kTarget, kSymbols, kIsIncluded, kFolder, kTargetFolder };
  static constexpr int kArguments = kTargetFolder + 1;
  static constexpr size_t kCount = 1;
  using Table = IndexTable;
  using Rows = std::vector<Dependency>;

  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(0)) return {};
    require_snapshot(table.index->statements(), given.integer(0));
    return dependencies(*table.index, given.integer(0));
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    const Dependency& one = rows[at];
    switch (column) {
      case kPath:
        return set_text(context, one.path);
      case kTarget:
        return set_text(context, one.target);
      case kSymbols:
        return sqlite3_result_int64(context, one.symbols);
      case kIsIncluded:
        return sqlite3_result_int64(context, one.is_included);
      case kFolder:
        return set_text(context, folder_of(one.path));
      case kTargetFolder:
        return set_text(context, folder_of(one.target));
      default:
        return;
    }
  }
};

}  // namespace

const sqlite3_module& dependencies_module() {
  return VirtualTable<FunctionCursor<DependenciesFunction>>::module();
}

}  // namespace dossier
