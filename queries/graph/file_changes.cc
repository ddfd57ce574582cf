#include "queries/graph/file_changes.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/first_row.h"
#include "queries/graph/edited_moves.h"
#include "queries/sql.h"
#include "store/index/index.h"

namespace dossier {

bool Hidden::is_without(int64_t snapshot) {
  auto& known = is_without_[snapshot == after_];
  if (!known) {
    const auto row = first_row<sql::HoldsNoHidden>(index_.statements(), snapshot);
    known = row && row->holds_none != 0;
  }
  return *known;
}

bool Hidden::leaves_out(std::string_view path, int64_t other) {
  return (path.starts_with('.') || path.find("/.") != path.npos) && is_without(other);
}

namespace {

class FileChanges {
 public:
  FileChanges(SearchIndex& index, int64_t before, int64_t after, Hidden& hidden)
      : index_(index), before_(before), after_(after), hidden_(hidden) {}

  Differences run() {
    read_gone();
    read_others();
    find_edited();
    for (auto& one : gone_)
      if (!one.moved)
        found_.changes.push_back({ChangeKind::removed, "file", one.path, {}, one.path, 0});
    if (found_.hidden > 0) found_.without = hidden_.without();
    return std::move(found_);
  }

 private:
  struct Gone {
    std::string path;
    bool moved = false;
  };

  void read_gone() {
    for (const auto& row : index_.statements().rows<sql::ChangedFiles>(before_, after_)) {
      if (row.in_other != 0) continue;
      if (row.content && row.lines > 0) by_content_[*row.content].push_back(gone_.size());
      gone_.push_back({std::string(row.path), false});
    }
  }

  void read_others() {
    for (const auto& row : index_.statements().rows<sql::ChangedFiles>(after_, before_)) {
      Change change{row.in_other != 0 ? ChangeKind::changed : ChangeKind::added,
                    "file",
                    std::string(row.path),
                    {},
                    std::string(row.path),
                    0};
      const auto same =
          row.in_other == 0 && row.content ? by_content_.find(*row.content) : by_content_.end();
      if (same != by_content_.end() && !same->second.empty()) {
        move(change, gone_[same->second.front()]);
        same->second.erase(same->second.begin());
      }
      if (change.change == ChangeKind::added && hidden_.leaves_out(change.path, before_))
        ++found_.hidden;
      else
        found_.changes.push_back(std::move(change));
    }
    const auto is_hidden = [&](const Gone& one) {
      return !one.moved && hidden_.leaves_out(one.path, after_);
    };
    found_.hidden += std::count_if(gone_.begin(), gone_.end(), is_hidden);
    std::erase_if(gone_, is_hidden);
  }

  void find_edited() {
    std::vector<size_t> from, to;
    std::vector<std::string> gone, added;
    for (size_t i = 0; i < gone_.size(); ++i) {
      if (gone_[i].moved) continue;
      from.push_back(i);
      gone.push_back(gone_[i].path);
    }
    for (size_t i = 0; i < found_.changes.size(); ++i) {
      if (found_.changes[i].change != ChangeKind::added) continue;
      to.push_back(i);
      added.push_back(found_.changes[i].path);
    }
    EditedMoves moves(index_, before_, after_, {});
    for (const auto& [was, is] : moves.find(gone, added))
      move(found_.changes[to[is]], gone_[from[was]]);
    found_.is_cut = moves.is_cut();
  }

  static void move(Change& change, Gone& from) {
    change.change = ChangeKind::moved;
    change.from = from.path;
    from.moved = true;
  }

  SearchIndex& index_;
  int64_t before_, after_;
  Hidden& hidden_;
  std::vector<Gone> gone_;
  std::map<int64_t, std::vector<size_t>> by_content_;  // places in gone_
  Differences found_;
};

}  // namespace

Differences file_changes(SearchIndex& index, int64_t before, int64_t after, Hidden& hidden) {
  return FileChanges(index, before, after, hidden).run();
}

}  // namespace dossier
