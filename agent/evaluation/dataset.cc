#include "agent/evaluation/dataset.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kKinds = {"pullrequest", "issue"};

// The folders in a folder, in the byte order of their names. Links are not followed.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->symlink_status(unknown).type() == fs::file_type::directory) out.push_back(at->path());
  }
  if (failed) throw Error(ErrorCode::io, failed.message(), folder.string());
  std::sort(out.begin(), out.end());
  return out;
}

// A name that can stand in a line of JSON and on a terminal.
bool is_plain(std::string_view name) {
  return is_utf8(name) && std::none_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

DatasetCase case_in(const fs::path& folder, std::string id) {
  DatasetCase found{std::move(id), folder.filename().string(), folder, {}, {}, {}};
  std::array<std::vector<fs::path>, 2> trees;
  for (const auto& tree : folders_in(folder)) {
    const std::string name = tree.filename().string();
    if (name.starts_with("premerge_")) trees[0].push_back(tree);
    if (name.starts_with("merge_")) trees[1].push_back(tree);
  }
  for (size_t i = 0; i < trees.size(); ++i) {
    const std::string pattern = i == 0 ? "premerge_*" : "merge_*";
    if (trees[i].size() == 1)
      (i == 0 ? found.premerge : found.merge) = trees[i][0];
    else if (found.fault.empty())
      found.fault = trees[i].empty()
                        ? "there is no folder " + pattern
                        : "there are " + std::to_string(trees[i].size()) + " folders " + pattern;
  }
  return found;
}

}  // namespace

std::vector<DatasetCase> cases_of(const fs::path& dataset) {
  std::error_code unknown;
  if (!fs::is_directory(dataset, unknown))
    throw Error(ErrorCode::not_found, "there is no such folder", dataset.string());
  std::vector<DatasetCase> cases;
  for (const auto& project : folders_in(dataset)) {
    if (!is_plain(project.filename().string())) continue;
    for (const auto kind : kKinds) {
      if (!fs::is_directory(project / kind, unknown)) continue;
      for (const auto& folder : folders_in(project / kind)) {
        const std::string name = folder.filename().string();
        if (!is_plain(name))
          throw Error(ErrorCode::invalid, "a case's name must be UTF-8 without control characters",
                      (project / kind).string());
        cases.push_back(
            case_in(folder, project.filename().string() + "/" + std::string(kind) + "/" + name));
        if (cases.size() > kMostCases)
          throw Error(ErrorCode::limit, "more than " + std::to_string(kMostCases) + " cases",
                      dataset.string());
      }
    }
  }
  if (cases.empty())
    throw Error(ErrorCode::invalid,
                "no cases here; they are folders PROJECT/pullrequest/NAME or PROJECT/issue/NAME "
                "with premerge_* and merge_*",
                dataset.string());
  std::sort(cases.begin(), cases.end(),
            [](const auto& one, const auto& other) { return one.id < other.id; });
  return cases;
}

}  // namespace dossier::evaluation
