#include "store/import/file_writer.h"

#include <unordered_map>

#include "engine/digest.h"
#include "engine/first_row.h"
#include "store/index/content_words.h"
#include "store/index/segment_rows.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

std::string bytes_of_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  return bytes;
}

std::optional<std::string_view> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

search::BlockRange lines_at(std::optional<int64_t> segment, std::optional<int64_t> first_block,
                            std::optional<int64_t> blocks) {
  return {static_cast<uint32_t>(segment.value_or(0)),
          static_cast<uint32_t>(first_block.value_or(0)), static_cast<uint32_t>(blocks.value_or(0)),
          0};
}

}  // namespace

std::vector<std::shared_ptr<StoredFile>> files_of(Store& store, int64_t snapshot) {
  std::unordered_map<int64_t, int64_t> sources;  // by module
  for (const auto& row : store.rows<sql::SourcesOfSnapshot>(snapshot))
    sources.emplace(row.module, row.sources);
  std::vector<std::shared_ptr<StoredFile>> files;
  for (const auto& row : store.rows<sql::FilesOfSnapshot>(snapshot)) {
    auto& file = *files.emplace_back(std::make_shared<StoredFile>());
    file.path = row.path;
    file.path_id = row.path_id;
    file.language = row.language;
    file.content = row.content;
    file.module = row.module;
    file.size = row.size;
    file.mtime_ns = row.mtime;
    file.object = row.object.value_or("");
    file.flags = row.flags;
    file.damaged = row.damaged;
    file.content_hash = row.content_hash.value_or("");
    file.module_hash = row.module_hash.value_or("");
    const auto set = file.module ? sources.find(*file.module) : sources.end();
    if (set != sources.end()) file.sources = set->second;
    file.lines = lines_at(row.segment, row.first_block, row.blocks);
  }
  return files;
}

FileWriter::FileWriter(Store& store, const ImportMarks& marks, FactWriter& names,
                       SegmentOptions index, std::function<void()> yield)
    : store_(store), marks_(marks), names_(names), index_(index), yield_(std::move(yield)) {}

const FileWriter::Known& FileWriter::content(std::string&& text, int64_t lines,
                                             const std::string& hash) {
  const auto known = known_.find(hash);
  if (known != known_.end()) return known->second;
  if (const auto row = first_row<sql::ContentByHash>(store_, std::string_view(hash)))
    return known_
        .emplace(hash, Known{row->id, lines_at(row->segment, row->first_block, row->blocks)})
        .first->second;
  const int64_t id = marks_.content + 1 + static_cast<int64_t>(added_.size());
  added_.push_back({id, hash, static_cast<int64_t>(text.size()), lines, text.ends_with('\n')});
  if (!segments_) segments_ = std::make_unique<SegmentWriter>(IndexPart::contents, index_);
  const size_t bytes = text.size();
  segments_->add([shared = std::make_shared<const std::string>(std::move(text))](
                     search::BlockWriter& blocks) { blocks.add_lines(*shared); },
                 bytes);
  write_segments();
  return known_.emplace(hash, Known{id, {}}).first->second;
}

void FileWriter::add(File&& file) {
  auto made = std::make_shared<StoredFile>();
  StoredFile& stored = *made;
  stored.path_id = names_.name(file.path);
  if (!file.language.empty()) stored.language = names_.name(file.language);
  stored.size = file.size;
  stored.mtime_ns = file.mtime_ns;
  stored.object = bytes_of_hex(file.object_id);
  if (file.is_generated) stored.flags |= kFileGenerated;
  if (file.is_vendored) stored.flags |= kFileVendored;
  if (file.is_binary) stored.flags |= kFileBinary;
  // An empty text has no lines to store, and is a content all the same; what was not read has none.
  const bool read = !file.contents.empty() || (file.size == 0 && !file.is_binary);
  if (read) {
    stored.content_hash = bytes_of(sha256({file.contents}));
    const auto& known = content(std::move(file.contents), file.lines, stored.content_hash);
    stored.content = known.id;
    stored.lines = known.lines;
  }
  stored.path = std::move(file.path);
  put(std::move(made));
}

// The key is the file's own path, so it goes with the file that is replaced.
void FileWriter::put(std::shared_ptr<StoredFile> file) {
  const std::string_view path = file->path;
  // Files come in the order of their paths, but for those that are read again.
  const bool is_last = files_.empty() || files_.rbegin()->first < path;
  if (!is_last) files_.erase(path);
  files_.emplace_hint(is_last ? files_.end() : files_.lower_bound(path), path, std::move(file));
}

void FileWriter::reuse(std::shared_ptr<StoredFile> file) { put(std::move(file)); }

void FileWriter::set_module(std::string_view path, int64_t module, std::string_view hash,
                            std::optional<int64_t> sources) {
  const auto file = files_.find(path);
  if (file == files_.end()) return;
  file->second->module = module;
  file->second->module_hash = hash;
  file->second->sources = sources;
}

void FileWriter::set_damaged(std::string_view path, int64_t lines) {
  const auto file = files_.find(path);
  if (file != files_.end()) file->second->damaged = lines;
}

void FileWriter::write_segments() {
  if (!segments_) return;
  const auto id = [this](uint32_t number) {
    return new_segment(marks_, IndexPart::contents, number);
  };
  insert_segments(store_.statements(), id, *segments_, yield_);
}

void FileWriter::finish() {
  if (segments_) places_ = segments_->finish();
}

search::BlockRange FileWriter::range_of(const SegmentWriter::Place& place) const {
  return {static_cast<uint32_t>(new_segment(marks_, IndexPart::contents, place.segment)),
          place.rows.first_block, place.rows.block_count, 0};
}

void FileWriter::write_contents(bool ranked) {
  ContentWords words(store_.index());
  for (size_t i = 0; i < added_.size(); ++i) {
    yield_();
    const auto& one = added_[i];
    const auto lines = range_of(places_[i]);
    std::optional<int64_t> count;
    if (ranked) count = words.add(one.id, lines);
    store_.run<sql::InsertContent>(one.id, std::string_view(one.hash), one.bytes, one.lines,
                                   static_cast<int64_t>(one.ends), int64_t{lines.segment},
                                   int64_t{lines.first_block}, int64_t{lines.block_count}, count);
  }
}

void FileWriter::write(int64_t snapshot) {
  int64_t position = 0;
  for (const auto& [path, file] : files_) {
    file->flags &= ~kFileSettled;
    store_.run<sql::InsertFile>(snapshot, position++, file->path_id, file->language, file->content,
                                file->module, file->size, file->mtime_ns,
                                unless_empty(file->object), file->flags, file->damaged);
  }
  if (!files_.empty())
    store_.run<sql::InsertSnapshotText>(snapshot, std::string_view(packed_texts()));
}

void FileWriter::note_times(int64_t snapshot, const Times& times) {
  struct Noted {
    int64_t position, mtime_ns, flags;
  };
  std::vector<Noted> noted;
  auto file = files_.begin();
  // Both in the order of their paths. The rows are read before they are written.
  for (const auto& row : store_.rows<sql::FilesFrom>(snapshot, 0)) {
    if (file == files_.end()) break;
    const int64_t mtime = file->second->mtime_ns;
    const int64_t safe_from = mtime / 1'000'000 + kRacyMs;
    const bool is_settled = times.imported_ms <= safe_from && safe_from < times.began_ms;
    const int64_t flags = (row.flags & ~kFileSettled) | (is_settled ? kFileSettled : 0);
    if (row.mtime != mtime || row.flags != flags) noted.push_back({row.position, mtime, flags});
    file->second->flags = flags;
    ++file;
  }
  for (const Noted& one : noted) {
    yield_();
    store_.run<sql::SetFileTime>(snapshot, one.position, one.mtime_ns, one.flags);
  }
}

search::BlockRange FileWriter::lines_of(const StoredFile& file) const {
  if (file.content.value_or(0) <= marks_.content) return file.lines;
  return range_of(places_[static_cast<size_t>(*file.content - marks_.content - 1)]);
}

std::vector<std::shared_ptr<StoredFile>> FileWriter::take() {
  std::vector<std::shared_ptr<StoredFile>> taken;
  taken.reserve(files_.size());
  for (auto& [path, file] : files_) {
    file->lines = lines_of(*file);
    taken.push_back(std::move(file));
  }
  files_.clear();
  return taken;
}

std::string FileWriter::packed_texts() const {
  std::vector<TextRange> texts;
  uint32_t position = 0;
  for (const auto& [path, file] : files_) {
    const search::BlockRange lines = lines_of(*file);
    if (lines.block_count > 0)
      texts.push_back({position, 0, lines.segment, lines.first_block, lines.block_count});
    ++position;
  }
  return pack_texts(texts);
}

std::string FileWriter::digest() const {
  std::vector<std::shared_ptr<StoredFile>> files;
  for (const auto& [path, file] : files_) files.push_back(file);
  return digest_of(files);
}

std::string digest_of(const std::vector<std::shared_ptr<StoredFile>>& files) {
  std::string all;
  for (const auto& file : files) {
    all += std::to_string(file->path.size()) + ' ';
    all += file->path;
    all += std::to_string(file->size) + ' ' + std::to_string(file->flags & ~kFileSettled) + ' ';
    all += (file->flags & kFileBinary) != 0 ? file->object : std::string();
    all += file->content_hash;
    all += file->module_hash;
  }
  if (all.empty()) return all;
  return std::string(bytes_of(sha256({all})));
}

}  // namespace dossier
