#include "agent/activity.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "agent/correction.h"
#include "agent/evaluation/page.h"
#include "agent/prices/prices.h"
#include "agent/sql.h"
#include "engine/clock.h"

namespace dossier {
namespace {

// Of whose transcripts every message of the user's is a person's. Others tell a model the results
// of its commands that way.
bool has_people(std::string_view mode, std::string_view source) {
  if (mode == "ask" || mode == "agent") return true;
  return source.starts_with("claude_code:") || source.starts_with("codex:") ||
         source.starts_with("openhands:") || source.starts_with("llm:");
}

struct Active {
  int64_t id;
  bool has_people;
  bool is_own;        // made here; others may have read their tokens from a cache
  std::string model;  // that answers first
};

// What the table of prices says; absent where it does not know the model.
std::optional<double> cost_of(const ModelPrice& price, int64_t tokens_in, int64_t tokens_out) {
  if (!price.input || !price.output) return std::nullopt;
  return (static_cast<double>(tokens_in) * *price.input +
          static_cast<double>(tokens_out) * *price.output) /
         1e6;
}

// No count of a foreign record is trusted to be one: the sum stays at what fits.
int64_t sum_of(int64_t a, int64_t b) {
  int64_t out = 0;
  return __builtin_add_overflow(a, b, &out) ? INT64_MAX : out;
}

Activity activity_of(Store& store, const Active& of, int64_t since, int64_t until) {
  Activity out;
  out.sessions = 1;
  const int64_t session = of.id;
  ModelPrice price = price_of(of.model);
  bool is_uncounted = false;  // the last reply
  for (const auto& row : store.rows<sql::TranscriptActivity>(session, since, until)) {
    if (row.kind == "started") {
      price = price_of(row.model);
    } else if (row.kind == "message") {
      if (row.role == "user" && !is_correction(row.said)) ++out.questions;
    } else if (row.kind == "tool_settled") {
      ++out.calls;
      if (row.ok == 0) ++out.failed;
    } else {
      const bool is_counted = row.tokens_in >= 0 || row.tokens_out >= 0;
      if (row.is_reply != 0) {
        ++out.replies;
        is_uncounted = !is_counted;
        out.uncounted += is_uncounted ? 1 : 0;
      } else if (is_counted && is_uncounted) {
        // Some programs tell what a reply took behind its last part.
        is_uncounted = false;
        --out.uncounted;
      }
      const int64_t in = std::max<int64_t>(0, row.tokens_in);
      const int64_t written = std::max<int64_t>(0, row.tokens_out);
      out.tokens_in = sum_of(out.tokens_in, in);
      out.tokens_out = sum_of(out.tokens_out, written);
      const auto listed = of.is_own ? cost_of(price, in, written) : std::nullopt;
      if (row.cost >= 0)
        out.cost += row.cost;
      else if (listed)
        out.cost += *listed;
      else
        out.unpriced = sum_of(out.unpriced, sum_of(in, written));
    }
  }
  if (!of.has_people) out.questions = std::min<int64_t>(1, out.questions);
  for (const auto& row : store.rows<sql::TranscriptActiveFindings>(session, since, until))
    (row.verified != 0 ? out.verified : out.unverified) += row.findings;
  for (const auto& row : store.rows<sql::TranscriptActiveEdits>(session, since, until)) {
    ++(row.undone != 0 ? out.undone : out.kept);
    if (row.undone != 0) continue;
    out.added += row.added;
    out.removed += row.removed;
  }
  return out;
}

// The columns of every form of the report.
struct Figure {
  std::string_view key, title;
  int64_t Activity::*value;
};
constexpr std::array<Figure, 13> kFigures = {
    {{"sessions", "sessions", &Activity::sessions},
     {"questions", "questions", &Activity::questions},
     {"findings_verified", "findings", &Activity::verified},
     {"findings_unverified", "unverified", &Activity::unverified},
     {"edits_kept", "edits kept", &Activity::kept},
     {"edits_undone", "undone", &Activity::undone},
     {"lines_added", "lines +", &Activity::added},
     {"lines_removed", "lines −", &Activity::removed},
     {"calls", "calls", &Activity::calls},
     {"calls_failed", "failed", &Activity::failed},
     {"replies", "replies", &Activity::replies},
     {"tokens_in", "tokens in", &Activity::tokens_in},
     {"tokens_out", "tokens out", &Activity::tokens_out}}};

Json with_figures(Json out, const Activity& activity) {
  for (const auto& figure : kFigures) out.set(figure.key, activity.*figure.value);
  out.set("replies_uncounted", activity.uncounted);
  out.set("cost", activity.cost);
  return out.set("tokens_unpriced", activity.unpriced);
}

std::string dollars(const Activity& activity) {
  char text[48];
  std::snprintf(text, sizeof text, "%.2f", activity.cost);
  return activity.cost == 0 && activity.unpriced > 0
             ? "?"
             : text + std::string(activity.unpriced > 0 ? "+" : "");
}

std::string row_of(const std::string& head, const Activity& activity, std::string_view tag) {
  std::string out = "<tr>" + head;
  const std::string open = "<" + std::string(tag) + " class=\"n\">",
                    close = "</" + std::string(tag) + ">";
  for (const auto& figure : kFigures) out += open + std::to_string(activity.*figure.value) + close;
  return out + open + dollars(activity) + close + "</tr>\n";
}

std::string heads(std::string_view first) {
  std::string out = "<tr>" + std::string(first);
  for (const auto& figure : kFigures) out += "<th>" + std::string(figure.title) + "</th>";
  return out + "<th>US$</th></tr>\n";
}

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #8884;text-align:left;white-space:nowrap}"
    ".n{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.9em}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}";

}  // namespace

void Activity::add(const Activity& other) {
  for (const auto& figure : kFigures)
    this->*figure.value = sum_of(this->*figure.value, other.*figure.value);
  uncounted += other.uncounted;
  unpriced = sum_of(unpriced, other.unpriced);
  cost += other.cost;
}

ActivityReport activity_in(Store& store, int64_t since, int64_t until, const std::string& project) {
  ActivityReport out;
  out.since = since;
  out.until = until;
  std::vector<Active> active;
  for (const auto& row : store.rows<sql::TranscriptActive>(since, until)) {
    if (!project.empty() && row.project != project) continue;
    active.push_back(
        {row.id, has_people(row.mode, row.source), row.source.empty(), std::string(row.model)});
    out.sessions.push_back({std::string(row.uid),
                            std::string(row.title),
                            std::string(row.project),
                            std::string(row.mode),
                            std::string(row.model),
                            {}});
  }
  for (size_t i = 0; i < active.size(); ++i) {
    SessionActivity& session = out.sessions[i];
    session.activity = activity_of(store, active[i], since, until);
    out.projects[session.project].add(session.activity);
    out.all.add(session.activity);
  }
  return out;
}

Json to_json(const ActivityReport& report) {
  Json projects = Json::array(), sessions = Json::array();
  for (const auto& [name, activity] : report.projects) {
    projects.add(with_figures(Json::object({{"project", name}}), activity));
  }
  for (const auto& session : report.sessions) {
    const Json row = Json::object({{"session", session.session},
                                   {"title", session.title},
                                   {"project", session.project},
                                   {"mode", session.mode},
                                   {"model", session.model}});
    sessions.add(with_figures(row, session.activity));
  }
  return Json::object({{"since", rfc3339(report.since)},
                       {"until", rfc3339(report.until)},
                       {"projects", std::move(projects)},
                       {"sessions", std::move(sessions)},
                       {"all", with_figures(Json::object(), report.all)}});
}

std::string page_of(const ActivityReport& report) {
  using evaluation::escaped;
  const std::string from = rfc3339(report.since).substr(0, 10),
                    to = rfc3339(report.until - 1).substr(0, 10);
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>What agents did, " +
      from + " to " + to + "</title><style>" + std::string(kStyle) +
      "</style></head><body>\n<h1>What agents did</h1>\n<p>" + from + " to " + to +
      "</p>\n<table>\n" + heads("<th>project</th>");
  for (const auto& [name, activity] : report.projects)
    out += row_of("<td>" + escaped(name.empty() ? "(none)" : name) + "</td>", activity, "td");
  out += row_of("<th>all</th>", report.all, "th") + "</table>\n<h2>Sessions</h2>\n<table>\n" +
         heads("<th>session</th><th>question</th><th>model</th>");
  for (const auto& session : report.sessions)
    out += row_of("<td><code>" + escaped(session.session) + "</code></td><td>" +
                      escaped(session.title) + "</td><td>" + escaped(session.model) + "</td>",
                  session.activity, "td");
  return out +
         "</table>\n<p>A cost with + lacks the tokens whose price is not known.</p>\n"
         "</body></html>\n";
}

}  // namespace dossier
