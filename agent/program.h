#pragma once
// What a chat searches: a project that came with the request, the database, or a running server.
// All three give the same rows.
#include <memory>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

class Program {
 public:
  virtual ~Program() = default;

  /// The types and members that a keyword path matches, in discovery order, at most `limit`, as
  /// rows of a broad lookup.
  virtual std::vector<Json> search(const std::string& path, bool exact, size_t limit) = 0;
  /// A compact overview of the program, for a model's prompt.
  virtual std::string overview() = 0;
};

/// The export in `project`, which is borrowed. With `outline`, its overview is the members and
/// signatures of its only type.
std::unique_ptr<Program> program_in(const Json& project, bool outline = false);
/// The newest snapshots of the database.
std::unique_ptr<Program> program_in(Store& store);
/// A server at `url`; fails with io if /health does not answer.
std::unique_ptr<Program> program_at(const std::string& url);
/// The same, or null if what answers there within a second, if anything does, is no lookup server.
std::unique_ptr<Program> program_answering(const std::string& url);

/// Where the seed's server is, unless $DOSSIER_SERVER says otherwise; "" if that is empty.
std::string usual_server();

}  // namespace dossier
