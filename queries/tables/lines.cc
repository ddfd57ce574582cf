// The eponymous virtual table `lines`: SQLite's side of a LineSearch.
#include <algorithm>
#include <memory>
#include <string>

#include "queries/tables/declare.h"
#include "queries/tables/index_table.h"
#include "queries/tables/tables.h"
#include "queries/tables/text_match.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

struct Cursor : PlannedCursor<lines::kTable> {
  using Table = IndexTable;
  std::unique_ptr<LineSearch> search;
  std::optional<LineHit> hit;
  std::string scope;
  int64_t left = INT64_MAX;

  void filter(Table& table, int, const char* letters, int count, sqlite3_value** values);
  void next() {
    hit.reset();
    if (left-- > 0) hit = search->next();
  }
  bool at_end() const { return !hit; }
  void column(sqlite3_context* context, int column) const;
  int64_t row_id() const {
    const auto& texts = search->texts();
    const auto& text = texts.texts[static_cast<size_t>(hit->text)];
    return row_number(texts.origins[text.origin].rank, text.position, hit->line);
  }
};

void add_text(LineSearch& search, PlannedMatcher matcher, bool drives) {
  search.add_matcher(std::move(matcher.matcher), std::move(matcher.plan), drives);
}

void add_path(LineSearch& search, std::unique_ptr<search::Matcher> matcher) {
  search.add_filter([shared = std::shared_ptr<search::Matcher>(std::move(matcher))](
                        const FileEntry& file) { return shared->matches(file.path); });
}

void add_number(Cursor& cursor, char argument, int64_t number) {
  LineSearch& search = *cursor.search;
  if (argument == lines::kMaxHitsEquals)
    cursor.left = std::min(cursor.left, number);
  else if (argument == lines::kLineEquals)
    search.restrict_line(number);
  else
    search.add_filter([number](const FileEntry& file) { return file.snapshot == number; });
}

void add_argument(Cursor& cursor, char argument, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_NULL) {
    cursor.left = 0;
    return;
  }
  if (is_one_of("nvm", argument)) {
    const auto number = integer_of(value);
    if (!number) cursor.left = 0;
    return add_number(cursor, argument, number.value_or(0));
  }
  if (is_one_of("TPgp", argument) && !is_text(value)) return;
  LineSearch& search = *cursor.search;
  const std::string text(text_of(value));
  switch (argument) {
    case lines::kTextRegexp:
      return search.add_regex(text);
    case lines::kTextEquals:
      return add_text(search, equal_matcher(text), true);
    case lines::kTextLike:
      return add_text(search, like_matcher(text), false);
    case lines::kTextGlob:
      return add_text(search, glob_matcher(text), false);
    case lines::kPathRegexp:
      return add_path(search, std::make_unique<search::RegexMatcher>(text));
    case lines::kPathEquals:
      return search.restrict_path(text);
    case lines::kPathLike:
      return add_path(search, like_matcher(text).matcher);
    case lines::kPathGlob:
      return add_path(search, glob_matcher(text).matcher);
    case lines::kLanguageEquals:
      return search.add_filter([text](const FileEntry& file) { return file.language == text; });
    case lines::kProjectEquals:
      return search.add_filter([text](const FileEntry& file) { return file.project == text; });
    default:
      return;
  }
}

// The scope comes first: the search is made with it. A snapshot that is named is the scope, unless
// one is given.
void set_scope(Cursor& cursor, const char* arguments, int count, sqlite3_value** values) {
  cursor.scope.clear();
  bool given = false;
  for (int i = 0; i < count; ++i) {
    if (arguments[i] == lines::kSnapshotEquals && !given)
      if (const auto snapshot = integer_of(values[i])) cursor.scope = std::to_string(*snapshot);
    if (arguments[i] == lines::kScopeEquals && !given) {
      cursor.scope = text_of(values[i]);
      given = true;
    }
  }
  // An empty scope given as such covers nothing; only an absent one means the newest snapshots.
  if (given && cursor.scope.empty()) cursor.left = 0;
}

void Cursor::filter(Table& table, int, const char* letters, int count, sqlite3_value** values) {
  hit.reset();
  left = INT64_MAX;
  set_scope(*this, letters, count, values);
  search = std::make_unique<LineSearch>(*table.index, scope);
  for (int i = 0; i < count; ++i) add_argument(*this, letters[i], values[i]);
  next();
}

void Cursor::column(sqlite3_context* context, int column) const {
  switch (column) {
    case lines::kPath:
      return set_text(context, hit->file->path);
    case lines::kLine:
      return sqlite3_result_int64(context, hit->line);
    case lines::kText:
      return set_text(context, hit->content);
    case lines::kProject:
      return set_text(context, hit->file->project);
    case lines::kSnapshot:
      return sqlite3_result_int64(context, hit->file->snapshot);
    case lines::kLanguage:
      return set_text(context, search->file_of_text(hit->text).language);
    case lines::kScope:
      return set_text(context, scope);
    default:
      return;
  }
}

}  // namespace

const sqlite3_module& lines_module() { return VirtualTable<Cursor>::module(); }

}  // namespace dossier
