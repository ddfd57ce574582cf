#pragma once
// The final answer of an automation (docs/formats.md): exactly one JSON object of a fixed shape.
// The shape is checked strictly, and every violation names its JSON path, so that the model can
// correct it. Rejected: filling in missing fields, which hides the mistake from the model.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

struct ReportStep {
  std::string description;
  std::string tool;  // broad_lookup, clear_lookup or reasoning_only
  std::string tool_input;
  int64_t tool_output_count = 0;
};

struct Finding {
  std::string kind;  // type, field, property, method, event or other
  std::string name;
  std::string full_name;
  std::string module_name;    // "" = unknown
  std::string assembly_path;  // "" = unknown
  std::string source_path;    // "" = unknown
  std::string notes;
  std::string importance;  // high, medium or low
};

struct Report {
  std::string question;
  std::string summary;
  std::vector<ReportStep> steps;
  std::vector<Finding> findings;
};

/// A violation of the shape, and its place: {"$.findings[2].kind", "must be one of …"}.
struct Violation {
  std::string path;
  std::string message;
};

/// The answer in `text`, or all violations of the shape.
std::variant<Report, std::vector<Violation>> parse_report(std::string_view text);

/// The answer as its one JSON object, keys in the contract's order.
Json to_json(const Report& answer);

/// The message that sends violations back to the model.
std::string correction_of(const std::vector<Violation>& violations);

}  // namespace dossier
