#include "queries/ops/freshness_sink.h"

namespace dossier {

void FreshnessSink::field(std::string_view key, const Value& value) {
  for (const Column& column : op_.columns)
    if (column.names == Column::path && column.key == key) look_at(value.text());
  to_.field(key, value);
}

void FreshnessSink::begin_rows(std::string_view key, std::span<const Column> columns) {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].names == Column::path) paths_.push_back(i);
  to_.begin_rows(key, columns);
}

void FreshnessSink::row(std::span<const Value> values) {
  for (const size_t at : paths_) look_at(values[at].text());
  to_.row(values);
}

void FreshnessSink::look_at(std::string_view path) {
  if (!looks_) return;
  if (!fresh_) fresh_.emplace(store_, question_.scope());
  fresh_->note(path);
}

}  // namespace dossier
