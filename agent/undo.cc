// Undoing the edits of a session, and taking that back: both reverse recorded edits, and record it.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "agent/workspace/snapshot.h"
#include "engine/error.h"

namespace dossier {
namespace {

struct StoredEdit {
  int64_t id, seq;
  std::string root;
  Edit edit;
  bool is_undone;   // as far as the record goes
  bool has_images;  // whether its contents are known
  std::optional<int64_t> undoes;
};

std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

std::vector<StoredEdit> stored_edits(Store& store, int64_t session) {
  std::vector<StoredEdit> out;
  for (const auto& row : store.rows<sql::TranscriptEdits>(session))
    out.push_back({row.id, row.seq, std::string(row.root),
                   Edit{std::string(row.path),
                        owned(row.before),
                        owned(row.after),
                        row.added,
                        row.removed,
                        {}},
                   row.undone != 0, row.images != 0, row.undoes});
  return out;
}

bool is_on_disk(const StoredEdit& stored) { return !stored.root.starts_with(kSnapshotRoot); }

// The folders on disk that edits were made in, in their order; not those that undoing named.
std::vector<std::string> folders_of(const std::vector<StoredEdit>& edits) {
  std::vector<std::string> out;
  for (const auto& stored : edits)
    if (is_on_disk(stored) && !stored.undoes &&
        std::find(out.begin(), out.end(), stored.root) == out.end())
      out.push_back(stored.root);
  return out;
}

std::string listed_folders(const std::vector<std::string>& folders) {
  std::string out;
  for (const auto& folder : folders) out += (out.empty() ? "" : ", ") + folder;
  return out;
}

// The session's edits as they are taken back at this place, once the record holds.
std::vector<StoredEdit> edits_at(Store& store, const Journal& journal, const UndoPlace& place) {
  if (const auto problems = verify_session(store, journal); !problems.empty())
    throw Error(ErrorCode::corrupt, problems.front() + "; no file is written");
  std::vector<StoredEdit> all = stored_edits(store, journal.info().id);
  const std::vector<std::string> folders = folders_of(all);
  if (place.root.empty()) {
    if (place.offered == nullptr && !folders.empty() && was_recorded_elsewhere(store, journal))
      throw Error(ErrorCode::denied,
                  "the session was recorded elsewhere, and names the folder of its edits itself (" +
                      listed_folders(folders) +
                      "); `dossier sessions undo ID --root FOLDER` says where to write",
                  journal.info().uid);
    return all;
  }
  const std::string root = std::filesystem::absolute(place.root).lexically_normal().string();
  if (folders.size() > 1) {
    if (std::find(folders.begin(), folders.end(), root) == folders.end())
      throw Error(ErrorCode::invalid,
                  "its edits were made in several folders; name one of " + listed_folders(folders),
                  place.root);
    std::erase_if(
        all, [&](const StoredEdit& stored) { return is_on_disk(stored) && stored.root != root; });
  }
  for (auto& stored : all)
    if (is_on_disk(stored)) stored.root = root;
  return all;
}

bool is_among(const std::vector<int64_t>& numbers, int64_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

using File = std::pair<std::string, std::string>;  // root and path
File file_of(const StoredEdit& stored) { return {stored.root, stored.edit.path}; }

// The edits to take back, newest first, of the wanted numbers (none = all): those that stand, and
// those that were undone with nothing but undoing recorded of their file since. The last undo may
// not have been written, and what was undone may have been put back by hand: the file tells.
std::vector<StoredEdit> edits_to_undo(const std::vector<StoredEdit>& all,
                                      const std::vector<int64_t>& numbers) {
  std::vector<StoredEdit> out;
  std::set<int64_t> originals;
  std::map<File, std::set<int64_t>> since;  // undone since an edit
  for (const auto& stored : all) {
    auto& undone = since[file_of(stored)];
    if (!stored.undoes) originals.insert(stored.id);
    if (stored.undoes && originals.contains(*stored.undoes))
      undone.insert(*stored.undoes);
    else
      undone.clear();
    if (stored.undoes || (!numbers.empty() && !is_among(numbers, stored.seq))) continue;
    out.push_back(stored);
  }
  std::erase_if(out, [&](const StoredEdit& stored) {
    return stored.is_undone && !since[file_of(stored)].contains(stored.id);
  });
  std::reverse(out.begin(), out.end());
  return out;
}

// The undos to take back, newest first: those of the wanted edits, or all that no edit of their
// file followed.
std::vector<StoredEdit> undos_to_redo(const std::vector<StoredEdit>& all,
                                      const std::vector<int64_t>& numbers) {
  std::map<int64_t, int64_t> originals;  // row to seq
  std::map<File, std::vector<StoredEdit>> undos;
  for (const auto& stored : all) {
    auto& of_file = undos[file_of(stored)];
    if (!stored.undoes) {
      originals[stored.id] = stored.seq;
      if (numbers.empty()) of_file.clear();
    } else if (originals.contains(*stored.undoes)) {
      const int64_t number = originals[*stored.undoes];
      std::erase_if(of_file,
                    [&](const StoredEdit& older) { return older.undoes == stored.undoes; });
      if (!stored.is_undone &&
          (numbers.empty() || is_among(numbers, number) || is_among(numbers, stored.seq)))
        of_file.push_back(stored);
    }
  }
  std::vector<StoredEdit> out;
  for (auto& [file, of_file] : undos) out.insert(out.end(), of_file.begin(), of_file.end());
  std::sort(out.begin(), out.end(),
            [](const StoredEdit& a, const StoredEdit& b) { return a.id > b.id; });
  return out;
}

// The trees that edits belong to.
class Roots {
 public:
  Roots(const std::vector<StoredEdit>& edits, Workspace* virtual_tree, const std::string& session,
        const UndoPlace& place) {
    for (const auto& stored : edits) {
      if (is_on_disk(stored) && place.offered != nullptr &&
          std::find(place.offered->begin(), place.offered->end(), stored.root) ==
              place.offered->end())
        throw Error(ErrorCode::denied,
                    "this server offers no folder of that name; see serve --root", stored.root);
      if (!is_on_disk(stored)) {
        if (virtual_tree == nullptr && !stored.is_undone)
          throw Error(ErrorCode::denied,
                      "its edits were never on disk: there is nothing to restore", session);
        roots_[stored.root] = virtual_tree;
      } else if (!folders_.contains(stored.root)) {
        roots_[stored.root] =
            folders_.emplace(stored.root, disk_workspace(stored.root)).first->second.get();
      }
    }
  }
  /// Null for an edit that needs nothing done.
  Workspace* of(const StoredEdit& stored) const { return roots_.at(stored.root); }

 private:
  std::map<std::string, std::unique_ptr<Workspace>> folders_;
  std::map<std::string, Workspace*> roots_;
};

// First in memory, all of them: a file that has changed stops everything before any write. What is
// undone and was not put back is taken out.
void try_in_memory(std::vector<StoredEdit>& edits, const Roots& roots, bool force) {
  std::map<std::string, std::unique_ptr<OverlayWorkspace>> trials;
  std::erase_if(edits, [&](const StoredEdit& stored) {
    Workspace* root = roots.of(stored);
    if (root == nullptr) return true;
    auto& trial = trials[stored.root];
    if (!trial) trial = std::make_unique<OverlayWorkspace>(*root);
    if (stored.is_undone && trial->read(stored.edit.path) != stored.edit.after) return true;
    undo(*trial, stored.edit, force);
    return false;
  });
}

std::vector<Edit> reverse(Journal& journal, const std::vector<StoredEdit>& edits,
                          const Roots& roots, bool force) {
  std::vector<Edit> out;
  for (const auto& stored : edits) {
    const auto record = [&](const Edit& edit) {
      journal.append_edit(edit, stored.root, stored.id);
    };
    out.push_back(undo(*roots.of(stored), stored.edit, force, record));
  }
  journal.index_words();
  return out;
}

[[noreturn]] void deny_unknown(const std::string& path) {
  throw Error(ErrorCode::denied,
              "the record does not say what the file held, so there is nothing to restore", path);
}

void need_images(const std::vector<StoredEdit>& edits) {
  for (const auto& stored : edits)
    if (!stored.has_images) deny_unknown(stored.edit.path);
}

}  // namespace

std::vector<std::string> roots_from_elsewhere(Store& store, const Journal& journal) {
  if (!was_recorded_elsewhere(store, journal)) return {};
  return folders_of(stored_edits(store, journal.info().id));
}

std::set<int64_t> undone_edits(Store& store, int64_t session) {
  std::set<int64_t> out;
  for (const auto& stored : stored_edits(store, session))
    if (stored.is_undone || stored.undoes) out.insert(stored.seq);
  return out;
}

std::vector<Edit> undo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree, const UndoPlace& place) {
  const std::vector<StoredEdit> all = edits_at(store, journal, place);
  const std::set<int64_t> undone = undone_edits(store, journal.info().id);
  std::vector<StoredEdit> edits = edits_to_undo(all, numbers);
  need_images(edits);
  const Roots roots(edits, virtual_tree, journal.info().uid, place);
  try_in_memory(edits, roots, force);
  for (const int64_t number : numbers)
    if (std::none_of(edits.begin(), edits.end(),
                     [&](const auto& edit) { return edit.seq == number; }))
      throw Error(ErrorCode::not_found,
                  undone.contains(number) ? "the edit was undone already"
                                          : "the session has no such edit to undo",
                  "event " + std::to_string(number));
  if (edits.empty())
    throw Error(ErrorCode::not_found,
                undone.empty() ? "the session has no edits to undo"
                               : "the session's edits were undone already",
                journal.info().uid);
  return reverse(journal, edits, roots, force);
}

std::vector<Edit> redo_edits(Store& store, Journal& journal, const std::vector<int64_t>& numbers,
                             bool force, Workspace* virtual_tree, const UndoPlace& place) {
  std::vector<StoredEdit> undos = undos_to_redo(edits_at(store, journal, place), numbers);
  if (undos.empty())
    throw Error(
        ErrorCode::not_found,
        numbers.empty() ? "nothing was undone that no edit followed" : "no such edit was undone",
        journal.info().uid);
  const Roots roots(undos, virtual_tree, journal.info().uid, place);
  try_in_memory(undos, roots, force);
  return reverse(journal, undos, roots, force);
}

void restore_edits(Store& store, const Journal& journal, int64_t seq, OverlayWorkspace& tree) {
  for (const auto& row : store.rows<sql::TranscriptChainEdits>(journal.info().id, seq)) {
    if (row.images == 0) deny_unknown(std::string(row.path));
    tree.write(row.path, tree.read(row.path), owned(row.after));
  }
}

}  // namespace dossier
