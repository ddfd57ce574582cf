#include "agent/mcp/resources.h"

#include <charconv>
#include <sstream>

#include "agent/bounds.h"
#include "agent/mcp/uri.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "queries/sql.h"

namespace dossier::mcp {
namespace {

constexpr size_t kPage = 100;
constexpr int64_t kMostSessions = 10'000;
// Of one resource. A longer file is read in parts, with the tool.
constexpr size_t kMostText = 1 << 20;
constexpr std::string_view kJson = "application/json";

using Parts = std::vector<std::string>;

Json resource(const Parts& parts, std::string name, std::string description,
              std::string_view type = kJson) {
  return Json::object({{"uri", uri_of(parts)},
                       {"name", std::move(name)},
                       {"description", std::move(description)},
                       {"mimeType", type}});
}

Json contents(const std::string& uri, std::string_view type, std::string text) {
  return Json::object(
      {{"contents",
        Json(Json::Array{Json::object({{"uri", uri}, {"mimeType", type}, {"text", text}})})}});
}

Json described(const sql::SnapshotsOf::Row& row) {
  const std::string id = std::to_string(row.id);
  Json out = Json::object({{"snapshot", row.id},
                           {"project", row.project},
                           {"kind", row.kind},
                           {"source", row.source},
                           {"importedAt", rfc3339(row.imported_at)},
                           {"isLatest", row.is_latest != 0},
                           {"modules", row.modules},
                           {"types", row.types},
                           {"members", row.members},
                           {"references", row.references},
                           {"files", row.files},
                           {"uri", uri_of({"snapshots", id})}});
  if (row.label) out.set("label", *row.label);
  if (row.revision) out.set("revision", *row.revision);
  return out;
}

// The snapshots of a project, or with an id; both absent: all.
Json snapshots(Store& store, const std::optional<std::string_view>& project,
               const std::string& id = {}) {
  Json out = Json::array();
  for (const auto& row : store.rows<sql::SnapshotsOf>(project))
    if (id.empty() || std::to_string(row.id) == id) out.add(described(row));
  return redacted(out);
}

std::string session_text(Store& store, const std::string& name) {
  const Journal journal = Journal::open(store, find_session(store, name));
  std::ostringstream out;
  export_session(store, journal, out);
  return out.str();
}

Refusal too_long(const std::string& uri) {
  return {kInvalidParams, over("the resource", kMostText) + ": read it in parts, with the tools",
          Json::object({{"uri", uri}})};
}

// Parts from here on, as they stood in the name.
std::string rest_of(const Parts& parts, size_t from) {
  std::string out;
  for (size_t i = from; i < parts.size(); ++i) out += (i > from ? "/" : "") + parts[i];
  return out;
}

// The whole text of a file, by as many calls as it takes; absent if there is none.
std::optional<std::string> file_text(const Reading& reading, const Json& scope,
                                     const std::string& path) {
  std::string text;
  int64_t line = 1;
  std::string cursor;
  for (;;) {
    Json input = scope;
    input.set("path", path);
    if (line > 1) input.set("firstLine", line);
    if (!cursor.empty()) input.set("cursor", cursor);
    const ToolResult part = reading.call({{}, "cat", std::move(input)});
    if (!part.ok || part.result.text("status") != "ok") return std::nullopt;
    text += part.result.text("text");
    cursor = part.cursor;
    if (!cursor.empty() && text.size() <= kMostText) continue;
    line = part.result.number("lastLine") + 1;
    if (line > part.result.number("lines") || text.size() > kMostText) return text;
    // Lines are joined as they stand in the file.
    if (!text.ends_with('\n')) text += '\n';
  }
}

Outcome read_within(const std::string& uri, const Parts& parts, Json scope,
                    const Reading& reading) {
  if (parts[2] == "files") {
    auto text = file_text(reading, scope, rest_of(parts, 3));
    if (!text) return no_resource(uri, reading.caller);
    if (text->size() > kMostText) return too_long(uri);
    return contents(uri, "text/plain", std::move(*text));
  }
  const ToolResult card = reading.call({{}, "show", scope.set("identifier", rest_of(parts, 3))});
  if (!card.ok || card.result.text("status") == "not_found")
    return no_resource(uri, reading.caller);
  return contents(uri, kJson, card.result.dump());
}

Outcome read_scope(const std::string& uri, const Parts& parts, const Reading& reading) {
  const bool is_project = parts[0] == "projects";
  Store& store = reading.place.store();
  const Json found =
      is_project ? snapshots(store, parts[1]) : snapshots(store, std::nullopt, parts[1]);
  if (found.each().empty()) return no_resource(uri, reading.caller);
  if (parts.size() == 2) return contents(uri, kJson, found.dump());
  if (parts.size() < 4 || (parts[2] != "files" && parts[2] != "symbols"))
    return no_resource(uri, reading.caller);
  return read_within(uri, parts, Json::object({{is_project ? "project" : "snapshot", parts[1]}}),
                     reading);
}

Outcome read_session(const std::string& uri, const std::string& name, const Reading& reading) {
  Store& store = reading.place.store();
  for (const auto& row : store.rows<sql::TranscriptSessions>(kMostSessions)) {
    if (row.id != name) continue;
    std::string text = session_text(store, name);
    if (text.size() > kMostText) return too_long(uri);
    return contents(uri, "application/x-ndjson", std::move(text));
  }
  return no_resource(uri, reading.caller);
}

}  // namespace

Outcome page(std::string_view key, Json items, const Json& params) {
  size_t from = 0;
  if (const Json* cursor = params.find("cursor")) {
    const std::string text = cursor->string() != nullptr ? *cursor->string() : std::string();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), from);
    if (error != std::errc() || end != text.data() + text.size() || from == 0 ||
        from >= items.each().size())
      return Refusal{kInvalidParams, "there is no such cursor"};
  }
  const size_t end = std::min(items.each().size(), from + kPage);
  Json shown = Json::array();
  for (size_t i = from; i < end; ++i) shown.add(std::move((*items.items())[i]));
  Json out = Json::object({{std::string(key), std::move(shown)}});
  if (end < items.each().size()) out.set("nextCursor", std::to_string(end));
  return out;
}

Json listed_resources(Place& place) {
  Json out = Json::array();
  out.add(resource({"projects"}, "projects", "Every project, with its snapshots"));
  std::string project;
  Json of_snapshots = Json::array();
  for (const auto& row : place.store().rows<sql::SnapshotsOf>(std::nullopt)) {
    const std::string id = std::to_string(row.id);
    if (project != row.project) {
      project = row.project;
      out.add(resource({"projects", project}, project, "A project and its snapshots"));
    }
    of_snapshots.add(resource({"snapshots", id}, project + " " + id,
                              "A snapshot of " + project + " from " + rfc3339(row.imported_at)));
  }
  for (auto& one : *of_snapshots.items()) out.add(std::move(one));
  for (const auto& row : place.store().rows<sql::TranscriptSessions>(kMostSessions))
    out.add(resource({"sessions", std::string(row.id)}, "session " + std::string(row.id),
                     std::string(row.title), "application/x-ndjson"));
  return redacted(out);
}

Json resource_templates() {
  struct Row {
    const char *uri, *name, *description;
    std::string_view type;
  };
  static constexpr Row kRows[] = {
      {"dossier:///projects/{project}", "project", "A project's snapshots", kJson},
      {"dossier:///projects/{project}/files/{+path}", "file",
       "A file of the newest snapshot of a project", "text/plain"},
      {"dossier:///projects/{project}/symbols/{symbol}", "symbol",
       "The card of a type or member of the newest snapshot of a project", kJson},
      {"dossier:///snapshots/{snapshot}", "snapshot", "A snapshot", kJson},
      {"dossier:///snapshots/{snapshot}/files/{+path}", "file of a snapshot",
       "A file of a snapshot", "text/plain"},
      {"dossier:///snapshots/{snapshot}/symbols/{symbol}", "symbol of a snapshot",
       "The card of a type or member of a snapshot", kJson},
      {"dossier:///sessions/{session}", "session", "What an agent asked and was answered",
       "application/x-ndjson"}};
  Json out = Json::array();
  for (const auto& row : kRows)
    out.add(Json::object({{"uriTemplate", row.uri},
                          {"name", row.name},
                          {"description", row.description},
                          {"mimeType", row.type}}));
  return out;
}

Outcome read_resource(const std::string& uri, const Reading& reading, bool& is_fixed) {
  const auto parts = parts_of(uri);
  if (!parts || parts->empty()) return no_resource(uri, reading.caller);
  const std::string& kind = parts->front();
  is_fixed = kind == "snapshots" && parts->size() > 2;
  if (kind == "projects" && parts->size() == 1)
    return contents(uri, kJson, snapshots(reading.place.store(), std::nullopt).dump());
  if ((kind == "projects" || kind == "snapshots") && parts->size() > 1)
    return read_scope(uri, *parts, reading);
  if (kind == "sessions" && parts->size() == 2) return read_session(uri, (*parts)[1], reading);
  return no_resource(uri, reading.caller);
}

Refusal no_resource(const std::string& uri, const Caller& caller) {
  return {caller.is_modern() ? kInvalidParams : kResourceNotFound, "Resource not found",
          Json::object({{"uri", uri}})};
}

}  // namespace dossier::mcp
