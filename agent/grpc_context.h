#pragma once
// A session that made the context of a change of .proto files (queries/proto/context.h), kept so
// that it can be shown, searched and cited like any other: what was compared, the call of
// proto_changes, and as the answer the context with every suspect's points and evidence. Each of
// the suspects listed is a finding of it, too.
//
// The contents of files are not in the record: the snapshots hold them. Nor is a call of
// proto_suspects, which would rank all files a second time.
#include <string>
#include <vector>

#include "agent/transcript.h"
#include "queries/proto/context.h"

namespace dossier {

inline constexpr std::string_view kContextMode = "grpc context";

struct ContextSession {
  std::string title;    // what was compared, for people
  std::string project;  // of the snapshots
};

/// Records it as a session of its own and returns the session's id. `master` is to_json(context).
std::string record_context(Store& store, const ContextSession& session,
                           const proto::Context& context, const Json& master);

/// The same loop over a record, for a replay: every event in its turn.
Json context_again(Transcript& transcript, const std::vector<SessionEvent>& record);

}  // namespace dossier
