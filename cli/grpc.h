#pragma once
// The actions of `dossier grpc`, one file each; cli/grpc.cc has their table.
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "engine/reserved.h"
#include "store/store.h"

namespace dossier::cli {

struct GrpcAction {
  std::string_view word;
  std::string details;  // lines of the command's help, from the word on
  /// Beside ARG, the words behind the action, and --json. An option that several actions have is
  /// listed once: by the first of them.
  std::vector<Option> options;
  int (*run)(const Invocation&) = nullptr;
};

// The rows of the table.
GrpcAction grpc_context_action();
GrpcAction grpc_suspects_action();
GrpcAction grpc_batch_action();
GrpcAction grpc_score_action();
GrpcAction grpc_report_action();
GrpcAction grpc_fix_action();

/// The words behind the action.
std::vector<std::string> grpc_words(const Invocation& invocation);

/// The only word behind the action. Throws Error{invalid} if there is none, or several.
std::string grpc_word(const Invocation& invocation, std::string_view what);

/// The number of an option, from 1 to `most`. Throws Error{invalid}.
size_t grpc_number(const Invocation& invocation, const std::string& option, size_t otherwise,
                   size_t most);

/// Throws Error{invalid} where no model is named that could write code.
void refuse_offline(const Invocation& invocation);

/// Two versions of a program, imported.
struct GrpcPair {
  std::optional<Reservation> reservation;  // of the database; first, so that it outlives the store
  std::string database;
  std::optional<Store> store;
  int64_t before = 0, after = 0;  // snapshots
  std::string commit;             // that the earlier one is of, where it is known; "" = not
  std::string project;
  std::string title;               // for people: "shop: v1..v2"
  std::string folder;              // of a dataset's case; "" = it is none
  std::string after_root;          // the later folder; "" = a revision, or a snapshot
  std::vector<std::string> notes;  // what was not imported
};

/// What the words and --rev mean: two folders; a dataset's case; REPO --rev A..B; --rev or A..B of
/// the repository around this folder; two snapshots; nothing, which is HEAD and the work tree.
/// Imports what the database does not have. The database is --db, $DOSSIER_DB, dossier.db in `out`
/// or the case's folder, or the one found from here. Throws Error before anything is imported where
/// the words make no sense.
GrpcPair open_pair(const Invocation& invocation, const std::string& out);

/// The folders of a dataset's case: its only ones whose names begin with premerge_ and merge_.
/// Absent if it has neither. Throws Error{invalid} if it has one of them, or several.
struct GrpcCase {
  std::string premerge, merge;
};
std::optional<GrpcCase> grpc_case(const std::string& folder);

}  // namespace dossier::cli
