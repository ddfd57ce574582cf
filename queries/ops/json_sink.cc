#include "queries/ops/json_sink.h"

#include "engine/json_value.h"
#include "engine/path_text.h"

namespace dossier {
namespace {

struct Writing {
  JsonWriter& json;

  void operator()(Value::Absent) const {}
  void operator()(std::nullptr_t) const { json.null(); }
  void operator()(bool flag) const { json.value(flag); }
  void operator()(int64_t number) const { json.value(number); }
  void operator()(double number) const { json.raw(Json(number).dump()); }  // 1.0, not 1
  void operator()(std::string_view text) const { json.value(text); }
  void operator()(Value::Texts texts) const {
    json.begin_array();
    for (const auto& text : texts) json.value(std::string_view(text));
    json.end_array();
  }
  void operator()(Value::List items) const {
    json.begin_array();
    for (const auto& item : items) write_value(json, item);
    json.end_array();
  }
  void operator()(Value::Object cells) const {
    json.begin_object();
    for (const auto& [key, value] : cells) write_value(json.key(key), value);
    json.end_object();
  }
};

}  // namespace

void write_value(JsonWriter& json, const Value& value) { std::visit(Writing{json}, value.any()); }

void write_row(JsonWriter& json, std::span<const Column> columns, std::span<const Value> values) {
  json.begin_object();
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_absent()) continue;
    json.key(columns[i].key);
    if (columns[i].names == Column::path && is_odd_path(values[i].text()))
      json.value(path_text(values[i].text()));
    else
      write_value(json, values[i]);
  }
  json.end_object();
}

void JsonSink::field(std::string_view key, const Value& value) {
  if (value.is_absent()) return;
  if (!is_last_) place_rows();
  write_value(fields_.key(key), value);
  has_fields_ = true;
}

void JsonSink::note(std::string_view text) {
  if (has_rows_ && key_.empty())
    note_ = text;
  else if (!text.empty())
    field("note", text);
}

void JsonSink::begin_rows(std::string_view key, std::span<const Column> columns) {
  key_ = key;
  columns_ = columns;
  has_rows_ = true;
  is_last_ = !has_fields_;
  rows_.begin_array();
}

void JsonSink::place_rows() {
  if (!has_rows_) return;
  fields_.key(key_).raw(rows_.end_array().text());
  has_rows_ = false;
}

void JsonSink::end(const Outcome&) {
  if (has_rows_ && key_.empty()) {
    body_ = rows_.end_array().take();
  } else {
    place_rows();
    body_ = fields_.end_object().take();
  }
}

JsonAnswer run_to_json(Store& store, const Op& op, const Arguments& arguments) {
  JsonSink sink;
  JsonAnswer answer{run(store, op, arguments, sink), {}, {}};
  answer.body = sink.take();
  answer.note_beside = sink.note_beside();
  return answer;
}

}  // namespace dossier
