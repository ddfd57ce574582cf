#include "store/upkeep/check_facts.h"

#include "engine/digest.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/stored.h"
#include "store/import/fact_writer.h"
#include "store/import/file_writer.h"
#include "store/import/stored_module.h"
#include "store/index/contents.h"
#include "store/index/segment_writer.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

std::string name_of_content(Store& store, int64_t id) {
  auto rows = store.rows<sql::PathOfContent>(id);
  const auto row = rows.next();
  return "text " + std::to_string(id) + (row ? ", of " + std::string(row->path) : "");
}

// Holds rows of the index, as they come, against others.
class IndexRows {
 public:
  IndexRows(Store& store, const sql::StoredModules::Row& row)
      : reader_(store.index()),
        segment_(stored_blocks(row.segment, "_module.segment")),
        next_(stored_blocks(row.first_block, "_module.first_block")),
        end_(next_ + stored_blocks(row.blocks, "_module.blocks") +
             stored_blocks(row.type_blocks, "_module.type_blocks")) {}

  bool is_next(RowKind kind, std::string_view name, std::string_view full,
               std::string_view detail) {
    while (!view_ || at_ == view_->size()) {
      if (next_ == end_) return false;
      view_ = &reader_.block(segment_, next_++);
      at_ = 0;
    }
    const search::Row row = view_->row(at_++);
    return row.kind == static_cast<uint8_t>(kind) && row.name == name && row.full == full &&
           row.detail == detail;
  }
  bool at_end() const { return next_ == end_ && (!view_ || at_ == view_->size()); }

 private:
  IndexReader reader_;
  uint32_t segment_, next_, end_;
  const search::BlockView* view_ = nullptr;
  size_t at_ = 0;
};

// Whether the keys of members are those that their signatures tell.
bool has_own_keys(Store& store, const sql::StoredModules::Row& row, const Module& module) {
  auto rows = store.rows<sql::StoredParams>(row.id, row.last);
  for (const auto& type : module.types)
    for (const auto& member : type.members) {
      const auto stored = rows.next();
      if (!stored || stored->params.value_or("") != params_of(type, member, module.language))
        return false;
    }
  return true;
}

void check_module(Store& store, const sql::StoredModules::Row& row) {
  const std::string name = "module " + std::to_string(row.id) + ", " + std::string(row.name) + ", ";
  const auto read = module_rows(store, row.id);
  if (!read) throw_damaged(name + "has members without a type");
  IndexRows index(store, row);
  bool is_same = true;
  const auto compare = [&](RowKind kind, std::string_view own, std::string_view full,
                           std::string_view detail) {
    is_same = is_same && index.is_next(kind, own, full, detail);
  };
  add_rows(read->module, compare);
  add_type_rows(read->module, compare);
  if (!is_same || !index.at_end()) throw_damaged(name + "has other names than the search index");
  if (!has_own_keys(store, row, read->module))
    throw_damaged(name + "has other keys than its signatures tell");
  if (row.is_checked != 0 && !read->is_whole) throw_damaged(name + "does not have its hash");
}

using Files = std::vector<std::shared_ptr<StoredFile>>;

// As Load makes it.
std::string hash_of_snapshot(Store& store, int64_t snapshot, bool is_tree, const Files& files) {
  std::string links;
  for (const auto& row : store.rows<sql::SnapshotLinks>(snapshot)) {
    if (is_tree) break;
    links += row.hash;
    links += std::to_string(row.path.size()) + ' ';
    links += row.path;
    links += row.file.value_or("");
    links += row.sources.value_or("");
  }
  return std::string(bytes_of(sha256({links, digest_of(files)})));
}

// Whether the modules of a tree are those of its files, and their types come from them.
bool has_own_links(Store& store, int64_t snapshot, const Files& files) {
  auto links = store.rows<sql::SnapshotLinks>(snapshot);
  for (const auto& file : files) {
    if (!file->module) continue;
    const auto link = links.next();
    if (!link || link->path != file->path || link->hash != file->module_hash || link->file)
      return false;
  }
  return !links.next() && !store.rows<sql::ForeignSources>(snapshot).next();
}

void check_snapshot(Store& store, int64_t snapshot, std::string_view hash, bool is_tree) {
  const std::string name = "snapshot " + std::to_string(snapshot) + " ";
  const Files files = files_of(store, snapshot);
  if (hash_of_snapshot(store, snapshot, is_tree, files) != hash ||
      (is_tree && !has_own_links(store, snapshot, files)))
    throw_damaged(name + "has other files or modules than were imported");
  std::vector<TextRange> texts;
  for (const auto& row : store.rows<sql::TextsOfSnapshot>(snapshot))
    texts.push_back({static_cast<uint32_t>(row.position), 0,
                     stored_blocks(row.segment, "_content.segment"),
                     stored_blocks(row.first_block, "_content.first_block"),
                     stored_blocks(row.blocks, "_content.blocks")});
  auto packed = store.rows<sql::SnapshotTexts>(snapshot);
  const auto row = packed.next();
  if (row && row->ranges != pack_texts(texts))
    throw_damaged(name + "lists other texts than its files have");
}

}  // namespace

void check_contents(Store& store, Damage& damage) {
  for (const auto& row : store.rows<sql::StoredContents>())
    damage.of([&] {
      FileEntry file;
      file.ends = row.ends != 0;
      file.segment = stored_blocks(row.segment, "_content.segment");
      file.first_block = stored_blocks(row.first_block, "_content.first_block");
      file.blocks = stored_blocks(row.blocks, "_content.blocks");
      const std::string text = text_of(store.index(), file);
      if (bytes_of(sha256({text})) != row.hash)
        throw_damaged(name_of_content(store, row.id) + ", does not have its hash");
      if (row.bytes != static_cast<int64_t>(text.size()) ||
          row.lines != snapshot::count_lines(text))
        throw_damaged(name_of_content(store, row.id) + ", has another size");
    });
}

void check_modules(Store& store, Damage& damage) {
  for (const auto& row : store.rows<sql::StoredModules>())
    damage.of([&] { check_module(store, row); });
}

void check_snapshots(Store& store, Damage& damage) {
  for (const auto& row : store.rows<sql::StoredSourceSets>())
    if (bytes_of(sha256({row.listing.value_or("")})) != row.hash)
      damage.add("set " + std::to_string(row.id) + " of source paths does not have its hash");
  for (const auto& row : store.rows<sql::Contradictions>()) damage.add(std::string(row.line));
  for (const auto& row : store.rows<sql::StoredSnapshots>())
    if (row.hash)
      damage.of([&] {
        check_snapshot(store, row.id, *row.hash, row.kind == "directory" || row.kind == "revision");
      });
}

}  // namespace dossier
