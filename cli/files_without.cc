#include "cli/files_without.h"

#include <iostream>
#include <set>
#include <utility>

#include "engine/unicode.h"
#include "store/freshness.h"
#include "store/index/span_search.h"

namespace dossier::cli {
namespace {

using FileKey = std::pair<int64_t, std::string>;  // snapshot, path

FileKey key_of(const FileName& file) { return {file.snapshot, file.path}; }

// The files with a match, and where time ended the search.
struct Matched {
  std::set<FileKey> files;
  std::optional<FileKey> last;
  std::string stopped;
};

template <typename Search>
Matched matched_by(Search& search) {
  Matched out;
  const bool is_done = in_time([&] {
    while (const auto hit = search.next()) {
      out.files.insert(key_of(*hit->file));
      search.skip_file();
    }
  });
  if (is_done) return out;
  out.last.emplace();  // of no snapshot: nothing is known to be without
  in_time([&] {
    if (const auto* file = search.place()) out.last = key_of(*file);
  });
  out.stopped = stopped_in(search, true);
  return out;
}

Matched matched(Store& store, const Scope& scope, const LineQuery& query) {
  if (!query.inverts && spans_lines(query)) {
    SpanSearch search(store.index(), scope.text(), query);
    return matched_by(search);
  }
  LineSearch search = search_lines(store.index(), scope.text(), query);
  return matched_by(search);
}

bool is_asked_for(const LineQuery& query, const FileEntry& file) {
  return file.has_text &&
         (query.language.empty() || equal_ignoring_case(file.language, query.language)) &&
         (query.globs.empty() || is_selected(query.globs, file.path));
}

}  // namespace

HitsEnd print_files_without(Store& store, const Scope& scope, LineQuery query,
                            const HitFormat& format, SearchTime& time) {
  query.checkpoint = [&time] { time.check(); };
  const Matched found = matched(store, scope, query);
  Freshness fresh(store, scope);
  HitWriter writer(nullptr, format, [](std::string& page) {
    std::cout << page << std::flush;
    page.clear();
  });
  int64_t printed = 0;
  for (const FileEntry& file : files_in(store.index().statements(), scope)) {
    if (found.last && (found.last->first == 0 || key_of(file) == *found.last)) break;
    if (!is_asked_for(query, file) || found.files.contains(key_of(file))) continue;
    if (format.most > 0 && ++printed > format.most) break;
    fresh.is_stale(file);
    writer.file(file);
  }
  writer.end();
  return {fresh.stale(), found.stopped};
}

}  // namespace dossier::cli
