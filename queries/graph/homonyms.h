#pragma once
// Which of several types of one name a reference means. It names its target by text and assembly,
// not by module: the assembly that it names, or the module that contains it, decides. Of a type in
// sources every part is meant, whichever file it is in.
//
// Rejected: the nearest module that defines the name. Two assemblies that ship a copy of one class
// each would share its references.
#include <map>
#include <string>
#include <vector>

#include "queries/graph/definitions.h"
#include "queries/graph/reference_rows.h"

namespace dossier {

class Homonyms {
 public:
  /// All are borrowed.
  Homonyms(Store& store, const Scope& scope, ReferenceRows& rows)
      : store_(store), scope_(scope), rows_(rows) {}

  /// Drops what means another type of the name of the definition's.
  void keep_own(const Definition& definition, std::vector<FoundReference>& found);

 private:
  /// A type with the requested name, and the names by which references identify where it is.
  struct Definer {
    int64_t type = 0;
    bool is_source = false;
    std::string module, assembly;
  };
  const std::vector<Definer>& definers(const std::string& type);
  bool is_meant(const std::vector<Definer>& definers, int64_t type, const FoundReference& incoming);

  Store& store_;
  const Scope& scope_;
  ReferenceRows& rows_;
  std::map<std::string, std::vector<Definer>, std::less<>> definers_;
};

}  // namespace dossier
