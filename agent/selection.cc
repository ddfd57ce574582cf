#include "agent/selection.h"

#include <algorithm>

#include "agent/json_texts.h"

namespace dossier {
namespace {

constexpr std::string_view kSelectedMark = "\n\n# Selected in the program\n\n";
constexpr int64_t kNear = 24;  // siblings, and callers

std::string without_parameters(const std::string& name) { return name.substr(0, name.find('(')); }

std::string as_pattern(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}<>`").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

void add_name(std::vector<std::string>& names, const std::string& name, const std::string& but) {
  const std::string bare = without_parameters(name);
  if (!bare.empty() && bare != but && std::find(names.begin(), names.end(), bare) == names.end())
    names.push_back(bare);
}

ToolResult looked_up(const Toolbox& tools, std::string_view tool, std::string_view field,
                     const std::string& value) {
  return tools.dispatch(
      {{}, std::string(tool), Json::object({{std::string(field), value}, {"maxResults", kNear}})},
      nullptr);
}

// The symbols directly in `owner`.
void add_siblings(const Toolbox& tools, const std::string& owner, Selection& out) {
  const auto found =
      looked_up(tools, "broad_lookup", "pattern", "^" + as_pattern(owner) + "\\.[^.(]+(?:\\(|$)");
  for (const auto& row : found.result.each())
    if (row.text("fullName").starts_with(owner + "."))
      add_name(out.siblings, row.text("fullName"), out.symbol);
}

void add_callers(const Toolbox& tools, Selection& out) {
  const bool is_type = out.kind == "type";
  const auto found = looked_up(tools, is_type ? "type_refs" : "callers", "identifier", out.symbol);
  for (const auto& row : found.result[is_type ? "hits" : "callers"].each())
    add_name(out.callers, row.text(is_type ? "fullName" : "caller"), out.symbol);
}

}  // namespace

Selection selection_of(const Toolbox& tools, const std::string& symbol) {
  Selection out{symbol, {}, {}, {}, {}};
  const ToolResult known =
      tools.dispatch({{}, "clear_lookup", Json::object({{"identifier", symbol}})}, nullptr);
  if (known.ok && known.result.text("status") == "ok") {
    const std::string& member = known.result.text("memberFullName");
    const std::string& type = known.result.text("typeFullName");
    out.kind = member.empty() ? "type" : "member";
    out.symbol = member.empty() ? type : without_parameters(member);
    const size_t dot = type.find_last_of(".+/");
    out.owner = !member.empty() ? type : dot == type.npos ? "" : type.substr(0, dot);
    // What a type holds is nearer to it than what stands beside it.
    if (member.empty()) add_siblings(tools, type, out);
    if (!out.owner.empty()) add_siblings(tools, out.owner, out);
    add_callers(tools, out);
    return out;
  }
  const auto modules = looked_up(tools, "broad_lookup", "pattern", "^" + as_pattern(symbol) + "$");
  for (const auto& row : modules.result.each())
    if (row.text("kind") == "module") out.kind = "module";
  return out;
}

std::string with_selection(const std::string& question, const Selection& selection) {
  return question + std::string(kSelectedMark) +
         Json::object({{"symbol", selection.symbol},
                       {"kind", selection.kind},
                       {"owner", selection.owner},
                       {"siblings", list_of(selection.siblings)},
                       {"callers", list_of(selection.callers)}})
             .dump();
}

Asked asked_in(const std::string& text) {
  const size_t at = text.rfind(kSelectedMark);
  if (at == text.npos) return {text, {}};
  const Json json = peer_json(std::string_view(text).substr(at + kSelectedMark.size()));
  if (json.fields() == nullptr) return {text, {}};
  return {text.substr(0, at),
          {json.text("symbol"), json.text("kind"), json.text("owner"), texts_in(json["siblings"]),
           texts_in(json["callers"])}};
}

}  // namespace dossier
