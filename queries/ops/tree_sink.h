#pragma once
// An answer as a value for its caller to work with: the same value that parsing its JSON gives.
#include "engine/json_value.h"
#include "queries/ops/op.h"

namespace dossier {

class TreeSink final : public Sink {
 public:
  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override;
  void note(std::string_view text) override;
  void end(const Outcome& outcome) override;

  /// The value. Call once, at the end.
  Json take() { return std::move(body_); }

 private:
  Json::Object fields_;
  Json::Array rows_;
  std::string_view key_;
  std::span<const Column> columns_;
  std::optional<size_t> place_;  // of the rows among the fields
  Json body_;
};

/// The text as JSON preserves it: invalid UTF-8 becomes U+FFFD.
std::string well_formed(std::string_view text);
/// Null for an absent value.
Json json_of(const Value& value);
/// Of a column: a path as engine/path_text.h has it.
Json json_of(const Column& column, const Value& value);

}  // namespace dossier
