#include "store/scope/texts.h"

#include <array>
#include <cstring>

#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/search/varint.h"
#include "engine/stored.h"
#include "store/sql.h"

namespace dossier {
namespace {

using search::detail::append_varint;
using search::detail::take_varint;

uint32_t zigzag(int32_t value) {
  return static_cast<uint32_t>(value) << 1 ^ static_cast<uint32_t>(value >> 31);
}
int32_t unzigzag(uint32_t value) {
  return static_cast<int32_t>(value >> 1) ^ -static_cast<int32_t>(value & 1);
}

std::string project_of(Statements& statements, int64_t snapshot) {
  const auto row = first_row<sql::SnapshotById>(statements, snapshot);
  return std::string(row ? row->project : std::string_view());
}

// What the rows of several statements have in common.
template <typename Row>
void read_entry(const Row& row, FileEntry& file) {
  file.size = row.size;
  file.mtime_ns = row.mtime;
  file.language = row.language.value_or("");
  file.has_text = row.content.has_value();
  file.is_binary = (row.flags & kFileBinary) != 0;
  file.is_generated = (row.flags & kFileGenerated) != 0;
  file.is_vendored = (row.flags & kFileVendored) != 0;
  file.ends = row.ends.value_or(0) != 0;
  file.lines = row.lines.value_or(0);
  file.segment = stored_blocks(row.segment.value_or(0), "_content.segment");
  file.first_block = stored_blocks(row.first_block.value_or(0), "_content.first_block");
  file.blocks = stored_blocks(row.blocks.value_or(0), "_content.blocks");
}

bool read_packed(Statements& statements, int64_t snapshot, ScopeTexts& read) {
  const auto row = first_row<sql::SnapshotTexts>(statements, snapshot);
  if (!row) return false;
  unpack_texts(row->ranges, static_cast<uint32_t>(read.origins.size() - 1), read.texts);
  return true;
}

}  // namespace

std::string pack_texts(const std::vector<TextRange>& texts) {
  std::string out;
  uint32_t position = 0;
  uint32_t end = 0;
  for (const auto& text : texts) {
    append_varint(out, text.position - position);
    append_varint(out, text.segment);
    append_varint(out, zigzag(static_cast<int32_t>(text.first_block - end)));
    append_varint(out, text.blocks);
    position = text.position;
    end = text.first_block + text.blocks;
  }
  return out;
}

void unpack_texts(std::string_view bytes, uint32_t origin, std::vector<TextRange>& texts) {
  constexpr const char* kWhat = "list of texts";
  TextRange text;
  text.origin = origin;
  uint32_t end = 0;
  texts.reserve(texts.size() + bytes.size() / 4);  // of at least four bytes each
  while (!bytes.empty()) {
    // Most numbers take one byte, and a snapshot has some ten thousand texts.
    uint32_t four = 0;
    if (bytes.size() >= 4) std::memcpy(&four, bytes.data(), 4);
    std::array<uint32_t, 4> numbers;
    if (bytes.size() >= 4 && (four & 0x80808080) == 0) {
      for (size_t i = 0; i < 4; ++i) numbers[i] = static_cast<uint8_t>(bytes[i]);
      bytes.remove_prefix(4);
    } else {
      for (auto& number : numbers) number = take_varint(bytes, kWhat);
    }
    text.position += numbers[0];
    text.segment = numbers[1];
    text.first_block = end + static_cast<uint32_t>(unzigzag(numbers[2]));
    text.blocks = numbers[3];
    end = text.first_block + text.blocks;
    texts.push_back(text);
  }
}

std::shared_ptr<const ScopeTexts> read_texts(Statements& statements, const Scope& scope) {
  auto read = std::make_shared<ScopeTexts>();
  read->scope = scope.text();
  for (auto& snapshot : ranked_snapshots(statements, scope)) {
    read->origins.push_back({snapshot.id, snapshot.rank, std::move(snapshot.project)});
    if (read_packed(statements, snapshot.id, *read)) continue;
    for (const auto& row : statements.rows<sql::TextsOfSnapshot>(snapshot.id))
      read->texts.push_back({static_cast<uint32_t>(row.position),
                             static_cast<uint32_t>(read->origins.size() - 1),
                             stored_blocks(row.segment, "_content.segment"),
                             stored_blocks(row.first_block, "_content.first_block"),
                             stored_blocks(row.blocks, "_content.blocks")});
  }
  return read;
}

void TextNames::read(Database& db, const ScopeTexts& texts, const TextRange& text, FileName& name) {
  // So many rows are passed sooner than one is looked up.
  constexpr int64_t kNear = 8;
  const auto& origin = texts.origins[text.origin];
  if (!files_) files_.emplace(db);
  const int64_t position = text.position;
  if (origin.snapshot != snapshot_ || position < position_ || position > position_ + kNear) {
    files_->reset();
    files_->set(origin.snapshot, position);
    snapshot_ = origin.snapshot;
    position_ = -1;
  }
  while (position_ < position && files_->step()) position_ = files_->integer(0);
  if (position_ != position) throw Error(ErrorCode::corrupt, "a snapshot lacks a file", "_file");
  const auto row = files_->row();
  if (!paths_) paths_.emplace(db, "_name", "text");
  paths_->seek(row.path);
  name.path.resize(paths_->size());
  paths_->read(0, name.path.size(), name.path.data());
  if (name.snapshot != origin.snapshot) name.project = origin.project;
  name.snapshot = origin.snapshot;
  name.size = row.size;
  name.mtime_ns = row.mtime;
}

FileEntry file_of(Statements& statements, const ScopeTexts& texts, const TextRange& text) {
  const auto& origin = texts.origins[text.origin];
  const auto row = first_row<sql::FileAtPosition>(statements, origin.snapshot, text.position);
  if (!row) throw Error(ErrorCode::corrupt, "a snapshot lacks a file", "_file");
  FileEntry file;
  file.path = row->path;
  file.project = origin.project;
  file.snapshot = origin.snapshot;
  read_entry(*row, file);
  return file;
}

std::vector<FileEntry> files_at(Statements& statements, const Scope& scope, std::string_view path) {
  std::vector<FileEntry> files;
  for (const int64_t snapshot : scope.snapshots) {
    const auto row = first_row<sql::FileAt>(statements, snapshot, path);
    if (!row) continue;
    auto& file = files.emplace_back();
    file.path = path;
    file.project = project_of(statements, snapshot);
    file.snapshot = snapshot;
    read_entry(*row, file);
  }
  return files;
}

std::vector<FileEntry> files_in(Statements& statements, const Scope& scope) {
  std::vector<FileEntry> files;
  for (const int64_t snapshot : scope.snapshots) {
    const std::string project = project_of(statements, snapshot);
    for (const auto& row : statements.rows<sql::ScopeFiles>(snapshot)) {
      auto& file = files.emplace_back();
      file.path = row.path;
      file.project = project;
      file.snapshot = snapshot;
      read_entry(row, file);
    }
  }
  return files;
}

}  // namespace dossier
