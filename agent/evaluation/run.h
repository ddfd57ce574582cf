#pragma once
// The folder of a batch: RUN/batch.json holds what was asked for, RUN/results.jsonl a line for each
// case that has ended, RUN/PROJECT/KIND/NAME/ what the case left. A case has ended once its line
// ends in a newline; everything else is repeated, so that a kill at any moment costs at most the
// cases that were under way. A line is synced before the next case begins.
//
// Rejected: telling from a case's files whether it has ended. Whatever is written last there would
// have to be synced behind all others, and a case that failed leaves none.
#include <filesystem>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "engine/readers/snapshot/beneath.h"

namespace dossier::evaluation {

/// How a case ended.
struct Outcome {
  std::string id;
  /// fixed; unchanged: the model held that nothing has to follow; unchecked: the command of --check
  /// did not run; stopped (by a budget); failed, crashed or timeout.
  std::string status;
  std::string error;  // one line
  int64_t turns = 0;
  int64_t tokens_in = 0, tokens_out = 0;
  bool is_estimated = false;  // the provider did not tell all of the tokens
  int64_t ms = 0;
  int64_t files = 0, added = 0, removed = 0;  // of the diff

  bool is_fixed() const { return status == "fixed"; }
  /// "4419"; "~4419" where they are an estimate.
  std::string tokens_text() const;
};
Json json_of(const Outcome& outcome);

/// What a case leaves in its folder.
inline constexpr const char* kDiffFile = "result.diff";
inline constexpr const char* kLogFile = "run.json";
inline constexpr const char* kContextFile = "master_context.json";

struct RunRecord {
  std::filesystem::path folder;
  std::filesystem::path dataset;
  Json options;                   // of the batch, an object
  std::vector<Outcome> outcomes;  // of each case the last, by id
};

/// Reads RUN. Throws Error{not_found} if no batch was run there, and Error{corrupt} for a line that
/// is not an outcome; a last line without its newline is none.
RunRecord read_run(const std::filesystem::path& folder);
/// Whether a folder holds a batch.
bool is_run(const std::filesystem::path& folder);

/// RUN while a batch writes it. One process at a time, by a lock that ends with the process.
class RunFolder {
 public:
  /// Begins a batch, or with `resume` goes on with the one that is there. Throws Error{conflict}
  /// while another process writes it, if there is one and `resume` is false, and if its options or
  /// its dataset were others, naming the first that differs.
  RunFolder(const std::filesystem::path& folder, const std::filesystem::path& dataset, Json options,
            bool resume);

  const RunRecord& record() const { return record_; }
  /// Appends a line and waits for the disk.
  void append(const Outcome& outcome);

 private:
  void begin(bool resume);

  RunRecord record_;
  Descriptor lock_, results_;
};

}  // namespace dossier::evaluation
