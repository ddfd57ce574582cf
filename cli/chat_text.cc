#include "cli/chat_text.h"

#include "agent/protocols/action_filter.h"
#include "agent/sessions.h"
#include "agent/summary.h"

namespace dossier::cli {

std::string conversation_text(Store& store, const Journal& journal) {
  std::string out = "# " + journal.info().title + "\n";
  const auto undone = undone_edits(store, journal.info().id);
  std::string model;
  for (const auto& event : journal.events()) {
    const Json body = body_of(event);
    if (event.kind == EventKind::started) model = body.text("model");
    if (event.kind == EventKind::message && is_from_person(message_from(body)))
      out += "\n## You\n\n" + body.text("text") + "\n";
    if (event.kind == EventKind::edit && !undone.contains(event.seq))
      out += "\n```diff\n" + body.text("diff") + "```\n";
    if (event.kind == EventKind::summary) out += "\n*(older messages gave way to a summary)*\n";
    const Json* reply = event.kind == EventKind::model_settled ? body.find("message") : nullptr;
    if (reply == nullptr) continue;
    protocols::ActionFilter filter;
    std::string prose = filter.feed(reply->text("text"));
    prose += filter.finish();
    if (prose.find_first_not_of(" \t\r\n") != std::string::npos)
      out += "\n## " + model + "\n\n" + prose + (prose.ends_with('\n') ? "" : "\n");
  }
  return out;
}

}  // namespace dossier::cli
