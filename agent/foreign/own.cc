// Our own export (agent/sessions.h): a header {"dossier_session":1,…}, then one event per line,
// each with its number. One of which lines are missing is no session: it would replay otherwise
// than it went, and be taken for whole.
#include "agent/foreign/recorder.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "agent/transcript.h"
#include "agent/workspace/diff.h"
#include "engine/path_text.h"

namespace dossier::foreign {
namespace {

std::vector<StoredFinding> findings_of(const Json& line) {
  std::vector<StoredFinding> out;
  for (const auto& row : line["findings"].each())
    out.push_back({{row.text("kind"),
                    row.text("name"),
                    row.text("full_name"),
                    row.text("module"),
                    {},
                    {},
                    row.text("notes"),
                    row.text("importance")},
                   row.text("key"),
                   row.flag("verified")});
  return out;
}

// Whether the diff that a person is shown is the change from the one content to the other, and of
// this file: an undo writes the contents.
bool tells(std::string_view diff, std::string_view path, const Content& before,
           const Content& after) {
  if (diff.empty()) return before == after;
  const auto parsed = parse_diff(diff);
  const auto* files = std::get_if<std::vector<FileDiff>>(&parsed);
  if (files == nullptr || files->size() != 1) return false;
  const FileDiff& file = files->front();
  const auto is_side = [&](const std::optional<std::string>& named, const Content& content) {
    return named.has_value() == content.has_value() && (!named || *named == path);
  };
  if (!is_side(file.old_path, before) || !is_side(file.new_path, after)) return false;
  const auto applied = apply_hunks(before.value_or(""), file);
  const auto* result = std::get_if<Applied>(&applied);
  return result != nullptr && result->content == after.value_or("");
}

// What a line says of its edit; contents that are not there are not known.
ImportedEdit edit_of(const Json& line, const Json& body, Lost& lost) {
  const Json& edit = line["edit"];
  ImportedEdit out;
  out.root = redact(edit.text("root"));
  out.undoes = edit.number("undoes");
  out.edit.path = redact(path_meant(body.text("path")));
  out.edit.added = body.number("added");
  out.edit.removed = body.number("removed");
  const Json *before = edit.find("before"), *after = edit.find("after");
  out.has_images = before != nullptr && after != nullptr;
  const auto content = [&](const Json* value) {
    if (value == nullptr || value->string() == nullptr) return Content();
    if (redact(*value->string()) != *value->string()) out.has_images = false;
    return Content(*value->string());
  };
  out.edit.before = content(before);
  out.edit.after = content(after);
  const bool is_told =
      tells(body.text("diff"), path_meant(body.text("path")), out.edit.before, out.edit.after);
  if (out.has_images && is_told) return out;
  out.has_images = false;
  out.edit.before.reset(), out.edit.after.reset();
  ++lost["contents of edited files"];
  return out;
}

// The body without counts and costs that cannot be.
Json counted_body(const Json& body, Lost& lost) {
  if (body.fields() == nullptr) return body;
  Json out = Json::object();
  for (const auto& [key, value] : *body.fields()) {
    const bool is_count = key == "tokens_in" || key == "tokens_out";
    if (is_count && (value.integer() == nullptr || !number_within(value, kMostTokens)))
      ++lost["counts of tokens that cannot be"];
    else if (key == "cost" && !number_within(value, kMostDollars))
      ++lost["costs that cannot be"];
    else
      out.set(key, value);
  }
  return out;
}

std::string events_named(int64_t first, int64_t last) {
  return first == last
             ? "event " + std::to_string(first) + " is missing"
             : "events " + std::to_string(first) + " to " + std::to_string(last) + " are missing";
}

// What stands between an event with this number and those before it; "" if nothing does.
std::string gap_before(const ForeignSession& session, int64_t seq) {
  const auto next = static_cast<int64_t>(session.events.size()) + 1;
  if (seq == next) return {};
  if (seq < 1) return "session " + session.uid + ": an event has no number";
  return "session " + session.uid + ": " +
         (seq > next ? events_named(next, seq - 1)
                     : "event " + std::to_string(seq) + " stands where event " +
                           std::to_string(next) + " belongs");
}

std::string gap_at_end(const ForeignSession& session, int64_t events) {
  const auto count = static_cast<int64_t>(session.events.size());
  if (events < 0 || events == count) return {};
  return "session " + session.uid + ": " +
         (events > count ? events_named(count + 1, events)
                         : "its header announces " + std::to_string(events) +
                               " events, and there are " + std::to_string(count));
}

}  // namespace

std::variant<Foreign, std::string> read_own(const std::vector<Json>& lines, Lost lost) {
  Foreign out{"dossier", {}, std::move(lost)};
  int64_t events = -1;  // of the session
  for (const auto& line : lines) {
    if (const Json* version = line.find("dossier_session")) {
      if (version->integer() == nullptr || *version->integer() != kSessionExport)
        return "exported by another version of dossier (" + version->dump() + ")";
      if (!out.sessions.empty())
        if (auto gap = gap_at_end(out.sessions.back(), events); !gap.empty()) return gap;
      events = line.number("events", -1);
      ForeignSession session;
      session.uid = redact(line.text("id"));
      session.source = "dossier:" + session.uid;
      for (auto [field, key] : {std::pair{&ForeignSession::title, "title"},
                                {&ForeignSession::mode, "mode"},
                                {&ForeignSession::model, "model"},
                                {&ForeignSession::project, "project"}})
        session.*field = line.text(key);
      session.started_at = line.number("started_at");
      session.fork_of = line.text("parent");
      session.fork_after = line.number("after");
      out.sessions.push_back(std::move(session));
      continue;
    }
    const auto kind = event_kind_named(line.text("kind"));
    if (!kind) return "an event of a kind that this version does not know: " + line.text("kind");
    if (out.sessions.empty()) return std::string("events without a session's header");
    ForeignSession& session = out.sessions.back();
    if (auto gap = gap_before(session, line.number("seq", -1)); !gap.empty()) return gap;
    const Json* body = line.find("body");
    if (*kind == EventKind::edit) {
      if (body != nullptr && line["edit"].fields() != nullptr)
        session.edits[session.events.size()] = edit_of(line, *body, out.lost);
      else
        ++out.lost["contents of edited files"];
    }
    if (auto findings = findings_of(line); !findings.empty())
      session.findings[session.events.size()] = std::move(findings);
    const bool is_reply = body != nullptr && *kind == EventKind::model_settled;
    session.events.push_back({0, 0, line.number("at"), line.number("ms", -1), *kind,
                              line.text("tool"),
                              redacted(is_reply          ? counted_body(*body, out.lost)
                                       : body != nullptr ? *body
                                                         : Json())
                                  .dump()});
  }
  if (!out.sessions.empty())
    if (auto gap = gap_at_end(out.sessions.back(), events); !gap.empty()) return gap;
  return out;
}

}  // namespace dossier::foreign
