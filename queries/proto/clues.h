#pragma once
// The names by which code shows that a change of a schema concerns it, in every spelling that a
// generator gives them (engine/readers/proto/names.h). How tokens of code are compared with them,
// spelled_clues.h says. Pure.
//
// Rejected: the names that changed alone. Code that goes on as before is told from code that has to
// follow by what else of the schema it names.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/readers/proto/names.h"
#include "queries/proto/schema_diff.h"
#include "queries/proto/spelled_clues.h"

namespace dossier::proto {

class RpcPlaces;

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
  std::string name;                               // as the schema has it
  std::vector<const SchemaChange*> changes = {};  // that it comes from, some of very many
  bool breaks = false;     // code that was made for the earlier version cannot use it any more
  bool is_shared = false;  // something else is called so and stays
  bool is_rpc = false;
};

/// What is known of a file beside its text.
struct Reading {
  uint64_t generators = ~uint64_t{0};  // whose names its language has (languages::generators_for)
  const RpcPlaces* rpcs = nullptr;     // null: nothing is known of its rpcs
};

class Clues {
 public:
  /// Keeps pointers to the changes.
  Clues(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
        std::span<const SchemaChange> changes);

  const std::vector<Clue>& all() const { return clues_; }
  const SpelledClues& spelled() const { return spelled_; }
  /// Whether a use of it, spelled so, no longer works. `is_certain`: it is known to mean just that.
  bool is_broken(const Meant& meant, std::string_view token, uint64_t generators,
                 bool is_certain) const;
  /// The full names of the rpcs of this name that code of the earlier version cannot use any more;
  /// null: there are none.
  const std::vector<std::string>* broken_rpcs(const std::string& name) const {
    const auto found = broken_rpcs_.find(name);
    return found == broken_rpcs_.end() ? nullptr : &found->second;
  }
  bool has_broken_rpcs() const { return !broken_rpcs_.empty(); }
  /// Says that another schema declares the name, or is in the package.
  void share(std::string_view name);
  void share_package(std::string_view package);
  /// The base names, canonical, that a file of one of the types, services or schemas may have.
  bool names_file(std::string_view base) const;

 private:
  struct Placed {
    const Declaration* declaration = nullptr;
    const SchemaFile* file = nullptr;
  };

  void place(std::span<const SchemaFile> files);
  uint32_t clue_of(Concern concern, std::string_view name, const SchemaChange* change);
  void add(Concern concern, const Declaration& declaration, const SchemaChange* change = nullptr);
  void add_named(Concern concern, Definition kind, std::string_view name,
                 const SchemaChange* change = nullptr);
  void add_type(Concern concern, Definition kind, std::string_view full_name,
                const SchemaChange* change = nullptr);
  void add_change(const SchemaChange& change);
  void add_broken(const SchemaChange& change, const Declaration& broken);
  Place place_of(const Declaration& declaration) const;
  void add_old_place(const SchemaChange& change);
  void add_concerned(const SchemaChange& change, const Declaration& declaration);
  void add_peers(std::span<const SchemaFile> files);
  void add_stubs(const SchemaFile& file);
  void add_neighbours(std::span<const SchemaFile> files);
  void find_changed_files(std::span<const SchemaFile> after, std::span<const SchemaChange> changes);
  const SchemaChange* change_of(const SchemaFile& file) const;
  void find_shared(std::span<const SchemaFile> after, std::span<const SchemaChange> changes);

  std::vector<Clue> clues_;
  std::unordered_map<std::string, uint32_t> known_;  // concern and name
  SpelledClues spelled_;
  std::unordered_map<const Declaration*, const SchemaFile*> files_;
  std::unordered_map<std::string, Placed> types_;                  // by full name
  std::unordered_map<std::string, std::vector<uint32_t>> broken_;  // by SpelledClues::canonical()
  /// Of what breaks, by spelling: the clue, and the generators that spell it so.
  std::unordered_map<std::string, std::unordered_map<uint32_t, uint64_t>> made_;
  std::unordered_map<std::string, std::vector<std::string>> broken_rpcs_;  // by name
  std::vector<uint32_t> places_;  // clues that are places of generated code
  std::unordered_set<std::string> bases_;
  using Changed = std::unordered_map<std::string, const SchemaChange*>;
  Changed changed_types_, changed_services_;  // by simple name
  Changed changed_files_;                     // by path, of either version
  std::unordered_set<std::string> changed_rpcs_;
  bool has_new_service_ = false;
  Spellings spellings_;
  std::vector<Spellings> of_each_;  // generator
};

}  // namespace dossier::proto
