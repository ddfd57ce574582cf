#include "agent/workspace/nearest.h"

#include <algorithm>
#include <deque>

#include "engine/path_parts.h"
#include "queries/proto/schema_words.h"

namespace dossier {
namespace {

constexpr size_t kMostEntries = 20'000;
constexpr double kLeast = 0.5;

// The same name in another folder says most, then a like name, then a like path.
double likeness_of(std::string_view wanted, std::string_view path) {
  const std::string_view a = file_name_of(wanted), b = file_name_of(path);
  const double name = a == b ? 2 : proto::likeness(a, b);
  return name + 0.5 * proto::likeness(wanted, path);
}

}  // namespace

std::vector<std::string> nearest_paths(Workspace& workspace, std::string_view path, bool folders,
                                       size_t most) {
  std::vector<std::pair<double, std::string>> ranked;
  std::deque<std::string> open{"."};
  for (size_t seen = 0; !open.empty() && seen < kMostEntries; open.pop_front()) {
    const auto entries = workspace.list(open.front());
    if (!entries) continue;
    for (const auto& entry : *entries) {
      if (++seen > kMostEntries) break;
      std::string name = (open.front() == "." ? "" : open.front() + "/") + entry.name;
      if (entry.is_directory) open.push_back(name);
      if (entry.is_directory != folders) continue;
      if (const double like = likeness_of(path, name); like >= kLeast)
        ranked.emplace_back(like, std::move(name));
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out;
  for (auto& [like, name] : ranked) {
    if (out.size() == most) break;
    out.push_back(std::move(name));
  }
  return out;
}

}  // namespace dossier
