#include "queries/ops/find_asked.h"

namespace dossier {

StatementRun prepare(Store& store, const lang::Sql& sql) {
  StatementRun statement = store.written().run(sql.text);
  bind(*statement, sql);
  return statement;
}

lang::Bounds bounds_of(const Cursor& cursor) {
  lang::Bounds bounds;
  static constexpr const char* kKinds[] = {"session", "finding", "note", "event"};
  for (size_t i = 0; i < cursor.ends.size() && i < std::size(kKinds); ++i)
    bounds.push_back({kKinds[i], cursor.ends[i]});
  return bounds;
}

}  // namespace dossier
