#pragma once
// The definitions of a module: which fields, methods, properties and events each type owns, and the
// signature and key of each method, computed once.
//
// Member lists are runs of rows (II.22.37). A run that goes backwards or past its table is a defect
// and counts as empty, so no row has two owners.
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/assembly/signature.h"

namespace dossier::assembly {

struct MethodText {
  std::string_view signature;  // "System.Void Name<T>(System.Int32 count)"
  std::string_view key;        // "Space.Type.Name(System.Int32)"
  std::string_view open_key;   // the key with generic parameters by position
  std::string_view return_type;
  size_t parameter_count = 0;
  bool is_sound = false;
};

/// The methods that make up a property or an event, 0 = none.
struct Accessors {
  uint32_t first = 0;   // getter, adder
  uint32_t second = 0;  // setter, remover
  uint32_t any() const { return first != 0 ? first : second; }
};

class Definitions {
 public:
  explicit Definitions(Names& names);

  /// The rows in file order, with indirections (FieldPtr and the like) resolved.
  std::vector<uint32_t> fields(uint32_t type) const;
  std::vector<uint32_t> methods(uint32_t type) const;
  std::vector<uint32_t> properties(uint32_t type) const;
  std::vector<uint32_t> events(uint32_t type) const;
  std::vector<uint32_t> parameters(uint32_t method) const;

  /// The type that owns a row, 0 = none.
  uint32_t field_owner(uint32_t field) const { return at(field_owners_, field); }
  uint32_t method_owner(uint32_t method) const { return at(method_owners_, method); }
  /// The method that owns a parameter, 0 = none.
  uint32_t parameter_owner(uint32_t parameter) const { return at(parameter_owners_, parameter); }
  Accessors property_accessors(uint32_t property) const {
    return at(property_accessors_, property);
  }
  Accessors event_accessors(uint32_t event) const { return at(event_accessors_, event); }

  /// A method's text; unsound (and a defect the first time) if its signature is malformed.
  /// `mentions` receives the types that the signature names, on the first call.
  const MethodText& method(uint32_t rid, std::vector<Mention>* mentions = nullptr);
  /// The key of the module's method with this open key; the open key itself if there is none.
  std::string_view key_of_open(std::string_view open_key) const;

 private:
  struct Run {
    uint32_t first = 1;
    uint32_t end = 1;
  };
  template <typename T>
  static T at(const std::vector<T>& values, uint32_t index) {
    return index < values.size() ? values[index] : T{};
  }
  template <typename Column>
  std::vector<Run> runs(Column list, Table pointers, Table target);
  std::vector<uint32_t> rows(const std::vector<Run>& runs, uint32_t index, Table pointers,
                             Table target) const;
  void read_maps();
  void read_semantics();
  void make(uint32_t rid, MethodText& made, std::vector<Mention>* mentions);

  Names& names_;
  std::vector<Run> fields_, methods_, parameters_, property_runs_, event_runs_;
  std::vector<uint32_t> property_map_, event_map_;  // type → row of its map
  std::vector<uint32_t> field_owners_, method_owners_, parameter_owners_;
  std::vector<Accessors> property_accessors_, event_accessors_;
  std::vector<MethodText> made_;
  std::vector<bool> is_made_;
  std::unordered_map<std::string_view, std::string_view> keys_by_open_;
};

}  // namespace dossier::assembly
