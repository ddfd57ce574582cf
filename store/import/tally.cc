#include "store/import/tally.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "engine/first_row.h"
#include "store/sql.h"

namespace dossier {

void Totals::add(const Totals& other, int64_t times) {
  types += times * other.types;
  members += times * other.members;
  references += times * other.references;
}

void Tally::reuse_from(int64_t snapshot, std::vector<int64_t> modules) {
  base_ = snapshot;
  base_modules_ = std::move(modules);
  std::sort(base_modules_.begin(), base_modules_.end());
}

void Tally::count(const std::vector<int64_t>& modules, int64_t times) {
  for (const int64_t id : modules) {
    if (const auto row = first_row<sql::ModuleTotals>(store_, id))
      sum_.add({row->types, row->last - id - row->types, row->references}, times);
  }
}

void Tally::count_reused(int64_t project) {
  std::sort(reused_.begin(), reused_.end());
  std::vector<int64_t> gone, more;
  std::set_difference(base_modules_.begin(), base_modules_.end(), reused_.begin(), reused_.end(),
                      std::back_inserter(gone));
  std::set_difference(reused_.begin(), reused_.end(), base_modules_.begin(), base_modules_.end(),
                      std::back_inserter(more));
  std::optional<Totals> all;
  if (gone.size() + more.size() < reused_.size()) {
    if (const auto head = first_row<sql::HeadOfProject>(store_, project);
        head && head->snapshot == base_)
      all = Totals{head->types, head->members, head->references};
  }
  if (all) {
    sum_.add(*all);
    count(gone, -1);
    count(more, 1);
  } else {
    count(reused_, 1);
  }
  reused_.clear();
}

void Tally::clear() {
  sum_ = {};
  reused_.clear();
}

}  // namespace dossier
