// Our own export (agent/sessions.h): a header {"dossier_session":1,…}, then one event per line.
#include "agent/foreign/recorder.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "agent/transcript.h"

namespace dossier::foreign {
namespace {

std::vector<StoredFinding> findings_of(const Json& line) {
  std::vector<StoredFinding> out;
  if (const Json* list = line.find("findings"); list != nullptr && list->items() != nullptr)
    for (const auto& row : *list->items())
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

// What a line says of its edit; contents that are not there are not known.
ImportedEdit edit_of(const Json& line, const Json& body, Lost& lost) {
  const Json& edit = line["edit"];
  ImportedEdit out;
  out.root = redact(edit.text("root"));
  out.undoes = edit.number("undoes");
  out.edit.path = redact(body.text("path"));
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
  if (out.has_images) return out;
  out.edit.before.reset(), out.edit.after.reset();
  ++lost["contents of edited files"];
  return out;
}

}  // namespace

std::variant<Foreign, std::string> read_own(const std::vector<Json>& lines, Lost lost) {
  Foreign out{"dossier", {}, std::move(lost)};
  for (const auto& line : lines) {
    if (const Json* version = line.find("dossier_session")) {
      if (version->integer() == nullptr || *version->integer() != kSessionExport)
        return "exported by another version of dossier (" + version->dump() + ")";
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
    const Json* body = line.find("body");
    if (*kind == EventKind::edit) {
      if (body != nullptr && line["edit"].fields() != nullptr)
        session.edits[session.events.size()] = edit_of(line, *body, out.lost);
      else
        ++out.lost["contents of edited files"];
    }
    if (auto findings = findings_of(line); !findings.empty())
      session.findings[session.events.size()] = std::move(findings);
    session.events.push_back({0, 0, line.number("at"), line.number("ms", -1), *kind,
                              line.text("tool"),
                              redacted(body != nullptr ? *body : Json()).dump()});
  }
  return out;
}

}  // namespace dossier::foreign
