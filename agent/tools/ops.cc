// A tool per op; names, fields and documentation come from the op table.
#include <algorithm>

#include "agent/tools/tools.h"
#include "queries/ops/ops.h"
#include "queries/ops/tree_sink.h"

namespace dossier {
namespace {

std::string text_of(const Json& value) {
  if (value.string() != nullptr) return *value.string();
  if (value.boolean() != nullptr) return *value.boolean() ? "1" : "";
  return value.dump();
}

Json schema_of_op(const Op& op) {
  std::vector<std::string> names;
  for (const auto& field : op.fields)
    names.push_back(std::string(field.name) + (field.positional ? "" : "?"));
  std::vector<SchemaField> fields;
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const auto& field = op.fields[i];
    fields.push_back({names[i],
                      field.is_number()             ? "integer"
                      : field.type == OpField::flag ? "boolean"
                                                    : "string",
                      field.doc});
  }
  return schema_of(fields);
}

// The input of the op's example, a command line of positional words: the last field takes what is
// left, without its quotes.
std::vector<Json> examples_of(const Op& op) {
  const std::string before = "dossier " + std::string(op.command) + " ";
  std::string_view rest = op.example;
  rest.remove_prefix(std::min(before.size(), rest.size()));
  Json input = Json::object();
  const auto positional = [](const OpField& field) { return field.positional; };
  auto left = std::count_if(op.fields.begin(), op.fields.end(), positional);
  for (const auto& field : op.fields) {
    if (!field.positional || rest.empty()) continue;
    const size_t end = --left == 0 ? rest.size() : std::min(rest.find(' '), rest.size());
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.size() >= 2 && word.front() == '\'' && word.back() == '\'')
      word = word.substr(1, word.size() - 2);
    input.set(field.name, word);
  }
  return {std::move(input)};
}

void run_op(Store& store, const Op& op, const std::string& project, const std::string& snapshot,
            const Json& input, ToolResult& result) {
  Arguments arguments;
  for (const auto& [key, value] : *input.fields())
    if (key != "cursor") arguments.set(key, text_of(value));
  // The rest of it is where dispatch cuts.
  if (const auto cursor = result_cursor(input.text("cursor")).of_op; !cursor.empty())
    arguments.set("cursor", std::string(cursor));
  if (!arguments.has("project") && !project.empty()) arguments.set("project", project);
  if (!arguments.has("snapshot") && !snapshot.empty()) arguments.set("snapshot", snapshot);
  TreeSink sink;
  const Outcome outcome = run(store, op, arguments, sink);
  result.ok = outcome.refusal.empty();
  if (!result.ok) {
    result.result = outcome.refusal;
    return;
  }
  result.total = outcome.complete.total;
  result.returned = outcome.complete.returned;
  result.truncated = outcome.complete.truncated;
  result.result = sink.take();
}

}  // namespace

void add_op_tools(Toolbox& tools, Store& store, std::string project, std::string snapshot) {
  for (const Op* op : ops())
    tools.add({{std::string(op->tool), std::string(op->summary), schema_of_op(*op)},
               Capability::lookup,
               false,
               [&store, op, project, snapshot](const Json& input, const EditListener&,
                                               ToolResult& result) {
                 run_op(store, *op, project, snapshot, input, result);
               },
               "code",
               {"lookup", std::string(op->command)},
               std::nullopt,
               examples_of(*op)});
}

}  // namespace dossier
