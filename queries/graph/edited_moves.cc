#include "queries/graph/edited_moves.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "engine/path_parts.h"
#include "store/index/contents.h"
#include "store/index/index.h"

namespace dossier {
namespace {

/// Whether so many common lines are half of the larger file's.
bool is_half(size_t common, const LineHashes& a, const LineHashes& b) {
  return common > 0 && 2 * common >= std::max(a.size(), b.size());
}

}  // namespace

EditedMoves::Side EditedMoves::read(const std::vector<std::string>& paths, int64_t snapshot) {
  Side side;
  side.lines.resize(paths.size());
  side.is_paired.resize(paths.size());
  const Scope scope{{snapshot}};
  for (size_t i = 0; i < paths.size(); ++i) {
    const auto files = files_at(index_.statements(), scope, paths[i]);
    if (files.empty() || !files.front().has_text || files.front().is_binary) continue;
    const int64_t size = files.front().size;
    if (size > limits_.file_bytes || bytes_ + size > limits_.bytes) {
      is_cut_ = true;
      continue;
    }
    bytes_ += size;
    side.lines[i] = LineHashes(text_of(index_, files.front()));
    index_.database().checkpoint();
  }
  return side;
}

template <typename KeyOf>
void EditedMoves::pair(const std::vector<std::string>& gone, const std::vector<std::string>& added,
                       KeyOf key_of) {
  std::unordered_map<std::string_view, std::vector<size_t>> by_key;
  for (size_t i = 0; i < gone.size(); ++i)
    if (!gone_.is_paired[i]) by_key[key_of(gone[i])].push_back(i);
  struct Pair {
    double likeness;
    size_t from, to;
  };
  std::vector<Pair> alike;
  for (size_t to = 0; to < added.size(); ++to) {
    const auto same = by_key.find(key_of(added[to]));
    if (added_.is_paired[to] || same == by_key.end()) continue;
    const LineHashes& is = added_.lines[to];
    for (const size_t from : same->second) {
      const LineHashes& was = gone_.lines[from];
      if (!is_half(std::min(was.size(), is.size()), was, is)) continue;
      if (compared_ == limits_.pairs) {
        is_cut_ = true;
        break;
      }
      ++compared_;
      const size_t common = was.common(is);
      const auto most = static_cast<double>(std::max(was.size(), is.size()));
      if (is_half(common, was, is)) alike.push_back({static_cast<double>(common) / most, from, to});
    }
    index_.database().checkpoint();
  }
  std::stable_sort(alike.begin(), alike.end(),
                   [](const Pair& a, const Pair& b) { return a.likeness > b.likeness; });
  for (const auto& [likeness, from, to] : alike) {
    if (gone_.is_paired[from] || added_.is_paired[to]) continue;
    gone_.is_paired[from] = added_.is_paired[to] = true;
    found_.emplace_back(from, to);
  }
}

std::vector<std::pair<size_t, size_t>> EditedMoves::find(const std::vector<std::string>& gone,
                                                         const std::vector<std::string>& added) {
  if (gone.empty() || added.empty()) return {};
  gone_ = read(gone, before_);
  added_ = read(added, after_);
  pair(gone, added, [](std::string_view path) { return file_name_of(path); });
  pair(gone, added, [](std::string_view path) { return ending_of(path); });
  return found_;
}

}  // namespace dossier
