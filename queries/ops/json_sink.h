#pragma once
// An answer as one JSON value, as HTTP returns it. Fields and rows appear in the order in which
// they begin, except that rows that begin before any field go after all fields. An op can therefore
// write fields that it knows only after its rows.
#include "engine/json.h"
#include "queries/ops/op.h"

namespace dossier {

/// Writes nothing for an absent value.
void write_value(JsonWriter& json, const Value& value);
/// {"key":value,…} with the values of a row that are present.
void write_row(JsonWriter& json, std::span<const Column> columns, std::span<const Value> values);

class JsonSink final : public Sink {
 public:
  JsonSink() { fields_.begin_object(); }
  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override { write_row(rows_, columns_, values); }
  void note(std::string_view text) override;
  void end(const Outcome& outcome) override;

  /// The JSON. Call once, at the end.
  std::string take() { return std::move(body_); }
  /// A note that the JSON has no place for, because it is the rows alone; "" = none.
  const std::string& note_beside() const { return note_; }

 private:
  void place_rows();

  JsonWriter fields_, rows_;
  std::string_view key_;
  std::span<const Column> columns_;
  bool has_fields_ = false, has_rows_ = false;
  bool is_last_ = false;  // the rows go after every field
  std::string note_, body_;
};

/// An op's answer and how it ended.
struct JsonAnswer : Outcome {
  std::string body;
  std::string note_beside;  // as JsonSink has it
};
JsonAnswer run_to_json(Store& store, const Op& op, const Arguments& arguments);

}  // namespace dossier
