#include "queries/ops/tree_sink.h"

#include "engine/path_text.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

// Of an answer that is rows alone, where there is something to say beside them.
constexpr std::string_view kRows = "rows";

struct Reading {
  Json operator()(Value::Absent) const { return {}; }
  Json operator()(std::nullptr_t) const { return {}; }
  Json operator()(bool flag) const { return flag; }
  Json operator()(int64_t number) const { return number; }
  Json operator()(double number) const { return number; }
  Json operator()(std::string_view text) const { return well_formed(text); }
  Json operator()(Value::Texts texts) const {
    Json::Array out;
    for (const auto& text : texts) out.emplace_back(well_formed(text));
    return out;
  }
  Json operator()(Value::List items) const {
    Json::Array out;
    for (const auto& item : items) out.push_back(json_of(item));
    return out;
  }
  Json operator()(Value::Object cells) const {
    Json::Object out;
    for (const auto& [key, value] : cells) out.emplace_back(key, json_of(value));
    return out;
  }
};

}  // namespace

std::string well_formed(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    append_utf8(out, next.valid ? next.code : U'\uFFFD');
    at += next.length;
  }
  return out;
}

Json json_of(const Value& value) { return std::visit(Reading{}, value.any()); }

Json json_of(const Column& column, const Value& value) {
  const bool is_odd = column.names == Column::path && is_odd_path(value.text());
  return is_odd ? Json(path_text(value.text())) : json_of(value);
}

void TreeSink::field(std::string_view key, const Value& value) {
  if (!value.is_absent()) fields_.emplace_back(key, json_of(value));
}

void TreeSink::begin_rows(std::string_view key, std::span<const Column> columns) {
  key_ = key;
  columns_ = columns;
  place_ = fields_.empty() ? SIZE_MAX : fields_.size();  // as JsonSink places them
}

void TreeSink::row(std::span<const Value> values) {
  Json::Object cells;
  cells.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    if (!values[i].is_absent())
      cells.emplace_back(columns_[i].key, json_of(columns_[i], values[i]));
  rows_.emplace_back(std::move(cells));
}

void TreeSink::note(std::string_view text) {
  if (!text.empty()) field("note", text);
}

void TreeSink::end(const Outcome&) {
  if (place_ && key_.empty() && fields_.empty()) {
    body_ = std::move(rows_);
    return;
  }
  if (place_) {
    const auto at = static_cast<std::ptrdiff_t>(std::min(*place_, fields_.size()));
    fields_.emplace(fields_.begin() + at, key_.empty() ? kRows : key_, std::move(rows_));
  }
  body_ = std::move(fields_);
}

}  // namespace dossier
