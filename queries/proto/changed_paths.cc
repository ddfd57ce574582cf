#include "queries/proto/changed_paths.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/ascii.h"
#include "engine/error.h"
#include "engine/line_hashes.h"
#include "engine/path_parts.h"
#include "engine/unicode.h"
#include "queries/proto/noise_data.h"
#include "queries/sql.h"
#include "store/index/contents.h"
#include "store/scope/texts.h"

namespace dossier::proto {
namespace {

constexpr size_t kHeader = 1024;               // bytes in which a file says that it is generated
constexpr size_t kMostPairs = 2'500;           // of files that may have been moved and edited
constexpr size_t kMostMovedBytes = 256 << 10;  // of such a file
constexpr double kAlike = 0.5;                 // the share of lines by which it is the same

struct Noise {
  struct Reason {
    std::string_view name;
    std::vector<std::string> patterns;  // in lower case
  };
  std::vector<Reason> reasons;
  std::vector<std::string> headers;

  Noise() {
    for (const auto line : split(noise_data::files().front().text, '\n')) {
      if (line.starts_with('#')) continue;
      const auto words = split(line, ' ');
      Reason reason{words.front(), {}};
      for (size_t i = 1; i < words.size(); ++i) reason.patterns.push_back(lower(words[i]));
      if (reason.name != "header") {
        reasons.push_back(std::move(reason));
        continue;
      }
      headers = std::move(reason.patterns);
      // A space is written as @, which begins "@generated" itself.
      for (auto& header : headers) std::replace(header.begin() + 1, header.end(), '@', ' ');
    }
    if (reasons.empty() || headers.empty()) throw Error(ErrorCode::corrupt, "noise.txt is empty");
  }
};
const Noise& noise() {
  static const Noise all;
  return all;
}

bool fits(std::string_view pattern, std::string_view path, std::string_view base) {
  if (pattern.ends_with('/'))
    return path.starts_with(pattern) || path.find("/" + std::string(pattern)) != path.npos;
  if (pattern.starts_with('*')) return base.ends_with(pattern.substr(1));
  if (pattern.ends_with('*')) return base.starts_with(pattern.substr(0, pattern.size() - 1));
  return base == pattern;
}

std::optional<FileEntry> entry_in(Store& store, int64_t snapshot, std::string_view path) {
  auto found = files_at(store.statements(), Scope{{snapshot}}, path);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

/// The share of lines that two texts have in common.
double likeness_of_lines(const LineHashes& one, const LineHashes& other) {
  const size_t all = one.size() + other.size();
  return all == 0 ? 0 : 2.0 * static_cast<double>(one.common(other)) / static_cast<double>(all);
}

struct Side {
  std::string path;
  std::optional<int64_t> content;
  bool paired = false;
};

class PathComparison {
 public:
  PathComparison(Store& store, int64_t before, int64_t after, std::string_view ending)
      : store_(store), before_(before), after_(after), ending_(ending) {}

  std::vector<ChangedPath> run() {
    for (const auto& row : store_.rows<sql::ChangedFiles>(after_, before_)) {
      if (!row.path.ends_with(ending_)) continue;
      if (row.in_other != 0)
        add(ChangedPath::changed, std::string(row.path));
      else
        added_.push_back({std::string(row.path), row.content});
    }
    for (const auto& row : store_.rows<sql::ChangedFiles>(before_, after_))
      if (row.in_other == 0 && row.path.ends_with(ending_))
        removed_.push_back({std::string(row.path), row.content});
    pair_equal();
    for (const bool are_schemas : {true, false}) pair_alike(are_schemas);
    for (const auto& side : added_)
      if (!side.paired) add(ChangedPath::added, side.path);
    for (const auto& side : removed_)
      if (!side.paired) add(ChangedPath::removed, side.path);
    for (auto& change : changes_) {
      const auto [category, reason] =
          category_in(store_, change.what == ChangedPath::removed ? before_ : after_, change.path);
      change.category = category;
      change.reason = reason;
    }
    std::sort(changes_.begin(), changes_.end(),
              [](const auto& one, const auto& other) { return one.path < other.path; });
    return std::move(changes_);
  }

 private:
  void add(ChangedPath::What what, std::string path, std::string from = {}) {
    changes_.push_back({what, std::move(path), std::move(from), Category::handwritten, {}});
  }

  void move(Side& from, Side& to) {
    from.paired = to.paired = true;
    add(ChangedPath::moved, to.path, from.path);
  }

  /// The same content elsewhere; of several, the one that kept its name.
  void pair_equal() {
    std::multimap<int64_t, Side*> by_content;
    for (auto& side : removed_)
      if (side.content) by_content.emplace(*side.content, &side);
    for (const bool same_name : {true, false})
      for (auto& side : added_) {
        if (side.paired || !side.content) continue;
        const auto [begin, end] = by_content.equal_range(*side.content);
        const auto found = std::find_if(begin, end, [&](const auto& candidate) {
          return !candidate.second->paired &&
                 (!same_name || file_name_of(candidate.second->path) == file_name_of(side.path));
        });
        if (found != end) move(*found->second, side);
      }
  }

  std::string text_for_pairing(int64_t snapshot, const Side& side) {
    const auto entry = entry_in(store_, snapshot, side.path);
    const bool fits = entry && entry->has_text && !entry->is_binary &&
                      entry->size <= static_cast<int64_t>(kMostMovedBytes);
    return fits ? text_of(store_.index(), *entry) : std::string();
  }

  /// Edited on the way. Compared are files of the same kind, and none where there are very many; of
  /// schemas, which are few, apart from the rest.
  void pair_alike(bool are_schemas) {
    std::vector<std::pair<Side*, Side*>> pairs;
    for (auto& to : added_)
      for (auto& from : removed_) {
        if (to.paired || from.paired || ending_of(to.path) != ending_of(from.path)) continue;
        if (to.path.ends_with(".proto") != are_schemas) continue;
        if (pairs.size() == kMostPairs) return;
        pairs.emplace_back(&from, &to);
      }
    std::map<const Side*, LineHashes> lines;
    const auto lines_of = [&](int64_t snapshot, const Side* side) -> const LineHashes& {
      const auto [found, is_new] = lines.try_emplace(side);
      if (is_new) found->second = LineHashes(text_for_pairing(snapshot, *side));
      return found->second;
    };
    std::vector<std::pair<double, size_t>> scores;
    for (size_t i = 0; i < pairs.size(); ++i) {
      const double score =
          likeness_of_lines(lines_of(before_, pairs[i].first), lines_of(after_, pairs[i].second));
      if (score >= kAlike) scores.emplace_back(-score, i);
    }
    std::sort(scores.begin(), scores.end());
    for (const auto& [score, i] : scores)
      if (!pairs[i].first->paired && !pairs[i].second->paired)
        move(*pairs[i].first, *pairs[i].second);
  }

  Store& store_;
  const int64_t before_, after_;
  const std::string_view ending_;
  std::vector<Side> added_, removed_;
  std::vector<ChangedPath> changes_;
};

}  // namespace

std::string_view name_of(ChangedPath::What what) {
  constexpr std::string_view kNames[] = {"added", "removed", "changed", "moved"};
  return kNames[what];
}

Categorized category_of(std::string_view path, const FileTraits& traits,
                        const std::function<std::string()>& text) {
  const auto noise = noise_of(path);
  if (traits.is_vendored) return {Category::ignored, "vendored"};
  // Written by hand even below a folder of generated code; a vendored one is somebody else's.
  if (path.ends_with(".proto"))
    return noise == "vendored" ? Categorized{Category::ignored, noise}
                               : Categorized{Category::schema};
  if (noise == "generated") return {Category::generated, noise};
  if (!noise.empty()) return {Category::ignored, noise};
  if (traits.is_generated) return {Category::generated, "generated"};
  if (traits.is_binary) return {Category::ignored, "binary"};
  if (has_generated_header(text())) return {Category::generated, "generated"};
  return {};
}

Categorized category_in(Store& store, int64_t snapshot, std::string_view path) {
  const auto entry = entry_in(store, snapshot, path);
  if (!entry) return category_of(path, {}, [] { return std::string(); });
  return category_of(path, {entry->is_vendored, entry->is_generated, entry->is_binary}, [&] {
    return entry->has_text ? text_of(store.index(), *entry) : std::string();
  });
}

std::vector<ChangedPath> changed_paths(Store& store, int64_t before, int64_t after,
                                       std::string_view ending) {
  return PathComparison(store, before, after, ending).run();
}

std::vector<Move> moves_in(std::span<const ChangedPath> changed) {
  std::vector<Move> moves;
  for (const auto& file : changed)
    if (file.what == ChangedPath::moved) moves.push_back({file.from, file.path});
  return moves;
}

std::string_view noise_of(std::string_view path) {
  const std::string lowered = lower(path);
  const std::string_view base =
      std::string_view(lowered).substr(std::string_view(lowered).rfind('/') + 1);
  for (const auto& reason : noise().reasons)
    for (const auto& pattern : reason.patterns)
      if (fits(pattern, lowered, base)) return reason.name;
  return {};
}

bool has_generated_header(std::string_view text) {
  const std::string head = lower(text.substr(0, kHeader));
  return std::any_of(noise().headers.begin(), noise().headers.end(),
                     [&](const auto& header) { return head.find(header) != head.npos; });
}

std::optional<std::string> text_in(Store& store, int64_t snapshot, std::string_view path) {
  const auto entry = entry_in(store, snapshot, path);
  if (!entry || !entry->has_text) return std::nullopt;
  return text_of(store.index(), *entry);
}

}  // namespace dossier::proto
