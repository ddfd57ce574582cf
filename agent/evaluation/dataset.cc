#include "agent/evaluation/dataset.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <string_view>
#include <system_error>

#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kKinds = {"pullrequest", "issue"};
constexpr std::string_view kOddName = "has control characters, or is no UTF-8";

// The folders in a folder, in the byte order of their names. Links are not followed.
std::vector<fs::path> folders_in(const fs::path& folder, std::error_code& failed) {
  std::vector<fs::path> out;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->symlink_status(unknown).type() == fs::file_type::directory) out.push_back(at->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::error_code failed;
  auto out = folders_in(folder, failed);
  if (failed) throw Error(ErrorCode::io, failed.message(), folder.string());
  return out;
}

// A name that can stand in a line of JSON and on a terminal.
bool is_plain(std::string_view name) {
  return is_utf8(name) && std::none_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

// A name with every byte as "%0A" that is not plain everywhere.
std::string escaped_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    char bytes[4];
    std::snprintf(bytes, sizeof bytes, "%%%02X", static_cast<unsigned char>(c));
    const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    out += is_word ? std::string(1, c) : std::string(bytes);
  }
  return out;
}

DatasetCase case_in(const fs::path& folder, std::string id) {
  DatasetCase found{std::move(id), folder.filename().string(), folder, {}, {}, {}};
  std::array<std::vector<fs::path>, 2> trees;
  std::error_code failed;
  const auto inside = folders_in(folder, failed);
  if (failed) found.fault = "cannot be read: " + failed.message();
  for (const auto& tree : inside) {
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

// The cases in a folder PROJECT/KIND.
void add_cases(const fs::path& place, const std::string& where, const std::string& fault,
               std::vector<DatasetCase>& cases) {
  std::set<std::string> names;
  for (const auto& folder : folders_in(place)) {
    std::string name = folder.filename().string();
    const bool has_name = is_plain(name);
    if (!has_name) name = escaped_name(name);
    while (!names.insert(name).second) name += '%';
    DatasetCase& added = cases.emplace_back(case_in(folder, where + "/" + name));
    if (!has_name) added.fault = "its name " + std::string(kOddName);
    if (!fault.empty()) added.fault = fault;
    if (cases.size() > kMostCases)
      throw Error(ErrorCode::limit, "more than " + std::to_string(kMostCases) + " cases",
                  place.string());
  }
}

}  // namespace

std::vector<DatasetCase> cases_of(const fs::path& dataset) {
  std::error_code unknown;
  if (!fs::is_directory(dataset, unknown))
    throw Error(ErrorCode::not_found, "there is no such folder", dataset.string());
  std::vector<DatasetCase> cases;
  std::set<std::string> names;
  for (const auto& project : folders_in(dataset)) {
    std::string name = project.filename().string();
    const bool has_name = is_plain(name);
    if (!has_name) name = escaped_name(name);
    while (!names.insert(name).second) name += '%';
    const std::string fault =
        has_name ? std::string() : "the name of its project " + std::string(kOddName);
    for (const auto kind : kKinds)
      if (fs::symlink_status(project / kind, unknown).type() == fs::file_type::directory)
        add_cases(project / kind, name + "/" + std::string(kind), fault, cases);
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
