#pragma once
// Which of buf's rules FILE and WIRE a change of a schema breaks (buf.build/docs/breaking/rules,
// version 2 of their configuration): FILE, whether code that uses what was generated still builds;
// WIRE, whether bytes of the one version can be read by the other. As there, types are compared
// that have the same full name, their fields and enum values by number, and rpcs by name.
//
// Rejected: running buf, which is a download, wants every import and stops at the first file that
// does not parse.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/proto/schema.h"

namespace dossier::proto {

/// One .proto file of a version.
struct SchemaFile {
  std::string path;
  Schema schema;
  bool has_errors = false;  // some of it was not understood
  std::string from = {};    // of a later version's: where the earlier one has it; "" = at its path
  std::string limit = {};   // of the reader, that the errors come from; "" = of none

  const std::string& earlier_path() const { return from.empty() ? path : from; }
};

/// A name below the package of its file; the name where it is not in it, as what stands above the
/// package's statement is not.
std::string_view below_package(const SchemaFile& file, std::string_view full_name);

struct BreakingRule {
  std::string_view name;
  bool is_file = false;  // in the category FILE
  bool is_wire = false;  // in the category WIRE
  std::string_view meaning;
};

/// Every rule, in the order of their names.
std::span<const BreakingRule> breaking_rules();
/// The rule of that name, which must be one.
const BreakingRule* rule_called(std::string_view name);

struct Breach {
  const BreakingRule* rule = nullptr;
  const SchemaFile* file = nullptr;          // of the earlier version
  const Declaration* declaration = nullptr;  // of it; null: the file itself
  std::string option;                        // of the file, where the rule is about one
};

/// In the order of the earlier files and their declarations. What it returns points into `before`.
/// `rest`: files that stay as they are, where types may be declared: of a name alone nobody knows
/// whether it is a message or an enum.
std::vector<Breach> breaches(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
                             std::span<const SchemaFile> rest = {});

}  // namespace dossier::proto
