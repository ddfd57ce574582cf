#include "queries/graph/file_log.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "engine/error.h"
#include "queries/sql.h"
#include "store/index/index.h"
#include "store/repository_of.h"

namespace dossier {
namespace {

constexpr size_t kCommits = 50'000;
constexpr std::chrono::milliseconds kTime{3'000};
// What a commit may change; Linux began with 17,000 files.
constexpr size_t kWidest = 200'000;
constexpr size_t kMostKept = 8;  // logs

// The history of the files that the snapshot has; those that its commit lacks have none.
FileLog read_log(const RepositoryOf& of, const std::unordered_set<std::string>& wanted) {
  FileLog out;
  std::unordered_set<std::string> missing;
  snapshot::Tree tree;
  try {
    tree = of.repository->tree(of.revision);
  } catch (const Error& error) {  // a commit that is gone is no reason to answer nothing
    if (error.code() != ErrorCode::not_found && error.code() != ErrorCode::corrupt) throw;
    out.note = std::string("no history: ") + error.what();
    return out;
  }
  for (const auto& blob : tree.blobs) {
    if (!blob.path.starts_with(of.place)) continue;
    std::string path = blob.path.substr(of.place.size());
    if (wanted.contains(path)) missing.insert(std::move(path));
  }
  snapshot::LogOptions options;
  options.commits = kCommits;
  options.limit = kTime;
  options.widest = kWidest;
  options.roots = true;
  options.each = [&](const snapshot::LoggedCommit& commit) {
    for (const auto& whole : commit.paths) {
      if (!whole.starts_with(of.place)) continue;
      std::string path = whole.substr(of.place.size());
      if (missing.erase(path) == 0) continue;
      out.files.push_back({std::move(path), commit.id, commit.author, commit.at});
    }
    return !missing.empty();
  };
  if (missing.empty()) return out;
  const snapshot::Log log = of.repository->log(of.revision, options);
  if (!missing.empty() && !log.cut.empty())
    out.note = std::to_string(missing.size()) + " files are older: " + log.cut;
  return out;
}

}  // namespace

std::shared_ptr<const FileLog> file_log(SearchIndex& index, int64_t snapshot) {
  struct Kept {
    std::string asked;
    std::shared_ptr<const FileLog> log;
  };
  static std::mutex mutex;
  static std::vector<Kept> kept;
  const RepositoryOf of = repository_of(index.statements(), snapshot);
  if (!of.repository)
    return std::make_shared<const FileLog>(FileLog{{}, "no history: " + of.missing});
  std::unordered_set<std::string> wanted;
  std::string asked = of.source + '\0' + of.revision + '\0' + of.place + '\0';
  auto paths = index.statements().rows<sql::PathsOfSnapshot>(snapshot);
  while (const auto row = paths.next()) {
    wanted.emplace(row->path);
    asked.append(row->path) += '\0';
  }
  const auto same = [&](const Kept& one) { return one.asked == asked; };
  {
    const std::lock_guard lock(mutex);
    if (const auto at = std::find_if(kept.begin(), kept.end(), same); at != kept.end())
      return at->log;
  }
  // Not under the lock, which questions about other repositories would wait for.
  auto log = std::make_shared<const FileLog>(read_log(of, wanted));
  const std::lock_guard lock(mutex);
  if (std::none_of(kept.begin(), kept.end(), same)) {
    if (kept.size() == kMostKept) kept.erase(kept.begin());
    kept.push_back({asked, log});
  }
  return log;
}

}  // namespace dossier
