#pragma once
// The tools that an agent can call: a name, a schema, a capability and a function. All dialects
// share one registry and one dispatch: look up the tool, check the input against its schema, run
// it, truncate the result. The transcript, which calls dispatch, handles permission and recording.
// The failure of a tool is a result that the model reads; it never ends the session.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model.h"
#include "agent/policy.h"
#include "agent/turn.h"
#include "agent/workspace.h"

namespace dossier {

/// How much a call can spoil.
enum class Risk : uint8_t { low, medium, high };
std::string_view name_of(Risk risk);

struct Tool {
  ToolSpec spec;
  Capability capability = Capability::lookup;
  bool hidden = false;  // internal: not shown to models
  /// Sets the result's ok, counts and value. It may throw Error, which dispatch turns into a failed
  /// result.
  std::function<void(const Json& input, const EditListener& on_edit, ToolResult& result)> run;
  // What it is about, for finding it among many: filesystem, browser, network, utils, agent, mcp,
  // code.
  std::string category = "utils";
  std::vector<std::string> tags{};
  std::optional<Risk> risk{};    // absent: what its capability says
  std::vector<Json> examples{};  // inputs
  bool concurrent = false;       // several threads may run it at once; such a tool edits nothing
  // Of another program: its own schema decides what it takes, and its result cannot be read on,
  // since that would call it again.
  bool external = false;

  Risk how_risky() const;
};

class Toolbox {
 public:
  void add(Tool tool) { tools_.push_back(std::move(tool)); }
  const std::vector<Tool>& all() const { return tools_; }
  /// Null if there is no such tool.
  const Tool* find(std::string_view name) const;
  std::vector<ToolSpec> specs() const;
  /// The tools that only look things up in the store: those of Ask mode.
  std::vector<ToolSpec> lookups() const;
  /// The tools for a prompt: "name(field: type, …): description", one per line.
  std::string listing() const;

  /// Results are cut to this instead, if it is less than kMaxResultBytes.
  void limit_results(size_t bytes) { result_bytes_ = bytes; }
  /// Looks up, validates, runs, truncates. Failures of the tool do not throw.
  ToolResult dispatch(const ToolCall& call, const EditListener& on_edit) const;

 private:
  std::vector<Tool> tools_;
  size_t result_bytes_ = SIZE_MAX;
};

/// The tool whose calls are scripts, which call others (agent/auto).
inline constexpr std::string_view kAutoTool = "run_auto_tool";

/// Longer results are truncated: 20,000 tokens of four bytes each.
inline constexpr size_t kMaxResultBytes = 80'000;

/// What a cursor names: a row or byte of a result that was cut, a place in the answer of an op that
/// counts its own (find), or both: "120", "1,3@50@9262ae31", "120:1,3@50@9262ae31".
struct ResultCursor {
  size_t position = 0;
  std::string_view of_op;
};
ResultCursor result_cursor(std::string_view text);

/// Truncates the result's value to the limit, from the row or byte that `cursor` names on, and sets
/// `truncated` and the cursor of the rest.
void cut(ToolResult& result, std::string_view cursor, size_t limit = kMaxResultBytes);

/// A JSON Schema {"type":"object",…} of fields; a name that ends in '?' is optional.
struct SchemaField {
  std::string_view name, type, doc;
};
Json schema_of(std::span<const SchemaField> fields);

}  // namespace dossier
