#pragma once
// Where a chat's search looks: a project that came with the request, the database, or a running
// server. Three sources of the same rows.
#include <memory>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

class Program {
 public:
  virtual ~Program() = default;

  /// The types and members that a keyword path hits, in discovery order, at most `limit`: rows as
  /// broad lookup answers them.
  virtual std::vector<Json> search(const std::string& path, bool exact, size_t limit) = 0;
  /// A compact account of what the program consists of, for a model's prompt.
  virtual std::string overview() = 0;
};

/// The export in `project`; borrowed. With `outline` its overview is the members and signatures of
/// the one type that it holds.
std::unique_ptr<Program> program_in(const Json& project, bool outline = false);
/// The newest snapshots of the database.
std::unique_ptr<Program> program_in(Store& store);
/// A server at `url`; fails with io when /health does not answer.
std::unique_ptr<Program> program_at(const std::string& url);

}  // namespace dossier
