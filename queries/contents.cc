#include "queries/contents.h"

#include <algorithm>

#include "engine/error.h"
#include "engine/readers/snapshot/ignore.h"
#include "queries/file_writer.h"
#include "queries/store.h"

namespace dossier {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool wanted(const FileEntry& file, const LineQuery& query) {
  if (!file.blocks) return false;
  if (!query.language.empty() && !equal_ignoring_case(file.language, query.language)) return false;
  if (query.globs.empty()) return true;
  const auto name = std::string_view(file.path).substr(file.path.rfind('/') + 1);
  return std::any_of(query.globs.begin(), query.globs.end(), [&](const std::string& glob) {
    const bool whole = glob.find('/') != std::string::npos;
    return snapshot::glob_matches(glob.starts_with('/') ? glob.substr(1) : glob,
                                  whole ? std::string_view(file.path) : name);
  });
}

}  // namespace

ScopeFiles files_in(Store& store, const Scope& scope) {
  ScopeFiles scoped;
  for (const int64_t snapshot : scope.snapshots) {
    {
      auto found = store.rows<sql::SnapshotById>(snapshot);
      const auto row = found.next();
      scoped.projects.emplace_back(row ? row->project : std::string_view());
    }
    for (const auto& row : store.rows<sql::ScopeFiles>(snapshot)) {
      auto& file = scoped.files.emplace_back();
      file.path = row.path;
      file.language = row.language.value_or("");
      file.snapshot = snapshot;
      file.project = scoped.projects.size() - 1;
      file.size = row.size;
      file.has_text = row.content.has_value();
      file.is_binary = (row.flags & kFileBinary) != 0;
      file.ends = row.ends.value_or(0) != 0;
      file.lines = row.lines.value_or(0);
      file.segment = static_cast<uint32_t>(row.segment.value_or(0));
      file.first_block = static_cast<uint32_t>(row.first_block.value_or(0));
      file.blocks = static_cast<uint32_t>(row.blocks.value_or(0));
    }
  }
  return scoped;
}

void ContentReader::postings(search::Gram gram, const PostingVisitor& visit) {
  for (const auto& row : store_.rows<sql::ContentPosting>(static_cast<int64_t>(gram)))
    visit(static_cast<uint32_t>(row.segment), row.blocks);
}

const search::BlockView& ContentReader::block(uint32_t segment, uint32_t block) {
  const int64_t at = (static_cast<int64_t>(segment) << 32) + block;
  if (at < unit_id_ || at >= unit_end_) {
    int64_t id = -1;
    {
      auto rows = store_.rows<sql::ContentUnitIdAt>(at);
      if (const auto row = rows.next()) id = row->id;
    }
    auto rows = store_.rows<sql::ContentUnitData>(id);
    const auto data = rows.next();
    if (!data) throw Error(ErrorCode::corrupt, "the content index lacks a unit", "_content_unit");
    unit_.read(data->data);
    unit_id_ = id;
    unit_end_ = id + static_cast<int64_t>(unit_.block_count());
    if (at >= unit_end_)
      throw Error(ErrorCode::corrupt, "the content index lacks a block", "_content_unit");
  }
  view_.read(unit_.block(static_cast<size_t>(at - unit_id_)));
  return view_;
}

std::string ContentReader::text(const FileEntry& file) {
  std::string text;
  for (uint32_t i = 0; i < file.blocks; ++i) {
    const auto& view = block(file.segment, file.first_block + i);
    for (size_t row = 0; row < view.size(); ++row) text.append(view.row(row).detail).append("\n");
  }
  if (!text.empty() && !file.ends) text.pop_back();
  return text;
}

LineSearch::LineSearch(Store& store, const ScopeFiles& files, const LineQuery& query)
    : files_(files),
      reader_(store),
      matcher_(query.pattern, search::RegexOptions{query.ignore_case}) {
  std::vector<search::BlockRange> ranges;
  for (size_t i = 0; i < files.files.size(); ++i) {
    const FileEntry& file = files.files[i];
    if (!wanted(file, query)) continue;
    ranges.push_back({file.segment, file.first_block, file.blocks, static_cast<int64_t>(i)});
  }
  scan_.emplace(matcher_.plan(), matcher_, search::FieldMasks(search::kDetailField),
                std::move(ranges), reader_, [&db = store.database()] { db.checkpoint(); });
}

std::optional<LineHit> LineSearch::next() {
  while (const auto hit = scan_->next()) {
    const FileEntry* file = &files_.files[static_cast<size_t>(hit->id)];
    if (file == skipped_) continue;
    last_ = file;
    const auto found = matcher_.find(hit->row.detail);
    const auto column = found ? static_cast<int64_t>(found->first) + 1 : 1;
    return LineHit{file, static_cast<int64_t>(hit->row.ordinal) + 1, column, hit->row.detail};
  }
  return std::nullopt;
}

std::string_view lines_of(std::string_view text, int64_t first, int64_t last) {
  size_t begin = 0;
  for (int64_t line = 1; line < first && begin < text.size(); ++line) {
    const auto newline = text.find('\n', begin);
    begin = newline == text.npos ? text.size() : newline + 1;
  }
  size_t end = begin;
  for (int64_t line = std::max<int64_t>(first, 1); line <= last && end < text.size(); ++line) {
    const auto newline = text.find('\n', end);
    end = newline == text.npos ? text.size() : newline + 1;
  }
  return text.substr(begin, end - begin);
}

}  // namespace dossier
