#include "engine/readers/indexes/scip_document.h"

#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {
namespace {

// Field numbers of scip.proto.
enum DocumentField : uint32_t {
  document_path = 1,
  document_occurrence = 2,
  document_symbol = 3,
  document_language = 4,
  document_text = 5,
};
enum OccurrenceField : uint32_t {
  occurrence_range = 1,
  occurrence_symbol = 2,
  occurrence_roles = 3,
  occurrence_enclosing = 7,
};
enum SymbolField : uint32_t {
  symbol_name = 1,
  symbol_documentation = 3,
  symbol_relationship = 4,
  symbol_kind = 5,
  symbol_signature = 7,
};
enum RelationshipField : uint32_t { relationship_symbol = 1, relationship_implements = 3 };
std::optional<ScipRange> range_of(const std::vector<int64_t>& parts) {
  if (parts.size() != 3 && parts.size() != 4) return std::nullopt;
  for (const int64_t part : parts) {
    if (part < 0 || part > INT32_MAX) return std::nullopt;
  }
  if (parts.size() == 3) return ScipRange{parts[0], parts[1], parts[0], parts[2]};
  return ScipRange{parts[0], parts[1], parts[2], parts[3]};
}

/// The text of a Document message.
std::string_view text_of(std::string_view document) {
  std::string_view text;
  Wire wire(document);
  while (const auto field = wire.next())
    if (field->number == document_text) text = field->bytes;
  return text;
}

class Reader {
 public:
  ScipDocument read(std::string_view message) {
    Wire wire(message);
    while (const auto field = wire.next()) {
      if (field->number == document_path) made_.path = field->bytes;
      if (field->number == document_language) made_.language = field->bytes;
      if (field->number == document_occurrence) read_occurrence(field->bytes);
      if (field->number == document_symbol) read_symbol(field->bytes);
    }
    return std::move(made_);
  }

 private:
  void read_occurrence(std::string_view message) {
    Wire wire(message);
    ScipOccurrence one;
    range_.clear();
    enclosing_.clear();
    while (const auto field = wire.next()) {
      if (field->number == occurrence_range) append_integers(*field, range_);
      if (field->number == occurrence_enclosing) append_integers(*field, enclosing_);
      if (field->number == occurrence_symbol) one.symbol = field->bytes;
      if (field->number == occurrence_roles) one.roles = field->value;
    }
    const auto range = range_of(range_);
    if (!range || one.symbol.empty()) return;
    one.range = *range;
    one.enclosing = range_of(enclosing_);
    made_.occurrences.push_back(one);
  }

  void read_symbol(std::string_view message) {
    Wire wire(message);
    std::string_view name;
    ScipInformation information;
    while (const auto field = wire.next()) {
      if (field->number == symbol_name) name = field->bytes;
      if (field->number == symbol_documentation) information.documentation.push_back(field->bytes);
      if (field->number == symbol_kind) information.kind = field->value;
      if (field->number == symbol_signature) information.signature = text_of(field->bytes);
      if (field->number == symbol_relationship) {
        std::string_view to;
        bool implements = false;
        Wire relation(field->bytes);
        while (const auto part = relation.next()) {
          if (part->number == relationship_symbol) to = part->bytes;
          if (part->number == relationship_implements) implements = part->value != 0;
        }
        if (implements) information.implements.push_back(to);
      }
    }
    made_.symbols[name] = std::move(information);
  }

  ScipDocument made_;
  std::vector<int64_t> range_, enclosing_;  // of the occurrence being read
};

}  // namespace

ScipDocument read_document(std::string_view message) { return Reader().read(message); }

}  // namespace dossier::indexes
