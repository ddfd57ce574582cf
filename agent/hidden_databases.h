#pragma once
// The files of the databases that this process has open, or that the person's state records
// (store/origin.h), as far as a command can reach them: the database, SQLite's files and the
// program's own beside it. What a command writes into one of these the person would take for their
// own: a session, with its folder and its permissions.
//
// Only a file that exists can be covered. The log and its index exist as long as a connection does;
// the journal of other modes, which SQLite would play back into the database whoever wrote it, does
// not. So an empty one, which SQLite takes for none, stands there while the command runs. Commands
// that run at the same time share it: each holds a lock on it, and the last one removes it, also
// where a killed process left it.
//
// Rejected: covering the folder, which is mostly the one that the command works in.
#include <string>
#include <vector>

#include "agent/sightings.h"
#include "engine/descriptor.h"

namespace dossier {

class HiddenDatabases {
 public:
  /// Throws Error{denied} for an open database with a second hard link, which could be anywhere,
  /// and for any that can be reached; Error{io} if the journal's place cannot be taken.
  explicit HiddenDatabases(const Reach& reach);
  ~HiddenDatabases();
  HiddenDatabases(const HiddenDatabases&) = delete;

  const std::vector<Sighting>& places() const { return places_; }

 private:
  struct Journal {
    std::string path;
    Descriptor file;
  };
  void hold_journal(const std::string& path);

  std::vector<Sighting> places_;
  std::vector<Journal> journals_;
};

}  // namespace dossier
