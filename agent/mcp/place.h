#pragma once
// A database as a client of the protocol sees it: a store and the tools over it. The tools are
// those of every agent under the names of the commands, since a person who reads what a client
// asked knows them from the command line. One call at a time.
#include <functional>
#include <string>
#include <string_view>

#include "agent/note.h"
#include "agent/tool.h"
#include "store/store.h"

namespace dossier::mcp {

/// The mode of the sessions that clients leave.
inline constexpr std::string_view kMode = "mcp";

class Place {
 public:
  enum Offer { few, all };

  /// `project` and `snapshot` apply to calls that name none ("" = every project, the newest).
  Place(Store store, std::string project, std::string snapshot, Offer offer);
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  Store& store() { return store_; }
  const Toolbox& tools() const { return tools_; }
  const std::string& project() const { return project_; }
  const std::string& snapshot() const { return snapshot_; }
  /// Who writes the notes of the next call.
  NoteAuthor& author() { return author_; }
  /// Runs about every millisecond while a tool does, and may throw to stop it.
  void set_checkpoint(std::function<void()> checkpoint) { checkpoint_ = std::move(checkpoint); }

 private:
  Store store_;
  std::string project_, snapshot_;
  NoteAuthor author_;
  std::function<void()> checkpoint_;
  Toolbox tools_;
};

/// Adds the tools of clients, in the order in which they are listed. Everything is borrowed.
void add_tools(Toolbox& tools, Store& store, const std::string& project,
               const std::string& snapshot, Place::Offer offer, const NoteAuthor& author,
               const std::function<void()>& checkpoint);

/// The tool as `tools/list` describes it.
Json listed(const Tool& tool);

}  // namespace dossier::mcp
