#pragma once
// Where a session ends. The chain of hashes vouches for every event that is there; its end vouches
// for how many there are, for the session's own facts (title, mode, model, project, source, start,
// fork), for its edits with the hashes of what the files held, and for its findings. Each append
// moves the end in the same commit. A copy kept elsewhere shows a change that was made to the
// database and its ends.
//
// End = SHA-256(session's facts, u64 own events, the last one's hash, edits, findings), where edits
// is SHA-256(edits before, event's hash, root, path, i64 added, i64 removed, images, hashes of the
// content before and after, hash of the event whose edit this one undoes) over all edits in order,
// and findings is SHA-256(findings before, event's hash, the row's texts, i64 verified) over all
// findings. Versions before ended without the findings, with other facts: what they wrote keeps its
// end until the next append.
//
// Rejected: an event that closes a session, since a session never says that it is over.
#include <string>
#include <string_view>
#include <vector>

#include "agent/journal.h"
#include "engine/digest.h"
#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

struct SessionEnd {
  int64_t events = 0;  // of the session itself, without its parents'
  Digest edits{};
  Digest findings{};
  Digest hash{};
  Digest earlier{};  // the hash as it was before ends covered findings

  bool operator==(const SessionEnd&) const = default;
};

/// What the end says of the session itself.
Digest facts_of(Store& store, const SessionInfo& info);

/// The edits' digest after those of the session's events behind `after` and up to `last`.
Digest edits_after(Store& store, int64_t session, const Digest& before, int64_t after,
                   int64_t last);

/// The same of its findings.
Digest findings_after(Store& store, int64_t session, const Digest& before, int64_t after,
                      int64_t last);

/// The end as the rows give it, after the first `events` own events, or after all.
SessionEnd derived_end(Store& store, const SessionInfo& info, int64_t events = INT64_MAX);

/// The end's hash.
Digest end_hash(const Digest& facts, int64_t events, const Digest& last, const Digest& edits,
                const Digest& findings);

/// {"events","hash"}: an end to keep elsewhere.
Json to_json(const SessionEnd& end);

/// What the sessions of the store have against the ends in the lines of a file: an export, or what
/// `dossier sessions heads` printed. Sessions may have grown since. One sentence per problem;
/// throws Error{invalid} if the file has none.
std::vector<std::string> compare_ends(Store& store, std::string_view lines, int64_t& compared);

}  // namespace dossier
