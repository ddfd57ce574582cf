#include "store/import/last_tree.h"

#include <algorithm>
#include <utility>

#include "engine/digest.h"
#include "engine/readers/languages/moved.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

int64_t generation_of(Store& store) { return store.rows<sql::Generation>().next()->generation; }

std::optional<sql::NewestTree::Row> newest(Store& store, const LastTree::Wanted& wanted) {
  int64_t id = 0;
  {
    auto projects = store.rows<sql::ProjectByName>(std::string_view(wanted.project));
    if (const auto row = projects.next()) id = row->id;
  }
  auto trees = store.rows<sql::NewestTree>(id, std::string_view(wanted.source));
  auto row = trees.next();
  // What other readers made is of no use.
  return row && row->readers == wanted.readers ? std::move(row) : std::nullopt;
}

}  // namespace

void LastTree::read(Store& store, const Wanted& wanted) {
  next_ = 0;
  const auto row = newest(store, wanted);
  const int64_t generation = generation_of(store);
  if (row && row->id == snapshot_ && generation == generation_ && wanted == wanted_) return;
  *this = LastTree();
  if (!row) return;
  snapshot_ = row->id;
  imported_at_ = row->imported_at;
  is_same_source_ = row->is_same_source != 0;
  take(files_of(store, snapshot_));
}

void LastTree::keep(Store& store, const Wanted& wanted, int64_t snapshot,
                    std::vector<std::shared_ptr<StoredFile>> files) {
  const auto row = newest(store, wanted);
  *this = LastTree();
  if (!row || row->id != snapshot) return;
  wanted_ = wanted;
  snapshot_ = snapshot;
  generation_ = generation_of(store);
  imported_at_ = row->imported_at;
  is_same_source_ = row->is_same_source != 0;
  take(std::move(files));
}

void LastTree::outlive(int64_t generation) {
  if (generation == generation_ + 1) generation_ = generation;
}

void LastTree::take(std::vector<std::shared_ptr<StoredFile>> files) {
  files_ = std::move(files);
  for (const auto& file : files_) {
    packages_.add(file->path);
    if (file->module) modules_.push_back(*file->module);
  }
}

const std::shared_ptr<StoredFile>* LastTree::find(std::string_view path) const {
  if (next_ == files_.size() || files_[next_]->path != path) {
    const auto at = std::lower_bound(files_.begin(), files_.end(), path,
                                     [](const auto& file, std::string_view wanted) {
                                       return std::string_view(file->path) < wanted;
                                     });
    next_ = static_cast<size_t>(at - files_.begin());
  }
  if (next_ == files_.size() || files_[next_]->path != path) return nullptr;
  return &files_[next_++];
}

std::shared_ptr<StoredFile> LastTree::same(const File& file, size_t package_root,
                                           int64_t cap) const {
  const auto* const found = find(file.path);
  if (!found) return nullptr;
  const StoredFile& stored = **found;
  if (packages_.root_of(file.path) != package_root) return nullptr;
  // What was above the cap then may be below it now.
  const bool has_all = stored.content.has_value() || (stored.flags & kFileBinary) != 0;
  if (!has_all && stored.size <= cap) return nullptr;
  if (has_all && stored.size > cap) return nullptr;
  if (!file.object_id.empty()) return hex(stored.object) == file.object_id ? *found : nullptr;
  // Two copies of a tree may give different files one time: archives and checkouts do.
  if (!is_same_source_) return nullptr;
  // What a binary holds is known by its id alone, which older databases lack.
  if ((stored.flags & kFileBinary) != 0 && stored.object.empty()) return nullptr;
  const bool is_noted = (stored.flags & kFileSettled) != 0;
  const bool settled = is_noted || file.mtime_ns / 1'000'000 + kRacyMs < imported_at_;
  const bool same = stored.mtime_ns == file.mtime_ns && stored.size == file.size;
  // A revision's file has no time, until a folder with the same files gave it one.
  const bool is_timed = stored.mtime_ns != 0 || stored.object.empty();
  return same && settled && (is_timed || is_noted) ? *found : nullptr;
}

const StoredFile* LastTree::like(const File& file) const {
  if (files_.empty()) return nullptr;
  std::call_once(contents_->made, [this] {
    contents_->files.reserve(files_.size());
    for (const auto& stored : files_)
      if (stored->module) contents_->files.emplace(stored->content_hash, stored.get());
  });
  const auto found = contents_->files.find(bytes_of(sha256({file.contents})));
  if (found == contents_->files.end()) return nullptr;
  const StoredFile& stored = *found->second;
  // .proto names are not looked for in what a program wrote.
  const bool is_generated = (stored.flags & kFileGenerated) != 0;
  const bool may_be = is_generated == file.is_generated &&
                      languages::may_move(file.language, stored.path, file.path);
  return may_be ? &stored : nullptr;
}

bool LastTree::has_all(const std::vector<File>& these, bool (*is_one)(std::string_view),
                       int64_t cap) const {
  const auto stored = std::count_if(files_.begin(), files_.end(),
                                    [&](const auto& file) { return is_one(file->path); });
  return static_cast<size_t>(stored) == these.size() &&
         std::all_of(these.begin(), these.end(), [&](const File& file) {
           return same(file, packages_.root_of(file.path), cap) != nullptr;
         });
}

}  // namespace dossier
