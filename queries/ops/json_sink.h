#pragma once
// An answer as one JSON value, as HTTP gives it: fields and rows in the order in which they begin,
// but rows before any field stand behind all of them. So an op that knows only after its rows what
// is to be said before them writes no row twice.
#include "engine/json.h"
#include "queries/ops/op.h"

namespace dossier {

/// Nothing of what is absent.
void write_value(JsonWriter& json, const Value& value);
/// {"key":value,…} of a row's values that are there.
void write_row(JsonWriter& json, std::span<const Column> columns, std::span<const Value> values);

class JsonSink final : public Sink {
 public:
  JsonSink() { fields_.begin_object(); }
  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override { write_row(rows_, columns_, values); }
  void note(std::string_view text) override {
    if (!text.empty()) field("note", text);
  }
  void end(const Outcome& outcome) override;

  /// Once, at the end.
  std::string take() { return std::move(body_); }

 private:
  void place_rows();

  JsonWriter fields_, rows_;
  std::string_view key_;
  std::span<const Column> columns_;
  bool has_fields_ = false, has_rows_ = false;
  bool is_last_ = false;  // the rows stand behind every field
  std::string body_;
};

/// An op's answer and how it ended.
struct JsonAnswer : Outcome {
  std::string body;
};
JsonAnswer run_to_json(Store& store, const Op& op, const Arguments& arguments);

}  // namespace dossier
