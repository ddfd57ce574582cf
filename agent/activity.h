#pragma once
// What agents did in a time, by project: questions, findings and whether their symbols were there,
// edits and whether they stand, calls, tokens and cost. Counted from events, so that a session that
// began earlier counts with what it did within the time.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

struct Activity {
  int64_t sessions = 0;
  int64_t questions = 0;
  int64_t verified = 0, unverified = 0;  // findings
  int64_t kept = 0, undone = 0;          // edits
  int64_t added = 0, removed = 0;        // lines of the edits that stand
  int64_t calls = 0, failed = 0;         // of tools
  int64_t replies = 0, uncounted = 0;    // of models, and those whose tokens nobody told
  int64_t tokens_in = 0, tokens_out = 0;
  double cost = 0;       // US dollars, where the record or a price tells them
  int64_t unpriced = 0;  // tokens without a price

  void add(const Activity& other);
};

struct SessionActivity {
  std::string session, title, project, mode, model;
  Activity activity;
};

struct ActivityReport {
  int64_t since = 0, until = 0;              // ms since 1970
  std::vector<SessionActivity> sessions;     // in the order they were stored
  std::map<std::string, Activity> projects;  // by name
  Activity all;
};

/// What happened from `since` on and before `until`, of one project or of all ("").
ActivityReport activity_in(Store& store, int64_t since, int64_t until, const std::string& project);

/// The report as one object.
Json to_json(const ActivityReport& report);
/// The report as a page that needs nothing else.
std::string page_of(const ActivityReport& report);

}  // namespace dossier
