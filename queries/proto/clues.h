#pragma once
// The names by which code shows that a change of a schema concerns it, in every spelling that a
// generator gives them (engine/readers/proto/names.h). Pure.
//
// A name of two words or more (UserName, GetItem, Status_STATUS_DRIVING) is compared without case
// and underscores: nobody is called so by chance. One of a single word (Data, path, Driving) is
// compared as it is spelled, and counts where it stands as a thing of its kind does: a member
// behind a dot or before its value. Elsewhere it may be there by chance.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
  std::string name;                               // as the schema has it
  std::vector<const SchemaChange*> changes = {};  // that it comes from, some of very many
  bool breaks = false;     // code that was made for the earlier version cannot use it any more
  bool is_shared = false;  // something else is called so and stays
};

/// A clue that a token of code stands for.
struct Meant {
  /// What has to stand around the token: anything, what uses a member, or `outer` in front of it.
  enum Use : uint8_t { any, member, path } use = any;
  bool is_own = false;  // the spelling has what is around the definition in it
  /// Nobody is called so by chance: the name has two words, or what is around it in it.
  bool is_telling = false;
  uint32_t clue = 0;
  std::string outer = {};  // of a path: "shop.payments" of shop.payments.v1, shop/payments/v1, …
};

class Clues {
 public:
  /// Keeps pointers to the changes.
  Clues(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
        std::span<const SchemaChange> changes);

  const std::vector<Clue>& all() const { return clues_; }
  /// Calls use(clue) for each clue that is called so, however the token is spelled and used: how
  /// common a word is shows in all of its uses.
  template <typename UseClue>
  void each_called(std::string_view token, const UseClue& use) const {
    if (const auto found = called_.find(canonical(token)); found != called_.end())
      for (const uint32_t clue : found->second) use(clue);
  }
  /// Calls use(meant) for each clue that the token stands for where it is: a part of the text.
  template <typename UseMeant>
  void each_meant(std::string_view text, std::string_view token, const UseMeant& use) const {
    for (const auto* meant : {find(loose_, canonical(token)), find(exact_, std::string(token))})
      if (meant != nullptr)
        for (const Meant& one : *meant)
          if (is_used(text, token, one)) use(one);
  }
  /// Whether a use of it no longer works.
  bool is_broken(const Meant& meant) const {
    const Clue& clue = clues_[meant.clue];
    return clue.breaks && (meant.is_own || !clue.is_shared);
  }
  /// Says that another schema declares the name, or is in the package.
  void share(std::string_view name);
  void share_package(std::string_view package);
  /// The base names, canonical, that a file of one of the types, services or schemas may have.
  bool names_file(std::string_view base) const;

  /// Letters and digits alone, in lower case.
  static std::string canonical(std::string_view name);
  /// Whether what stands around a name in a text says that it is called, set or accessed.
  static bool is_access(std::string_view text, std::string_view name);

 private:
  using Spelled = std::unordered_map<std::string, std::vector<Meant>>;
  struct Placed {
    const Declaration* declaration = nullptr;
    const SchemaFile* file = nullptr;
  };

  static const std::vector<Meant>* find(const Spelled& spelled, const std::string& text);
  static bool is_used(std::string_view text, std::string_view token, const Meant& meant);
  void place(std::span<const SchemaFile> files);
  uint32_t clue_of(Concern concern, std::string_view name, const SchemaChange* change);
  void spell(std::string_view spelling, Meant meant);
  void add(Concern concern, const Declaration& declaration, const SchemaChange* change = nullptr);
  void add_named(Concern concern, Definition kind, std::string_view name,
                 const SchemaChange* change = nullptr);
  void add_type(Concern concern, Definition kind, std::string_view full_name,
                const SchemaChange* change = nullptr);
  void add_change(const SchemaChange& change);
  void add_old_place(const SchemaChange& change);
  void add_concerned(const SchemaChange& change, const Declaration& declaration);
  void add_peers(std::span<const SchemaFile> files);
  void add_stubs(const SchemaFile& file);
  void add_neighbours(std::span<const SchemaFile> files);
  void find_changed_files(std::span<const SchemaFile> after, std::span<const SchemaChange> changes);
  const SchemaChange* change_of(const SchemaFile& file) const;
  void find_shared(std::span<const SchemaFile> after, std::span<const SchemaChange> changes);

  std::vector<Clue> clues_;
  std::unordered_map<std::string, uint32_t> known_;                // concern and name
  Spelled loose_, exact_;                                          // by canonical(), and as written
  std::unordered_map<std::string, std::vector<uint32_t>> called_;  // by canonical()
  std::unordered_map<const Declaration*, const SchemaFile*> files_;
  std::unordered_map<std::string, Placed> types_;                  // by full name
  std::unordered_map<std::string, std::vector<uint32_t>> broken_;  // by canonical()
  std::vector<uint32_t> places_;  // clues that are places of generated code
  std::unordered_set<std::string> bases_;
  using Changed = std::unordered_map<std::string, const SchemaChange*>;
  Changed changed_types_, changed_services_;  // by simple name
  Changed changed_files_;                     // by path, of either version
  std::unordered_set<std::string> changed_rpcs_;
  bool has_new_service_ = false;
  Spellings spellings_;
};

/// The words of a name: "PlaceHTTPOrder2" has place, http, order and 2.
std::vector<std::string> words_of_name(std::string_view name);

}  // namespace dossier::proto
