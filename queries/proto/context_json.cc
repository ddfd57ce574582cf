// A context as master_context.json and the files beside it.
#include <cmath>

#include "engine/json.h"
#include "engine/unified_diff.h"
#include "queries/proto/context.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostPaths = 20'000;  // of a list

Json list_of(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const auto& text : texts) {
    if (list.each().size() == kMostPaths) break;
    list.add(text);
  }
  return list;
}

Json list_of_paths(const std::vector<std::string>& paths) {
  Json list = Json::array();
  for (const auto& path : paths) {
    if (list.each().size() == kMostPaths) break;
    list.add(path_text(path));
  }
  return list;
}

double hundredths(double value) { return std::round(value * 100) / 100; }

Json structure_of(const DirectoryStructure& structure) {
  Json near = Json::object();
  for (const auto& [folder, paths] : structure.near_changed)
    near.set(path_text(folder), list_of_paths(paths));
  return Json::object({{"top_level", list_of_paths(structure.top_level)},
                       {"near_changed", std::move(near)},
                       {"note", structure.note}});
}

Json categories_of(const Context& context) {
  return Json::object(
      {{"proto_files", list_of_paths(context.paths_of(Category::schema))},
       {"generated_files", list_of_paths(context.paths_of(Category::generated))},
       {"handwritten_files", list_of_paths(context.paths_of(Category::handwritten))}});
}

Json ignored_of(const Context& context) {
  Json list = Json::array();
  for (const auto& file : context.files)
    if (file.category == Category::ignored && list.each().size() < kMostPaths)
      list.add(Json::object({{"path", path_text(file.path)}, {"reason", file.reason}}));
  return list;
}

Json moved_of(const Context& context) {
  Json list = Json::array();
  for (const auto& file : context.files)
    if (file.what == ChangedPath::moved && list.each().size() < kMostPaths)
      list.add(Json::object({{"from", path_text(file.from)}, {"to", path_text(file.path)}}));
  return list;
}

Json changes_of(const Context& context) {
  Json changes = Json::object();
  for (const auto what :
       {SchemaChange::added, SchemaChange::removed, SchemaChange::changed, SchemaChange::renamed}) {
    Json list = Json::array();
    for (const auto& change : context.changes)
      if (change.what == what) list.add(to_json(change));
    changes.set(name_of(what), std::move(list));
  }
  return changes.set("text_only", list_of_paths(context.text_only));
}

Json suspects_of(const Context& context, bool hide_new) {
  Json list = Json::array();
  size_t next = 0;  // of context.top
  for (size_t i = 0; i < context.suspects.ranked.size(); ++i) {
    const Suspect& suspect = context.suspects.ranked[i];
    const bool has_content = next < context.top.size() && context.top[next].first == i;
    if (suspect.is_new && hide_new) continue;
    Json row = to_json(suspect);
    if (has_content) row.set("content", context.top[next++].second);
    list.add(std::move(row));
  }
  return list;
}

std::string proto_text(const Context& context) {
  Json relevant = Json::array();
  size_t imported = 0;
  for (const auto& file : context.protos) {
    imported += file.is_imported ? 1 : 0;
    relevant.add(Json::object({{"path", path_text(file.path)},
                               {"content", file.content},
                               {"reason", file.is_imported ? "imported" : "changed"}}));
  }
  const size_t changed = context.protos.size() - imported;
  Json summary =
      Json::object({{"total_proto_files", context.protos.size() + context.other_protos.size()},
                    {"relevant_files_count", context.protos.size()},
                    {"other_files_count", context.other_protos.size()},
                    {"changed_files_count", changed},
                    {"imported_files_count", imported}});
  return indented(Json::object({{"relevant_proto_files", std::move(relevant)},
                                {"other_proto_file_paths", list_of_paths(context.other_protos)},
                                {"summary", std::move(summary)}}));
}

std::string changed_text(const Context& context) {
  std::vector<std::string> paths;
  for (const auto& file : context.files) {
    if (file.category == Category::ignored) continue;
    if (!file.from.empty()) paths.push_back(file.from);
    paths.push_back(file.path);
  }
  return indented(list_of_paths(paths));
}

std::string suspected_text(const Context& context) {
  std::string text;
  for (const auto& [rank, content] : context.top) {
    text += "--- " + diff_path("/", context.suspects.ranked[rank].path) + "\n" + content;
    if (!text.ends_with('\n')) text += '\n';
    text += '\n';
  }
  return text;
}

void indent(std::string& out, const Json& value, size_t depth) {
  const auto line = [&](size_t deep) { out.append(1, '\n').append(2 * deep, ' '); };
  const auto* fields = value.fields();
  const auto* items = value.items();
  const bool is_empty =
      (fields == nullptr || fields->empty()) && (items == nullptr || items->empty());
  if (is_empty) {
    out += value.dump();
    return;
  }
  bool first = true;
  out += fields != nullptr ? '{' : '[';
  const auto next = [&] {
    if (!std::exchange(first, false)) out += ',';
    line(depth + 1);
  };
  if (fields != nullptr)
    for (const auto& [key, field] : *fields) {
      next();
      append_json_string(out, key);
      out += ": ";
      indent(out, field, depth + 1);
    }
  else
    for (const auto& item : *items) {
      next();
      indent(out, item, depth + 1);
    }
  line(depth);
  out += fields != nullptr ? '}' : ']';
}

}  // namespace

std::string indented(const Json& value) {
  std::string out;
  indent(out, value, 0);
  return out + "\n";
}

Json to_json(const SchemaChange& change) {
  Json row = Json::object({{"kind", change.kind}, {"name", change.name}});
  if (!change.from.empty()) row.set("from", change.from);
  row.set("path", path_text(change.path)).set("line", change.line);
  if (!change.before.empty()) row.set("before", change.before);
  if (!change.after.empty()) row.set("after", change.after);
  Json aspects = Json::array(), breaks = Json::array();
  for (const auto aspect : change.aspects) aspects.add(aspect);
  for (const auto* rule : change.rules) breaks.add(rule->name);
  if (!aspects.items()->empty()) row.set("aspects", std::move(aspects));
  return row.set("breaks", std::move(breaks));
}

Json to_json(const Version& version) {
  Json row = Json::object({{"snapshot", version.snapshot}, {"source", version.source}});
  if (!version.commit.empty()) row.set("commit", version.commit);
  return row;
}

Json to_json(const Suspect& suspect) {
  const auto list = [](const std::vector<Evidence>& all) {
    Json evidence = Json::array();
    for (const auto& seen : all) {
      Json one = Json::object();
      if (seen.line != 0) one.set("line", seen.line);
      one.set("text", seen.text);
      if (!seen.name.empty()) one.set("name", seen.name);
      if (!seen.change.empty()) one.set("change", seen.change);
      evidence.add(std::move(one));
    }
    return evidence;
  };
  Json reasons = Json::array();
  for (const auto& reason : suspect.reasons)
    reasons.add(Json::object({{"rule", reason.rule},
                              {"points", hundredths(reason.points)},
                              {"evidence", list(reason.evidence)}}));
  Json row = Json::object({{"path", path_text(suspect.path)},
                           {"score", hundredths(suspect.score)},
                           {"state", suspect.state()}});
  if (!suspect.moved_to.empty()) row.set("moved_to", path_text(suspect.moved_to));
  return row.set("reasons", std::move(reasons)).set("lines", list(suspect.lines));
}

Json to_json(const Context& context, bool hide_new) {
  return Json::object({{"summary", context.summary},
                       {"before", to_json(context.earlier)},
                       {"after", to_json(context.later)},
                       {"directory_structure", structure_of(context.structure)},
                       {"categorized_changed_files", categories_of(context)},
                       {"moved_files", moved_of(context)},
                       {"ignored_files", ignored_of(context)},
                       {"proto_changes", changes_of(context)},
                       {"proto_diff", context.proto_diff},
                       {"suspected_files", suspects_of(context, hide_new)},
                       {"notes", list_of(context.notes)}});
}

std::vector<ContextFile> context_files(const Context& context, const Json& master) {
  Json around = Json::object({{"directory_structure", structure_of(context.structure)},
                              {"categorized_changed_files", categories_of(context)}});
  return {{"01_proto.txt", proto_text(context)},
          {"02_protoFileChanges.txt", context.proto_diff},
          {"03_fileChanges.txt", changed_text(context)},
          {"04_surroundedFilePaths.txt", indented(around)},
          {"05_suspectedFiles.txt", suspected_text(context)},
          {"master_context.json", indented(master)}};
}

}  // namespace dossier::proto
