#include "queries/lang/fields.h"

#include <utility>

namespace dossier::lang {
namespace {

constexpr Field kFields[] = {
    {"kind", FieldKind::choice},
    {"name", FieldKind::text},
    {"full", FieldKind::text},
    {"sig", FieldKind::text, Match::contains, false},
    {"in", FieldKind::text, Match::tail, true, false, true},
    {"ns", FieldKind::text, Match::below},
    {"module", FieldKind::text, Match::tail},
    {"project", FieldKind::text, Match::equal},
    {"lang", FieldKind::text, Match::equal},
    {"file", FieldKind::text, Match::contains, true, false, true},
    {"base", FieldKind::text, Match::tail},
    {"attr", FieldKind::text},
    {"literal", FieldKind::text},
    {"content", FieldKind::text},
    {"doc", FieldKind::text},
    {"note", FieldKind::text},
    {"author", FieldKind::text},
    {"as", FieldKind::text, Match::equal, false},
    {"public", FieldKind::flag},
    {"static", FieldKind::flag},
    {"abstract", FieldKind::flag},
    {"generated", FieldKind::flag},
    {"line", FieldKind::number},
    {"token", FieldKind::number},
    {"seen", FieldKind::session},
    {"cited", FieldKind::session, Match::equal, false, true},
    {"changed", FieldKind::range},
    {"added", FieldKind::range},
    {"removed", FieldKind::range},
    {"moved", FieldKind::range},
    {"chain", FieldKind::chain},
    {"derives", FieldKind::relation, Match::tail},
    {"implements", FieldKind::relation, Match::tail},
    {"overrides", FieldKind::relation, Match::tail},
    {"calls", FieldKind::relation, Match::tail},
    {"calledby", FieldKind::relation, Match::tail},
    {"reads", FieldKind::relation, Match::tail},
    {"writes", FieldKind::relation, Match::tail},
    {"refs", FieldKind::relation, Match::tail},
    {"refby", FieldKind::relation, Match::tail},
    {"depth", FieldKind::number},
    {"at", FieldKind::directive},
    {"limit", FieldKind::directive},
    {"offset", FieldKind::directive},
    {"sort", FieldKind::directive},
    {"select", FieldKind::directive},
    {"count", FieldKind::directive},
    {"budget", FieldKind::directive},
    {"case", FieldKind::directive},
};

// The first line of types and of members are every program's; the others depend on the language.
constexpr std::string_view kKinds[] = {
    "module",  "type",        "class",    "struct",   "interface", "enum",       "delegate",
    "alias",   "annotation",  "message",  "object",   "package",   "protocol",   "record",
    "service", "trait",       "union",    "member",   "field",     "method",     "property",
    "event",   "constructor", "function", "variable", "constant",  "enumerator", "macro",
    "file",    "line",        "literal",  "session",  "finding",   "note",       "reference"};
constexpr std::string_view kReferenceKinds[] = {
    "call", "new",       "ftn",       "read",      "write",    "addr",   "type",
    "base", "interface", "signature", "attribute", "override", "import", "rpc"};
constexpr std::string_view kColumns[] = {"kind",   "name",    "full", "sig",  "in",   "ns",
                                         "module", "project", "lang", "file", "base", "line"};
constexpr std::string_view kMeasures[] = {"size", "callers", "references"};

constexpr std::string_view kUsual[] = {"kind",   "name",    "full", "sig",
                                       "module", "project", "file", "line"};

}  // namespace

std::span<const Field> fields() { return kFields; }

std::string_view own_name(std::string_view field) {
  // As Sourcegraph, GitHub and zoekt call them.
  static constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
      {"type", "in"},     {"repo", "project"},  {"path", "file"},         {"sym", "name"},
      {"symbol", "name"}, {"language", "lang"}, {"visibility", "public"}, {"f", "file"},
      {"r", "project"},   {"l", "lang"}};
  for (const auto& [alias, own] : kAliases)
    if (alias == field) return own;
  return field;
}

const Field* find_field(std::string_view name) {
  name = own_name(name);
  for (const auto& field : kFields)
    if (field.name == name) return &field;
  return nullptr;
}

std::span<const std::string_view> kinds() { return kKinds; }
std::span<const std::string_view> reference_kinds() { return kReferenceKinds; }
std::span<const std::string_view> columns() { return kColumns; }
std::span<const std::string_view> measures() { return kMeasures; }
std::span<const std::string_view> usual_columns() { return kUsual; }

}  // namespace dossier::lang
