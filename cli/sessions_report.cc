// dossier sessions report: what agents did in a week, as text, JSON or a page.
#include <cstdio>
#include <fstream>
#include <iostream>

#include "agent/activity.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr int64_t kDay = 86'400'000;

std::string money(const Activity& activity) {
  char text[48];
  std::snprintf(text, sizeof text, "%.2f", activity.cost);
  if (activity.cost == 0 && activity.unpriced > 0) return "?";
  return text + std::string(activity.unpriced > 0 ? "+" : "");
}

std::vector<std::string> row_of(const std::string& name, const Activity& activity) {
  const auto both = [](int64_t first, int64_t second) {
    return std::to_string(first) + " / " + std::to_string(second);
  };
  return {name,
          std::to_string(activity.sessions),
          std::to_string(activity.questions),
          both(activity.verified, activity.unverified),
          both(activity.kept, activity.undone),
          both(activity.calls, activity.failed),
          both(activity.tokens_in, activity.tokens_out),
          money(activity)};
}

void print(const ActivityReport& report) {
  std::cout << "what agents did from " << rfc3339(report.since).substr(0, 10) << " to "
            << rfc3339(report.until - 1).substr(0, 10) << "\n\n";
  Table table{{"project", "sessions", "questions", "findings verified / not", "edits kept / undone",
               "calls / failed", "tokens in / out", "US$"},
              {}};
  // A table has no heads where it is not read by a person; numbers alone say nothing.
  if (!on_terminal()) table.rows.push_back(table.titles);
  const size_t heads = table.rows.size();
  for (const auto& [name, activity] : report.projects)
    table.rows.push_back(row_of(name.empty() ? "(none)" : name, activity));
  if (report.projects.size() > 1) table.rows.push_back(row_of("all", report.all));
  std::cout << (table.rows.size() == heads ? "nothing\n" : dossier::cli::print(table));
  if (report.all.uncounted > 0)
    std::cout << "\nwithout a count of tokens: " << report.all.uncounted << " of "
              << report.all.replies << " replies\n";
}

}  // namespace

int report_sessions(const Invocation& invocation) {
  Store store = reading(invocation);
  const int64_t days = invocation.has("--days") ? invocation.number("--days", 1, 36'500) : 7;
  int64_t until = store.clock().now_ms() + 1;
  int64_t since = until - days * kDay;
  if (invocation.has("--since")) {
    since = day_of(invocation.text("--since"));
    until = invocation.has("--days") ? since + days * kDay : until;
  }
  const ActivityReport report = activity_in(store, since, until, invocation.text("--project"));
  if (invocation.has("--page")) {
    const std::string& path = invocation.text("--page");
    std::ofstream file(path, std::ios::binary);
    if (!(file << page_of(report) << std::flush))
      throw Error(ErrorCode::io, "cannot write the page", path);
    std::cerr << "wrote " << printable(invocation.text("--page")) << "\n";
  }
  if (invocation.json())
    std::cout << to_json(report).dump() << "\n";
  else if (!invocation.has("--page"))
    print(report);
  return 0;
}

}  // namespace dossier::cli
