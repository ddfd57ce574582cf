#include "agent/prices/prices.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>

#include "agent/price_data.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier {
namespace {

// The model's own name: "gpt-4o" of "openai:gpt-4o@https://…".
std::string_view own_name(std::string_view specification) {
  for (const std::string_view kind : {"openai:", "anthropic:"})
    if (specification.starts_with(kind)) {
      const auto name = specification.substr(kind.size());
      return name.substr(0, std::min(name.find("@http"), name.size()));
    }
  return specification;
}

// A number, or nothing for "-"; `is_wrong` if it is neither.
template <typename Number>
std::optional<Number> number_in(const std::string& word, bool& is_wrong) {
  Number value{};
  const char* end = word.data() + word.size();
  if (word == "-") return std::nullopt;
  const auto read = std::from_chars(word.data(), end, value);
  is_wrong |= read.ec != std::errc() || read.ptr != end || !(value >= 0);
  return value;
}

const ModelPrice* best_row(std::string_view name, const std::vector<ModelPrice>& table) {
  const ModelPrice* best = nullptr;
  for (const auto& row : table)
    if (name.starts_with(row.name) && (best == nullptr || row.name.size() > best->name.size()))
      best = &row;
  return best;
}

const std::vector<ModelPrice>& own_prices() {
  static const std::vector<ModelPrice> kTable = [] {
    const char* path = std::getenv("DOSSIER_PRICES");
    if (path == nullptr || *path == '\0') return std::vector<ModelPrice>();
    return read_prices(read_unreserved(path), path);
  }();
  return kTable;
}

const std::vector<ModelPrice>& list_prices() {
  static const std::vector<ModelPrice> kTable =
      read_prices(price_data::files().front().text, price_data::files().front().name);
  return kTable;
}

}  // namespace

std::vector<ModelPrice> read_prices(std::string_view text, std::string_view path) {
  std::vector<ModelPrice> out;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string name, input, output, context, more;
    if (!(words >> name) || name.starts_with('#')) continue;
    bool is_wrong = !(words >> input >> output >> context) || (words >> more);
    ModelPrice row{name, number_in<double>(input, is_wrong), number_in<double>(output, is_wrong),
                   number_in<int64_t>(context, is_wrong)};
    if (is_wrong)
      throw Error(ErrorCode::invalid, "write a name, two prices and a number of tokens, or -",
                  std::string(path) + ":" + std::to_string(number));
    out.push_back(std::move(row));
  }
  return out;
}

ModelPrice price_of(std::string_view specification, const std::vector<ModelPrice>& first,
                    const std::vector<ModelPrice>& second) {
  for (const auto* table : {&first, &second})
    for (const auto name : {own_name(specification), specification})
      if (const ModelPrice* row = best_row(name, *table)) return *row;
  return {};
}

ModelPrice price_of(std::string_view specification) {
  return price_of(specification, own_prices(), list_prices());
}

std::vector<Spent> spent_in(const std::vector<SessionEvent>& record) {
  std::vector<Spent> out;
  std::string model;
  for (const auto& event : record) {
    if (event.kind == EventKind::started) model = body_of(event).text("model");
    if (event.kind != EventKind::model_settled) continue;
    const Json body = body_of(event);
    if (body.find("error") != nullptr) continue;
    auto spent = std::find_if(out.begin(), out.end(),
                              [&](const Spent& known) { return known.model == model; });
    if (spent == out.end()) spent = out.insert(out.end(), Spent{model, 0, 0, 0, true, {}});
    const int64_t in = body.number("tokens_in", -1), written = body.number("tokens_out", -1);
    ++spent->replies;
    spent->tokens_in += std::max<int64_t>(0, in);
    spent->tokens_out += std::max<int64_t>(0, written);
    if (in < 0 || written < 0) spent->is_counted = false;
  }
  for (auto& spent : out) {
    const ModelPrice price = price_of(spent.model);
    const bool is_free = price.input == 0.0 && price.output == 0.0;
    if (price.input && price.output && (spent.is_counted || is_free))
      spent.cost = (static_cast<double>(spent.tokens_in) * *price.input +
                    static_cast<double>(spent.tokens_out) * *price.output) /
                   1e6;
  }
  return out;
}

}  // namespace dossier
