#include "agent/search_sessions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "agent/sql.h"

namespace dossier {
namespace {

constexpr int64_t kLooked = 500;      // hits of the index that are ranked
constexpr size_t kOfSession = 3;      // of one session, before those of others
constexpr double kHalf = 90 * 864e5;  // ms after which an event counts half as much more

// Words as words: quotes keep FTS5's operators out of what a person typed.
std::string match_of(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const auto& word : words) {
    out += out.empty() ? "\"" : std::string(between) + "\"";
    for (const char c : word) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

double weight_of(EventKind kind) {
  switch (kind) {
    case EventKind::answer:
      return 3;
    case EventKind::message:
      return 2;
    case EventKind::model_settled:
    case EventKind::summary:
    case EventKind::edit:
      return 1.5;
    default:
      return 1;
  }
}

std::vector<SessionHit> found(Store& store, const SessionQuery& query, const std::string& match,
                              bool has_all, int64_t now) {
  std::vector<SessionHit> out;
  for (const auto& row :
       store.rows<sql::TranscriptSearch>(std::string_view(match), std::string_view(query.role),
                                         std::string_view(query.project), query.since, kLooked)) {
    SessionHit hit;
    hit.session = row.session;
    hit.title = row.title;
    hit.event.seq = row.seq;
    hit.event.at = row.at;
    hit.event.kind = event_kind_named(row.kind).value_or(EventKind::ended);
    hit.event.tool = row.tool;
    hit.event.body = row.body;
    hit.has_all = has_all;
    const double age = static_cast<double>(std::max<int64_t>(0, now - row.at));
    // The index gives almost nothing to words that most events have: their place still counts.
    hit.score = (row.score + 0.01) * weight_of(hit.event.kind) * (1 + std::exp2(-age / kHalf));
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace

std::vector<SessionHit> search_sessions(Store& store, const SessionQuery& query, int64_t now) {
  if (query.words.empty()) return {};
  auto hits = found(store, query, match_of(query.words, " "), true, now);
  if (hits.empty() && query.words.size() > 1)
    hits = found(store, query, match_of(query.words, " OR "), false, now);
  std::stable_sort(hits.begin(), hits.end(),
                   [](const SessionHit& a, const SessionHit& b) { return a.score > b.score; });
  // What one session says again and again comes after the others' best.
  std::map<std::string, size_t> taken;
  std::stable_partition(hits.begin(), hits.end(),
                        [&](const SessionHit& hit) { return ++taken[hit.session] <= kOfSession; });
  if (hits.size() > query.limit) hits.resize(query.limit);
  return hits;
}

}  // namespace dossier
