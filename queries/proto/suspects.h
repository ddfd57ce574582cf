#pragma once
// Which files have to follow a change of .proto files: a ranking of the handwritten code of a tree
// by one weighted sum of rules. Each rule gives a file a value, from nothing to some ten; its
// weight is in weights.txt. What a rule gave and the lines that it saw are part of the answer.
//
// Every text is read once and taken apart into names, because rarity can only be known of all; the
// posting lists would say where a name may occur and not how often. Rejected: a resolved graph
// alone, which a language without a resolver of its own would fall out of.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "queries/proto/changed_paths.h"
#include "queries/proto/changed_schemas.h"
#include "queries/proto/schema_diff.h"
#include "store/store.h"

namespace dossier::proto {

/// A line that a rule saw. In the earlier version of the file, of one that is new in the later.
struct Evidence {
  int64_t line = 0;  // 1-based; 0: the file as a whole
  std::string text;  // the line, 200 bytes of it around the name; or what is known of the file
  std::string name;  // of the schema, that it stands for; "" = of none
  std::string
      change;     // that it comes from: "renamed field Item.user_name to user_id"; "" = of none
  size_t at = 0;  // where the name is in the text
};

struct Reason {
  std::string_view rule;
  double value = 0;
  double points = 0;               // value times weight
  std::vector<Evidence> evidence;  // what breaks first, then the rarest names
};

struct Suspect {
  std::string path;
  double score = 0;
  bool is_changed = false;      // the later version has it otherwise
  bool is_new = false;          // the earlier version does not have it
  std::string moved_to;         // where the later version has it; "" = where it was
  std::vector<Reason> reasons;  // by points, the most first
  /// The lines that the rules saw, each once: what no longer works first, then what is nearest to
  /// the change.
  std::vector<Evidence> lines;

  /// new, changed, moved or same.
  std::string_view state() const;
};

/// How often a file was changed together with the .proto files, each time counted less the longer
/// ago it is; "" = there is no history.
struct CoChange {
  std::string path;
  double value = 0;
  std::string evidence;
};

struct SuspectOptions {
  size_t most = 50;     // suspects that are returned
  size_t evidence = 3;  // lines of each reason
  std::string only;     // a path: of this file alone, whatever its rank
  /// As if nothing but .proto files had changed: of the later version nothing else is read.
  bool schemas_alone = false;
  std::span<const CoChange> history = {};
  std::span<const Move> moves = {};
};

struct Suspects {
  std::vector<Suspect> ranked;  // the most likely first
  size_t files = 0;             // that were looked at
  size_t concerned = 0;         // of them: all suspects, whether or not they are returned
};

/// Within a read transaction.
Suspects find_suspects(Store& store, int64_t before, int64_t after, const SchemaVersions& versions,
                       std::span<const SchemaChange> changes, const SuspectOptions& options);

/// The first of the paths that either version has, the later one's where a file was moved as the
/// earlier has it. Throws Error{not_found}, which names near ones. Within a read transaction.
std::string one_of_the_files(Store& store, int64_t before, int64_t after,
                             std::span<const std::string> paths);
/// Why a file of either version is never a suspect; "" = it can be one.
std::string_view why_no_suspect(Store& store, int64_t before, int64_t after, std::string_view path);

}  // namespace dossier::proto
