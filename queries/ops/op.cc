#include "queries/ops/op.h"

#include <algorithm>

#include "engine/json.h"
#include "store/freshness.h"

namespace dossier {

const std::string& Arguments::text(const std::string& name) const {
  static const std::string kNone;
  const auto at = values_.find(name);
  return at == values_.end() ? kNone : at->second;
}

bool Arguments::flag(const std::string& name) const {
  return has(name) && text(name) != "false" && text(name) != "0";
}

Answer run(Store& store, const Op& op, const Arguments& arguments) {
  for (const auto& field : op.fields) {
    const std::string& said = arguments.text(std::string(field.name));
    if (field.type == OpField::flag && !said.empty() && said != "true" && said != "false" &&
        said != "1" && said != "0")
      return refusal(400, std::string(field.name) + " must be true or false");
  }
  const Transaction snapshot(store.database(), Transaction::reading);
  Answer answer = op.run(store, arguments);
  if (op.looks_for_stale && answer.status == 200)
    answer.complete.stale =
        answer.complete.stale ||
        names_stale_file(store, parse_scope(answer.complete.snapshots), answer.body);
  return answer;
}

Answer refusal(int status, std::string_view text) {
  Answer answer;
  answer.status = status;
  answer.body = JsonWriter().begin_object().field("error", text).end_object().take();
  return answer;
}

std::optional<int64_t> parse_cap(std::string_view text, int64_t cap) {
  if (text.empty()) return cap;
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = std::min<int64_t>(value * 10 + (c - '0'), 1'000'000'000);
  }
  if (value == 0) return cap;
  return negative ? 1 : std::min(value, cap);
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
