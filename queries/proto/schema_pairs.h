#pragma once
// Which thing of an earlier set of .proto files is which of a later one: files, types and members.
// Pure.
//
// A file is paired with the one at its path, or with the one that it was moved to
// (SchemaFile::from). A type is paired by its full name; else by its name inside of a file whose
// package changed, or of a type that was renamed; else by what it holds and how it is called, the
// likest first. A member is paired by its name inside of a pair of types, else by number, type and
// likeness of the names.
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "queries/proto/breaking.h"

namespace dossier::proto {

/// A message, an enum or a service of one version.
struct PlacedType {
  const SchemaFile* file = nullptr;
  const Declaration* it = nullptr;
  std::vector<const Declaration*> members;
  const PlacedType* pair = nullptr;  // in the other version; null: it has none there
  std::string full_name;
};

/// One version: its types, and its members outside of all types, which are extensions.
struct SchemaSide {
  explicit SchemaSide(std::span<const SchemaFile> files);

  std::span<const SchemaFile> files;
  std::vector<PlacedType> types;
  std::unordered_map<std::string, size_t> by_name;  // in `types`, by full name
  std::vector<std::pair<const SchemaFile*, const Declaration*>> extensions;
};

class SchemaPairs {
 public:
  SchemaPairs(std::span<const SchemaFile> before, std::span<const SchemaFile> after);
  SchemaPairs(const SchemaPairs&) = delete;  // its types point at each other

  const SchemaSide& before() const { return before_; }
  const SchemaSide& after() const { return after_; }
  /// The other version's file, extension; null: there is none.
  const SchemaFile* earlier_of(const SchemaFile& later) const;
  const SchemaFile* later_of(const SchemaFile& earlier) const;
  const Declaration* earlier_extension(const SchemaFile& file, const Declaration& later) const;
  const Declaration* later_extension(const SchemaFile& file, const Declaration& earlier) const;

 private:
  void pair_by_name();
  void pair_in_renamed_packages();
  void pair_inside_of_pairs();
  void pair_by_likeness();

  SchemaSide before_, after_;
  std::unordered_map<std::string, const SchemaFile*> earlier_, later_;  // by the earlier path
};

/// The members of two types that are a pair.
struct MemberPairs {
  /// In the order of the later ones; null: it is new.
  std::vector<std::pair<const Declaration*, const Declaration*>> later;  // earlier, later
  std::vector<const Declaration*> gone;                                  // in their order
};
MemberPairs pair_members(const PlacedType& was, const PlacedType& is);

bool is_type(const Declaration& declaration);
/// Whether two names as written may mean one type: its package may be written out or not.
bool same_type_name(const std::string& was, const std::string& is);

}  // namespace dossier::proto
