#pragma once
// What an agent may call: a name, a schema, a capability and a function. One registry and one
// dispatch for every dialect: look up, check the input against the schema, run, cut to size. The
// permission and the record belong to the transcript, which calls this. A tool's failure is a
// result that the model reads, never the end of the session.
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model.h"
#include "agent/policy.h"
#include "agent/turn.h"
#include "agent/workspace.h"

namespace dossier {

struct Tool {
  ToolSpec spec;
  Capability capability = Capability::lookup;
  bool hidden = false;  // the program's own: no model is told of it
  /// Fills the result's ok, counts and value. May throw Error: dispatch makes it a failed result.
  std::function<void(const Json& input, const EditListener& on_edit, ToolResult& result)> run;
};

class Toolbox {
 public:
  void add(Tool tool) { tools_.push_back(std::move(tool)); }
  /// Null when there is no such tool.
  const Tool* find(std::string_view name) const;
  std::vector<ToolSpec> specs() const;
  /// Those alone that look the store up: what Ask mode offers.
  std::vector<ToolSpec> lookups() const;
  /// The tools as a prompt lists them: "name(field: type, …): description", one a line.
  std::string listing() const;

  /// Look up, validate, run, cut. Never throws for what a tool does.
  ToolResult dispatch(const ToolCall& call, const EditListener& on_edit) const;

 private:
  std::vector<Tool> tools_;
};

/// Results longer than this are cut: 20,000 tokens, taken as four bytes each.
inline constexpr size_t kMaxResultBytes = 80'000;

/// Cuts the result's value to the limit, from the row or byte that `cursor` names; sets truncated
/// and the cursor that leads to the rest.
void cut(ToolResult& result, std::string_view cursor, size_t limit = kMaxResultBytes);

/// {"type":"object",…} of fields "name", "type" and "doc"; names ending in '?' are optional.
struct SchemaField {
  std::string_view name, type, doc;
};
Json schema_of(std::span<const SchemaField> fields);

}  // namespace dossier
