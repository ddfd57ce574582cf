#include <algorithm>

#include "engine/nearest.h"
#include "queries/lang/resolver.h"

namespace dossier::lang {

std::string Resolver::column(const Node& node, std::string_view name) {
  std::vector<std::string_view> known(columns().begin(), columns().end());
  if (node.name == "sort") known.insert(known.end(), measures().begin(), measures().end());
  if (std::find(known.begin(), known.end(), name) == known.end())
    fail("'" + node.name + ":' cannot use '" + std::string(name) + "'" +
             (node.name == "select" && name.starts_with("symbol")
                  ? " (kind: chooses what is found: kind:method)"
                  : suggestion(name, known)),
         node.values[0].span);
  return std::string(name);
}

// As select:(kind,full) and select:kind,full name them.
std::vector<std::string> Resolver::columns_of(const Node& node) {
  std::vector<std::string> out;
  for (const auto& item : node.values)
    for (size_t from = 0; from <= item.text.size();) {
      const size_t comma = std::min(item.text.find(',', from), item.text.size());
      out.push_back(column(node, std::string_view(item.text).substr(from, comma - from)));
      from = comma + 1;
    }
  return out;
}

void Resolver::directive(const Node& node) {
  const Value& value = node.values[0];
  if (node.name == "select") out_.select = columns_of(node);
  if (node.name == "count") {
    out_.count = columns_of(node);
    if (out_.count.size() > 2) fail("'count:' takes one column or two", node.span);
  }
  if (node.name == "select" || node.name == "count") return;
  if (node.values.size() != 1) fail("'" + node.name + ":' takes one value", node.span);
  if (node.name == "at") out_.at = value.text;
  if (node.name == "limit") out_.limit = integer(value, 1);
  if (node.name == "offset") out_.offset = integer(value, 0);
  if (node.name == "budget") out_.budget = integer(value, 1);
  if (node.name == "case") {
    minds_case_ = value.text == "yes";
    if (value.text != "yes" && value.text != "no") fail("'case:' takes yes or no", value.span);
  }
  if (node.name != "sort") return;
  out_.descending = value.text.starts_with('-');
  out_.sort = column(node, std::string_view(value.text).substr(out_.descending ? 1 : 0));
}

}  // namespace dossier::lang
