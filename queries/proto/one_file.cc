// A file that somebody asks about by its path.
#include <algorithm>
#include <set>

#include "engine/error.h"
#include "engine/nearest.h"
#include "queries/proto/scanned.h"
#include "queries/proto/suspect_files.h"
#include "queries/proto/suspects.h"
#include "store/index/contents.h"
#include "store/scope/texts.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostNear = 3;

/// Those called so in other folders, or else the one that is spelled most like it.
std::vector<std::string> near(const std::set<std::string>& paths, std::string_view wanted) {
  std::vector<std::string> found;
  const auto called = [&](std::string_view base) {
    for (const auto& path : paths)
      if (found.size() < kMostNear && file_name_of(path) == base) found.push_back(path);
  };
  called(file_name_of(wanted));
  if (!found.empty()) return found;
  std::vector<std::string_view> bases;
  for (const auto& path : paths) bases.push_back(file_name_of(path));
  if (const auto base = nearest(file_name_of(wanted), bases); !base.empty()) called(base);
  return found;
}

}  // namespace

std::string one_of_the_files(Store& store, int64_t before, int64_t after,
                             std::span<const std::string> paths) {
  for (const auto& path : paths)
    for (const int64_t snapshot : {before, after})
      if (!files_at(store.statements(), Scope{{snapshot}}, path).empty()) return path;
  std::set<std::string> known;
  for (const int64_t snapshot : {before, after})
    for (const auto& entry : files_in(store.statements(), Scope{{snapshot}}))
      known.insert(entry.path);
  std::string text = "neither version has this file";
  const auto likely = near(known, paths.back());
  for (const auto& path : likely) text += (path == likely.front() ? "; near it are " : ", ") + path;
  throw Error(ErrorCode::not_found, text, paths.back());
}

std::string_view why_no_suspect(Store& store, int64_t before, int64_t after,
                                std::string_view path) {
  for (const int64_t snapshot : {before, after})
    for (const auto& entry : files_at(store.statements(), Scope{{snapshot}}, path))
      if (const auto why = why_no_suspect(store, entry); !why.empty()) return why;
  return {};
}

}  // namespace dossier::proto
