// The two versions that an action of `dossier grpc` is about.
#include <filesystem>
#include <iostream>

#include "cli/database_path.h"
#include "cli/grpc.h"
#include "cli/import.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/path_text.h"
#include "engine/readers/snapshot/fingerprint.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/readers/snapshot/git.h"
#include "queries/open.h"
#include "queries/sql.h"
#include "store/origin.h"
#include "store/sql.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;

// One of the two, before it is imported.
struct Version {
  std::string path;      // of a folder or repository
  std::string revision;  // of the repository; "" = the folder
  bool is_work_tree = false;
  std::string snapshot;  // by id or label, instead of all that
};

struct Versions {
  Version before, after;
  std::string project;  // of the import
  std::string title;
  std::string folder;  // of a dataset's case
};

constexpr const char* kForms =
    "write two folders, a dataset's case, REPO --rev A..B, A..B, two snapshots, or nothing (HEAD "
    "and the work tree)";

std::string name_of_folder(const std::string& path) {
  fs::path folder = fs::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return folder.filename().string();
}

std::pair<std::string, std::string> ends_of(const std::string& range) {
  const auto dots = range.find("..");
  if (dots == range.npos || range.find("...") != range.npos)
    throw Error(ErrorCode::invalid, "revisions are written A..B", range);
  const auto named = [](std::string end) { return end.empty() ? std::string("HEAD") : end; };
  return {named(range.substr(0, dots)), named(range.substr(dots + 2))};
}

Versions revisions(const std::string& repository, const std::string& range) {
  const auto [before, after] = ends_of(range);
  const std::string project = snapshot::project_name(repository);
  // The same from whichever folder of it, so that its snapshots are found again.
  const std::string top = snapshot::Repository(repository).top().string();
  const std::string place = top.empty() ? repository : top;
  return {{place, before, false, {}},
          {place, after, false, {}},
          project,
          project + ": " + before + ".." + after,
          {}};
}

Versions work_tree_here() {
  const std::string here = fs::current_path().string();
  const auto repository = snapshot::Repository::at(here);
  const fs::path top = repository ? repository->top() : fs::path();
  if (top.empty())
    throw Error(ErrorCode::invalid,
                "this folder lies in no work tree of git; " + std::string(kForms), here);
  const std::string project = snapshot::project_name(top);
  return {{top.string(), "HEAD", false, {}},
          {top.string(), {}, true, {}},
          project,
          project + ": HEAD and the work tree",
          {}};
}

Versions one_word(const std::string& word, const std::string& range) {
  std::error_code none;
  if (fs::is_directory(word, none)) {
    if (!range.empty()) return revisions(word, range);
    const auto found = grpc_case(word);
    if (!found)
      throw Error(ErrorCode::invalid, "one folder alone is no change: " + std::string(kForms),
                  word);
    const std::string name = name_of_folder(word);
    return {{found->premerge, {}, false, {}}, {found->merge, {}, false, {}}, name, name, word};
  }
  if (word.find("..") == word.npos || !range.empty())
    throw Error(ErrorCode::not_found, "no such folder; " + std::string(kForms), word);
  if (snapshot::Repository::at(".")) return revisions(".", word);
  const auto [before, after] = ends_of(word);
  return {{{}, {}, false, before}, {{}, {}, false, after}, {}, word, {}};
}

Versions two_words(const std::string& one, const std::string& other) {
  std::error_code none;
  const bool has_one = fs::is_directory(one, none), has_other = fs::is_directory(other, none);
  if (!has_one && !has_other)
    return {{{}, {}, false, one}, {{}, {}, false, other}, {}, one + ".." + other, {}};
  if (!has_one || !has_other)
    throw Error(ErrorCode::not_found, "no such folder", has_one ? other : one);
  return {{one, {}, false, {}},
          {other, {}, false, {}},
          name_of_folder(one),
          name_of_folder(one) + " and " + name_of_folder(other),
          {}};
}

Versions versions_of(const Invocation& invocation) {
  const auto words = grpc_words(invocation);
  const std::string range = invocation.text("--rev");
  if (invocation.has("--rev")) ends_of(range);
  if (words.size() > 2) throw Error(ErrorCode::invalid, kForms, words[2]);
  if (words.size() == 2 && !range.empty())
    throw Error(ErrorCode::invalid, "--rev goes with one repository", words[1]);
  if (words.size() == 2) return two_words(words[0], words[1]);
  if (words.size() == 1) return one_word(words[0], range);
  return range.empty() ? work_tree_here() : revisions(".", range);
}

std::string database_of(const Invocation& invocation, const std::string& out) {
  if (is_named(invocation.optional("--db")) || out.empty()) return invocation.database();
  const std::string path = (fs::path(out) / "dossier.db").string();
  require_known(path);
  return database_file(path);
}

std::string absolute_source(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

class Pairing {
 public:
  Pairing(GrpcPair& pair, const Versions& versions) : pair_(pair), versions_(versions) {}

  int64_t take(const Version& version) {
    if (!version.snapshot.empty()) return named(version.snapshot);
    if (!version.revision.empty()) {
      if (const auto known = known_revision(version)) return *known;
    }
    ImportOptions options;
    options.path = version.path;
    if (!version.revision.empty()) options.revision = version.revision;
    options.work_tree = version.is_work_tree;
    // Both folders whole: what one of them ignores, the other might not.
    options.all = !version.is_work_tree && version.revision.empty();
    options.project = versions_.project;
    options.once = true;
    return imported(options);
  }

 private:
  int64_t named(const std::string& name) { return pair_.store->scope({}, name).snapshots.front(); }

  std::optional<int64_t> known_revision(const Version& version) {
    // A database that is not there yet has none; it is made by the first import.
    const std::string commit = snapshot::Repository(version.path).commit(version.revision);
    if (!pair_.store || commit.empty()) return std::nullopt;
    const std::string source = absolute_source(version.path);  // borrowed by the rows
    auto rows = pair_.store->rows<sql::SnapshotOfRevision>(
        std::string_view(versions_.project), std::string_view(source), std::string_view(commit),
        snapshot::reader_fingerprint());
    if (const auto row = rows.next()) return row->id;
    return std::nullopt;
  }

  int64_t imported(const ImportOptions& options) {
    std::optional<ImportReport> report;
    if (!pair_.store) {
      report = import_as_new(pair_.database, options);
      pair_.store.emplace(open_to_write(pair_.database));
    }
    if (!report) report = import_visibly(*pair_.store, options);
    for (const auto& [path, reason] : report->skipped)
      pair_.notes.push_back(path_text(path) + ": not read: " + reason);
    if (report->tree && report->tree->links != 0)
      pair_.notes.push_back(counted(static_cast<int64_t>(report->tree->links), "link") +
                            " (symbolic, or to a submodule) of " + side(options) +
                            ": not followed");
    if (report->tree && report->tree->specials != 0)
      pair_.notes.push_back(counted(static_cast<int64_t>(report->tree->specials), "special file") +
                            " (a pipe, a socket or a device) of " + side(options) + ": not read");
    if (report->tree && report->tree->over_limit != 0)
      pair_.notes.push_back(counted(static_cast<int64_t>(report->tree->over_limit), "file") +
                            " of " + side(options) + ": too large, listed without contents");
    return report->snapshot;
  }

  static std::string side(const ImportOptions& options) {
    return options.revision ? *options.revision : name_of_folder(options.path);
  }

  GrpcPair& pair_;
  const Versions& versions_;
};

}  // namespace

std::optional<GrpcCase> grpc_case(const std::string& folder) {
  std::vector<std::string> premerge, merge;
  snapshot::walk_below(folder, [&](const std::string& path, snapshot::EntryKind kind) {
    if (kind != snapshot::EntryKind::folder) return false;
    const std::string name = name_of_folder(path);
    if (name.starts_with("premerge_")) premerge.push_back(path);
    if (name.starts_with("merge_")) merge.push_back(path);
    return false;
  });
  if (premerge.empty() && merge.empty()) return std::nullopt;
  if (premerge.size() != 1 || merge.size() != 1)
    throw Error(ErrorCode::invalid,
                "a case has one folder premerge_… and one merge_…; here are " +
                    std::to_string(premerge.size()) + " and " + std::to_string(merge.size()),
                folder);
  return GrpcCase{premerge[0], merge[0]};
}

GrpcPair open_pair(const Invocation& invocation, const std::string& out) {
  Versions versions = versions_of(invocation);
  if (invocation.has("--project")) versions.project = invocation.text("--project");
  const bool by_name = !versions.before.snapshot.empty();
  GrpcPair pair;
  pair.folder = versions.folder;
  pair.title = versions.title;
  pair.project = versions.project;
  std::error_code none;
  // Two snapshots are only read.
  if (by_name && out.empty() && fs::exists(database_path(invocation.optional("--db")), none))
    pair.store.emplace(open_reading(invocation));
  pair.database = database_of(invocation, out.empty() ? versions.folder : out);
  for (const auto* version : {&versions.before, &versions.after})
    if (!version->revision.empty()) snapshot::Repository(version->path).commit(version->revision);
  if (!versions.before.revision.empty())
    pair.commit = snapshot::Repository(versions.before.path).commit(versions.before.revision);
  if (!by_name && versions.after.revision.empty())
    pair.after_root = absolute_source(versions.after.path);
  const fs::path home = fs::path(pair.database).parent_path();
  if (!by_name && !home.empty()) fs::create_directories(home);
  pair.reservation.emplace(pair.database);
  const bool is_there = fs::exists(pair.database, none);
  if (by_name && !is_there)
    throw Error(ErrorCode::not_found,
                "no database here yet, so no snapshots; name two folders or revisions",
                pair.database);
  if (!by_name) exclude_from_git(pair.database);
  if (is_there && !pair.store) pair.store.emplace(open_to_write(pair.database));
  Pairing pairing(pair, versions);
  pair.before = pairing.take(versions.before);
  pair.after = pairing.take(versions.after);
  if (by_name)
    if (auto rows = pair.store->rows<sql::SnapshotOrigin>(pair.before);
        const auto row = rows.next())
      pair.project = std::string(row->project);
  return pair;
}

}  // namespace dossier::cli
