#pragma once
// The names by which code shows that a change of a schema concerns it, in every spelling that a
// generator gives them (engine/readers/proto/names.h), compared without case and underscores. Pure.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/proto/names.h"
#include "queries/proto/schema_diff.h"

namespace dossier::proto {

/// Why a name is a clue.
enum class Concern : uint8_t {
  removed,  // it is gone, or called otherwise now
  added,    // it is new, or the new name of something
  changed,  // what it names is declared otherwise
  sibling,  // it stands in a type that changed
  message,  // a type that changed, or in which something did
  service,  // what is generated of a service: clients, servers, stubs
  rpc,      // an rpc that changed, or that carries a message that did
  peer,     // what stands beside an rpc that changed: the service's other rpcs and their messages
  holder,   // a message with a field of such a type
  schema,   // any other type or rpc of a file that changed
  stub,     // a module that is generated of such a file
};
inline constexpr size_t kConcerns = 11;

struct Clue {
  Concern concern = Concern::changed;
  std::string name;  // as the schema has it
};

class Clues {
 public:
  Clues(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
        std::span<const SchemaChange> changes);

  const std::vector<Clue>& all() const { return clues_; }
  /// Those that a token of code stands for, as indices of all(); null: none.
  const std::vector<uint32_t>* meant_by(std::string_view token) const;
  /// The base names, canonical, that a file of one of the types, services or schemas may have.
  bool names_file(std::string_view base) const;

  /// Letters and digits alone, in lower case.
  static std::string canonical(std::string_view name);

 private:
  void add(Concern concern, Definition kind, std::string_view name);
  void add_spelled(Concern concern, std::string_view name, std::string_view spelling);
  void add_change(const SchemaChange& change);
  void add_peers(std::span<const SchemaFile> files);
  void add_neighbours(std::span<const SchemaFile> files);

  std::vector<Clue> clues_;
  std::unordered_map<std::string, uint32_t> known_;  // concern and name
  std::unordered_map<std::string, std::vector<uint32_t>> spelled_;
  std::unordered_map<std::string, bool> bases_;
  std::unordered_map<std::string, bool> changed_types_;  // simple names
  std::unordered_map<std::string, bool> changed_services_, changed_rpcs_;
  bool has_new_service_ = false;
  Spellings spellings_;
};

/// The words of a name: "PlaceHTTPOrder2" has place, http, order and 2.
std::vector<std::string> words_of_name(std::string_view name);

}  // namespace dossier::proto
