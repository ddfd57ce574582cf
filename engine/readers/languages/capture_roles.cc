#include "engine/readers/languages/capture_roles.h"

#include <algorithm>
#include <string>

#include "engine/error.h"

namespace dossier::languages {
namespace {

using Parts = MatchParts;

// clang-format off
constexpr CaptureRole kRoles[] = {
    {"name", [](Parts& parts, const Span& span) { parts.definition.name = span; }},
    {"type", [](Parts& parts, const Span& span) { parts.definition.type = span; }},
    {"value", [](Parts& parts, const Span& span) { parts.definition.value = span; }},
    {"owner", [](Parts& parts, const Span& span) { parts.definition.owner = span; }},
    {"self", [](Parts& parts, const Span& span) { parts.definition.self = span; }},
    {"assigned", [](Parts& parts, const Span& span) { parts.definition.assigned = span; }},
    {"result", [](Parts& parts, const Span& span) { parts.definition.result = span; }},
    {"body", [](Parts& parts, const Span& span) { parts.body = span; }},
    {"local", [](Parts& parts, const Span& span) { parts.local.name = span; }},
    {"assigned_local", [](Parts& parts, const Span& span) {
       parts.local.name = span;
       parts.local.is_assigned = true;
     }},
    {"field_local", [](Parts& parts, const Span& span) {
       parts.local.name = span;
       parts.local.is_assigned = parts.local.is_field = true;
     }},
    {"elements", [](Parts& parts, const Span& span) {
       parts.definition.value = span;
       parts.local.is_element = true;
     }},
    {"part", [](Parts& parts, const Span& span) { parts.local.part = span; }},
    {"within", [](Parts& parts, const Span& span) { parts.local.within = span; }},
    {"tested_by", [](Parts& parts, const Span& span) { parts.local.tested_by = span; }},
    {"predicate", [](Parts& parts, const Span& span) { parts.predicate = span; }},
    {"receiver", [](Parts& parts, const Span& span) { parts.receiver = span; }},
    {"of", [](Parts& parts, const Span& span) { parts.of = span; }},
    {"import", [](Parts& parts, const Span& span) { parts.import.node = span; }},
    {"import.path", [](Parts& parts, const Span& span) {
       Span& path = parts.import.path;  // from the first one's beginning to the last one's end
       path = path.empty() ? span : Span{path.begin, span.end, path.row, span.end_row, path.column};
     }},
    {"import.outer", [](Parts& parts, const Span& span) { parts.import.outer.push_back(span); }},
    {"import.name", [](Parts& parts, const Span& span) { parts.import.name = span; }},
    {"import.alias", [](Parts& parts, const Span& span) { parts.import.alias = span; }},
    {"import.default", [](Parts& parts, const Span&) { parts.import.is_default = true; }},
    {"import.passed", [](Parts& parts, const Span&) { parts.import.is_passed = true; }},
    {"import.module", [](Parts& parts, const Span&) { parts.import.is_module = true; }},
    {"passed", [](Parts& parts, const Span& span) { parts.passed.as = span; }},
    {"generic", [](Parts& parts, const Span& span) { parts.generic.name = span; }},
    {"bound", [](Parts& parts, const Span& span) { parts.generic.bound = span; }},
    {"block", nullptr, &Captures::blocks},
    {"hoisted", nullptr, &Captures::hoisted},
    {"global", nullptr, &Captures::globals},
    {"returned", nullptr, &Captures::returned},
    {"word", nullptr, &Captures::words},
    {"default", nullptr, &Captures::defaults},
    {"attribute", nullptr, &Captures::attributes},
    {"above", nullptr, &Captures::above},
    {"doc", nullptr, &Captures::docs},
    {"comment", nullptr, &Captures::comments},
    {"access", nullptr, &Captures::accesses},
    {"literal", nullptr, &Captures::literals},
    {"written", nullptr, &Captures::written},
};
// clang-format on

}  // namespace

CaptureRole capture_role(std::string_view name) {
  if (name.starts_with("def.")) return {.name = name, .definition = name.substr(4)};
  if (name.starts_with("ref.")) return {.name = name, .mention = name.substr(4)};
  if (name.starts_with("_")) return {.name = name};
  const auto* found = std::find_if(std::begin(kRoles), std::end(kRoles),
                                   [&](const CaptureRole& role) { return role.name == name; });
  if (found != std::end(kRoles)) return *found;
  throw Error(ErrorCode::internal, "a language query has an unknown capture @" + std::string(name));
}

}  // namespace dossier::languages
