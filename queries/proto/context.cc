#include "queries/proto/context.h"

#include <algorithm>
#include <map>

#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/path_text.h"
#include "queries/proto/surroundings.h"
#include "store/scope/texts.h"
#include "store/sql.h"

namespace dossier::proto {
namespace {

std::string counted(size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

bool is_breaking(const SchemaChange& change) { return !change.rules.empty(); }

std::string summary_of(const Context& context) {
  const size_t protos = context.paths_of(Category::schema).size();
  if (protos == 0) return "no .proto file changed";
  const auto breaking = static_cast<size_t>(
      std::count_if(context.changes.begin(), context.changes.end(), is_breaking));
  const bool is_text_alone = context.changes.empty() && context.text_only.empty();
  std::string text = counted(protos, ".proto file") + " changed";
  if (!context.text_only.empty())
    text += ", " + std::to_string(context.text_only.size()) + " not understood as a whole";
  text += ": " +
          (is_text_alone ? "no semantic change"
                         : counted(context.changes.size(), "change") + ", " +
                               std::to_string(breaking) + " breaking") +
          "; ";
  if (context.suspects.ranked.size() < context.suspects.concerned)
    text += std::to_string(context.suspects.ranked.size()) + " of ";
  text += counted(context.suspects.concerned, "suspect");
  if (!context.top.empty())
    text += ", first " + path_text(context.suspects.ranked[context.top.front().first].path);
  return text;
}

void add_changes(Store& store, Context& context) {
  context.versions = changed_schemas(store, context.before, context.after, moves_in(context.files));
  context.changes =
      schema_changes(context.versions.before, context.versions.after, context.versions.imported);
  std::map<std::string, std::string> unread;  // and the limit that it is beyond
  for (const auto* side : {&context.versions.before, &context.versions.after})
    for (const auto& file : *side)
      if (file.has_errors && unread[file.path].empty()) unread[file.path] = file.limit;
  for (const auto& [path, limit] : unread) {
    context.text_only.push_back(path);
    context.notes.push_back(path_text(path) + " was not understood as a whole" +
                            (limit.empty() ? "" : " (" + limit + ")") +
                            ": its diff in 02_protoFileChanges.txt says more than the list of "
                            "changes");
  }
}

void add_suspects(Store& store, const ContextRequest& request, Context& context) {
  if (context.paths_of(Category::schema).empty()) {
    context.notes.emplace_back("no .proto changed");
    return;
  }
  if (context.changes.empty() && context.text_only.empty()) {
    context.notes.emplace_back(
        "no semantic change: the .proto files differ in comments or layout alone, so nothing has "
        "to follow");
    return;
  }
  std::vector<std::string> earlier;
  for (const auto& file : context.files)
    if (file.category == Category::schema && file.what != ChangedPath::added)
      earlier.push_back(file.from.empty() ? file.path : file.from);
  const History history = co_changes(store, context.before, earlier, request.commit);
  if (!history.note.empty()) context.notes.push_back(history.note);
  SuspectOptions options;
  options.most = request.suspects;
  options.only = request.only;
  options.history = history.files;
  options.schemas_alone = request.schemas_alone;
  std::vector<Move> moves;
  if (!request.schemas_alone) moves = moves_in(context.files);
  options.moves = moves;
  context.suspects = find_suspects(store, context.before, context.after, context.versions,
                                   context.changes, options);
  for (size_t i = 0; i < context.suspects.ranked.size(); ++i) {
    if (context.top.size() == request.top) break;
    // A file that is new has nothing yet that could follow.
    if (auto text = text_in(store, context.before, context.suspects.ranked[i].path))
      context.top.emplace_back(i, std::move(*text));
  }
}

void add_structure(Store& store, Context& context) {
  std::vector<std::string> paths, centers;
  for (const auto& entry : files_in(store.statements(), Scope{{context.before}}))
    paths.push_back(entry.path);
  for (const auto& file : context.files) {
    if (file.category != Category::schema) continue;
    if (!file.from.empty()) {
      centers.push_back(file.from);
      paths.push_back(file.path);  // where it is now is around it, too
    }
    centers.push_back(file.path);
  }
  for (const auto& [rank, text] : context.top)
    centers.push_back(context.suspects.ranked[rank].path);
  context.structure = surroundings(paths, centers);
}

}  // namespace

std::vector<std::string> Context::paths_of(Category category) const {
  std::vector<std::string> paths;
  for (const auto& file : files)
    if (file.category == category) paths.push_back(file.path);
  return paths;
}

std::string Version::in_words() const {
  const std::string of = commit.empty() ? "" : commit.substr(0, 12) + " of ";
  return of + source + " (snapshot " + std::to_string(snapshot) + ")";
}

Context make_context(Store& store, const ContextRequest& request) {
  const auto version = [&](int64_t id) {
    const auto row = first_row<sql::SnapshotOrigin>(store, id);
    if (!row) throw Error(ErrorCode::not_found, "no such snapshot: " + std::to_string(id));
    // A folder of a work tree has the commit that it was checked out from, and is not that commit.
    const bool is_folder = row->kind == "directory";
    return Version{id, std::string(row->source),
                   is_folder ? std::string() : std::string(row->revision.value_or(""))};
  };
  Context context;
  context.earlier = version(request.before);
  context.later = version(request.after);
  context.before = request.before;
  context.after = request.after;
  context.notes = request.notes;
  context.files = changed_paths(store, request.before, request.after);
  std::erase_if(context.files, [&](const ChangedPath& file) {
    return std::count(request.own_files.begin(), request.own_files.end(), file.path) != 0;
  });
  if (request.schemas_alone)
    std::erase_if(context.files,
                  [](const ChangedPath& file) { return !file.path.ends_with(".proto"); });
  add_changes(store, context);
  add_protos(store, context);
  add_suspects(store, request, context);
  add_structure(store, context);
  context.summary = summary_of(context);
  return context;
}

}  // namespace dossier::proto
