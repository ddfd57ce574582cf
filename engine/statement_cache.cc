#include "engine/statement_cache.h"

#include <algorithm>

namespace dossier {

StatementRun StatementCache::run(const std::string& sql) {
  auto at =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.sql == sql; });
  if (at == kept_.end()) {
    if (kept_.size() == kKept) kept_.pop_back();
    kept_.push_back({sql, std::make_shared<Statement>(*db_, sql)});
    at = kept_.end() - 1;
  }
  std::rotate(kept_.begin(), at, at + 1);
  return StatementRun(kept_.front().statement);
}

}  // namespace dossier
