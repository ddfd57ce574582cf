#include "queries/ops/op.h"

#include <algorithm>

#include "engine/mapped_files.h"
#include "queries/graph/identifier.h"
#include "queries/ops/freshness_sink.h"
#include "queries/ops/scope_fields.h"

namespace dossier {
namespace {

constexpr int64_t kNoLimit = INT64_MAX - 1;

bool is_flag(std::string_view text) {
  return text.empty() || text == "true" || text == "false" || text == "1" || text == "0";
}

}  // namespace

const std::string& Arguments::text(std::string_view name) const {
  static const std::string kNone;
  const auto& values = all(name);
  return values.empty() ? kNone : values.back();
}

const std::vector<std::string>& Arguments::all(std::string_view name) const {
  static const std::vector<std::string> kNone;
  const auto at = values_.find(name);
  return at == values_.end() ? kNone : at->second;
}

std::string Question::problem() const {
  for (const auto& field : op_.fields)
    if (field.type == OpField::flag && !is_flag(text(field.name)))
      return std::string(field.name) + " must be true or false";
  for (const auto& field : op_.fields)
    if (field.most != 0 && !text(field.name).empty() && !parse_cap(text(field.name), field.most))
      return std::string(field.name) + " must be an integer";
  std::string required;
  bool is_missing = false;
  for (const auto& field : op_.fields) {
    if (!field.positional || field.refuses) continue;
    required += (required.empty() ? "'" : " or '") + std::string(field.name) + "'";
    is_missing = is_missing || (field.type == OpField::symbol ? symbol(field.name).empty()
                                                              : text(field.name).empty());
  }
  return is_missing ? "missing " + required + " query parameter" : std::string();
}

std::string_view Question::symbol(std::string_view name) const {
  return normal_identifier(text(name));
}

bool Question::flag(std::string_view name) const {
  return arguments_.has(name) && text(name) != "false" && text(name) != "0";
}

const OpField& Question::field(std::string_view name) const {
  return *std::find_if(op_.fields.begin(), op_.fields.end(),
                       [&](const OpField& field) { return field.name == name; });
}

int64_t Question::number(std::string_view name) const {
  const OpField& declared = field(name);
  return text(name).empty() ? declared.otherwise : *parse_cap(text(name), declared.most);
}

int64_t Question::limit() const {
  const OpField* declared = op_.limit();
  if (!arguments_.unlimited) return declared ? number(declared->name) : kLookupCap;
  const bool is_given = declared && !text(declared->name).empty();
  return is_given ? *parse_cap(text(declared->name), kNoLimit) : kNoLimit;
}

const Scope& Question::scope() {
  if (!scope_) scope_ = store_.scope(text("project"), text("snapshot"));
  return *scope_;
}

Answer::Answer(FreshnessSink& sink, const Op& op, int64_t limit)
    : sink_(sink), op_(op), limit_(limit) {}

void Answer::field(std::string_view key, const Value& value) { sink_.field(key, value); }

void Answer::begin_rows() { begin_rows(op_.columns); }

void Answer::begin_rows(std::span<const Column> columns) { sink_.begin_rows(op_.rows, columns); }

bool Answer::row(std::span<const Value> values) {
  auto& complete = outcome.complete;
  complete.truncated = is_full();
  complete.exact = !complete.truncated;
  if (complete.truncated) return false;
  ++complete.total;
  ++complete.returned;
  sink_.row(values);
  return true;
}

void Answer::count(int64_t total) {
  auto& complete = outcome.complete;
  complete.total = total;
  complete.exact = true;
  complete.truncated = complete.returned < total;
}

void Answer::note(std::string_view text) { sink_.note(text); }

void Answer::refuse(std::string text) {
  sink_.field("error", text);
  outcome.refusal = std::move(text);
}

bool Answer::names_stale_file() const { return sink_.stale(); }

void Answer::ignore_stale_files() { sink_.stop(); }

const OpField* Op::limit() const {
  const auto at = std::find_if(fields.begin(), fields.end(),
                               [](const OpField& field) { return field.type == OpField::limit; });
  return at == fields.end() ? nullptr : &*at;
}

Outcome run(Store& store, const Op& op, const Arguments& arguments, Sink& sink) {
  Outcome outcome;
  {
    const Transaction snapshot(store.database(), Transaction::reading);
    Question question(store, op, arguments);
    FreshnessSink fresh(sink, store, question, op);
    std::string problem = question.problem();
    Answer answer(fresh, op, problem.empty() ? question.limit() : 0);
    if (problem.empty())
      op.run(store, question, answer);
    else
      answer.refuse(std::move(problem));
    outcome = std::move(answer.outcome);
    if (outcome.complete.snapshots.empty() && question.has_scope())
      outcome.complete.snapshots = question.scope().text();
    outcome.complete.stale = outcome.complete.stale || fresh.stale();
    // Also what was read after the last step.
    check_files(store.database().handle());
  }
  sink.end(outcome);
  return outcome;
}

std::optional<int64_t> parse_cap(std::string_view text, int64_t most) {
  if (text.empty()) return most;
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = std::min<int64_t>(value * 10 + (c - '0'), 1'000'000'000);
  }
  if (value == 0) return most;
  return negative ? 1 : std::min(value, most);
}

std::string in_quotes(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      if (c == '\'' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "'";
}

}  // namespace dossier
