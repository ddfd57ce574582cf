// The eponymous virtual table `lines`: SQLite's side of a LineSearch.
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <string>

#include "queries/tables/declare_lines.h"
#include "queries/tables/guarded.h"
#include "queries/tables/tables.h"
#include "queries/tables/text_match.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

struct Cursor : sqlite3_vtab_cursor {
  std::unique_ptr<LineSearch> search;
  std::optional<LineHit> hit;
  std::string scope;
  int64_t left = INT64_MAX;

  void advance() {
    hit.reset();
    if (left-- > 0) hit = search->next();
  }
};

int connect(sqlite3* db, void* index, int, const char* const*, sqlite3_vtab** table, char**) {
  return connect_table(db, index, lines::kDeclaration, table);
}

int best_index(sqlite3_vtab*, sqlite3_index_info* info) { return lines::best_index(info); }

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new Cursor{};
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

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

int filter(sqlite3_vtab_cursor* base, int, const char* arguments, int count,
           sqlite3_value** values) {
  auto* cursor = static_cast<Cursor*>(base);
  return guarded(base->pVtab, [&](IndexTable& table) {
    cursor->hit.reset();
    cursor->left = INT64_MAX;
    set_scope(*cursor, arguments, count, values);
    cursor->search = std::make_unique<LineSearch>(*table.index, cursor->scope);
    for (int i = 0; i < count; ++i) add_argument(*cursor, arguments[i], values[i]);
    cursor->advance();
  });
}

int next(sqlite3_vtab_cursor* base) {
  return guarded(base->pVtab, [&](IndexTable&) { static_cast<Cursor*>(base)->advance(); });
}

int at_end(sqlite3_vtab_cursor* base) { return !static_cast<Cursor*>(base)->hit; }

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  const auto* cursor = static_cast<Cursor*>(base);
  const LineHit& hit = *cursor->hit;
  const auto set = [&](std::string_view text) {
    sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
  };
  switch (column) {
    case lines::kPath:
      set(hit.file->path);
      break;
    case lines::kLine:
      sqlite3_result_int64(context, hit.line);
      break;
    case lines::kText:
      set(hit.content);
      break;
    case lines::kProject:
      set(hit.file->project);
      break;
    case lines::kSnapshot:
      sqlite3_result_int64(context, hit.file->snapshot);
      break;
    case lines::kLanguage:
      return guarded(base->pVtab,
                     [&](IndexTable&) { set(cursor->search->file_of_text(hit.text).language); });
    case lines::kScope:
      set(cursor->scope);
      break;
    default:
      break;
  }
  return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
  const auto* cursor = static_cast<Cursor*>(base);
  const auto& texts = cursor->search->texts();
  const auto& text = texts.texts[static_cast<size_t>(cursor->hit->text)];
  *id = row_number(texts.origins[text.origin].rank, text.position, cursor->hit->line);
  return SQLITE_OK;
}

}  // namespace

const sqlite3_module& lines_module() {
  static const sqlite3_module kModule = [] {
    sqlite3_module module{};
    module.xConnect = connect;
    module.xDisconnect = disconnect_table;
    module.xBestIndex = best_index;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = at_end;
    module.xColumn = column;
    module.xRowid = rowid;
    return module;
  }();
  return kModule;
}

}  // namespace dossier
