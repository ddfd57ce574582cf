#include "queries/graph/key_tails.h"

#include <algorithm>

#include "engine/first_row.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

/// The last name of `a.b.c`; "" where nothing is before it, or parameters follow.
std::string_view tail_of(std::string_view key) {
  const auto dot = key.rfind('.');
  const bool has_receiver = dot != key.npos && dot > 0;
  return has_receiver && key.find('(') == key.npos ? key.substr(dot + 1) : std::string_view();
}

}  // namespace

std::vector<KeyTails::Key> KeyTails::ending(std::string_view name) {
  const std::hash<std::string_view> hash;
  if (!known_) {
    known_.emplace();
    for (const auto& row : statements_.rows<sql::DottedKeys>())
      if (const auto tail = tail_of(row.key); !tail.empty())
        known_->emplace_back(hash(tail), row.name);
    std::sort(known_->begin(), known_->end());
  }
  std::vector<Key> found;
  const auto wanted = hash(name);
  for (auto at = std::lower_bound(known_->begin(), known_->end(), std::pair(wanted, int64_t{0}));
       at != known_->end() && at->first == wanted; ++at) {
    const auto row = first_row<sql::NameText>(statements_, at->second);
    if (!row || tail_of(row->text) != name) continue;
    const std::string_view text = row->text;
    found.push_back({at->second, std::string(text),
                     std::string(text.substr(0, text.size() - name.size() - 1))});
  }
  return found;
}

}  // namespace dossier
