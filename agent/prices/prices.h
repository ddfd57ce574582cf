#pragma once
// What models cost and how much fits into their context, from a table in a data file
// (agent/prices/prices.txt, and the file that $DOSSIER_PRICES names before it), and what a session
// has spent. A price that the table does not have is unknown, never zero.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/event.h"

namespace dossier {

struct ModelPrice {
  std::string name;             // the beginning of models' names
  std::optional<double> input;  // US dollars for a million tokens
  std::optional<double> output;
  std::optional<int64_t> context;  // tokens
};

/// Reads a table. Throws Error{invalid} naming the line that is not a row.
std::vector<ModelPrice> read_prices(std::string_view text, std::string_view path);

/// The row of the longest name with which the model that a specification opens begins, by its own
/// name or by its specification; a row of `first` goes before one of `second`. Empty if there is
/// none.
ModelPrice price_of(std::string_view specification, const std::vector<ModelPrice>& first,
                    const std::vector<ModelPrice>& second = {});
/// The same in the tables of this program.
ModelPrice price_of(std::string_view specification);

/// What one model was sent and wrote in a session.
struct Spent {
  std::string model;
  int64_t replies = 0;
  int64_t tokens_in = 0, tokens_out = 0;
  bool is_counted = true;      // by the provider, all of them
  std::optional<double> cost;  // US dollars; absent if the price or a count is unknown
};
/// By model, in the order of their first replies.
std::vector<Spent> spent_in(const std::vector<SessionEvent>& record);

}  // namespace dossier
