#pragma once
// Ranks what sessions said by words. An event's place comes from how well the words fit it, what it
// is (an answer or a question tells more than the output of a tool), how old it is, and how much of
// its session stands above it already.
//
// Rejected: the order of the full-text index alone, in which long outputs of tools come before the
// answers that were drawn from them.
#include <cstdint>
#include <string>
#include <vector>

#include "agent/event.h"
#include "store/store.h"

namespace dossier {

struct SessionQuery {
  std::vector<std::string> words;  // each as it stands; operators of the index mean nothing
  std::string role;                // who speaks, or a kind of event; "" = any
  std::string project;
  int64_t since = 0;  // ms since 1970
  size_t limit = 50;
};

struct SessionHit {
  std::string session, title;
  SessionEvent event;  // without its hash
  double score = 0;
  bool has_all = true;  // the words; where no event has all of them those with some are found
};

/// The best first. `now` is the time that ages are measured from.
std::vector<SessionHit> search_sessions(Store& store, const SessionQuery& query, int64_t now);

}  // namespace dossier
