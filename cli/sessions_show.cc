// dossier sessions show and diff: what happened in a session, and what two did differently.
#include <algorithm>
#include <iostream>
#include <iterator>

#include "agent/sessions.h"
#include "agent/sql.h"
#include "cli/agent.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "engine/json.h"

namespace dossier::cli {

std::string line_of(const SessionEvent& event) {
  const auto parsed = parse_json(event.body);
  const Json* body = std::get_if<Json>(&parsed);
  if (body == nullptr) return event.body;
  switch (event.kind) {
    case EventKind::message:
      return body->text("role") + ": " + body->text("text");
    case EventKind::model_settled: {
      const Json* message = body->find("message");
      if (body->flag("usage"))
        return std::to_string(body->number("tokens_in")) + " tokens in, " +
               std::to_string(body->number("tokens_out")) + " out";
      return message != nullptr ? "assistant: " + message->text("text")
                                : "failed: " + body->text("error");
    }
    case EventKind::tool_asked:
      return shown_call(tool_call_from(*body));
    case EventKind::tool_settled:
      return shown_result(tool_result_from(*body));
    case EventKind::edit:
      return body->text("path") + " (+" + std::to_string(body->number("added")) + " −" +
             std::to_string(body->number("removed")) + ")";
    case EventKind::answer: {
      const Json* findings = body->find("findings");
      // The context of a changed .proto counts what it found in its summary.
      if (findings == nullptr) return body->text("summary");
      const size_t count = findings->items() ? findings->items()->size() : 0;
      return body->text("summary") + " (" + counted(static_cast<int64_t>(count), "finding") + ")";
    }
    case EventKind::summary:
      return "summary of " + counted(body->number("replaces"), "message") + ": " +
             body->text("text");
    case EventKind::progress:
      return shown_progress(*body);
    case EventKind::setup: {
      const Json* tools = body->find("tools");
      return std::to_string(body->text("system").size()) + " bytes of instructions, " +
             std::to_string(tools != nullptr ? tools->each().size() : 0) + " tools";
    }
    default:
      return event.body;
  }
}

void print_diffs(Store& store, const Journal& journal, bool json) {
  Json rows = Json::array();
  const auto undone = undone_edits(store, journal.info().id);
  for (const auto& event : journal.events()) {
    if (event.kind != EventKind::edit || undone.contains(event.seq)) continue;
    Json row = body_of(event);
    if (!json) std::cout << coloured_diff(row.text("diff"));
    rows.add(row.set("seq", event.seq));
  }
  if (json)
    std::cout << rows.dump() << "\n";
  else if (rows.items()->empty())
    std::cout << (undone.empty() ? "no edits\n" : "every edit was undone\n");
}

namespace {

constexpr int64_t kShown = 50;  // events that a terminal shows
constexpr int64_t kFolded = 6;  // lines of a result

// Whether the program stopped within a tool's effect, after this edit was recorded: it was written
// or it was not, which undo sees by the file.
bool is_cut_off(const std::vector<SessionEvent>& events, size_t edit) {
  if (events[edit].kind != EventKind::edit) return false;
  const auto is_edit = [](const SessionEvent& event) { return event.kind == EventKind::edit; };
  const auto at = events.begin() + static_cast<std::ptrdiff_t>(edit);
  const auto asked = std::find_if_not(std::make_reverse_iterator(at), events.rend(), is_edit);
  const auto settled = std::find_if_not(at, events.end(), is_edit);
  return asked != events.rend() && asked->kind == EventKind::tool_asked &&
         (settled == events.end() || settled->kind != EventKind::tool_settled);
}

// The first lines of what a call came to, where that is text, and how many more there are.
void print_folded(const SessionEvent& event, int64_t most) {
  if (event.kind != EventKind::tool_settled || most == 0) return;
  const Json result = tool_result_from(body_of(event)).result;
  const std::string* text = result.string();
  for (const std::string_view key : {"content", "listing", "output", "diff"})
    if (text == nullptr && result.find(key) != nullptr) text = result.find(key)->string();
  if (text == nullptr) return;
  int64_t lines = 0;
  for (size_t at = 0; at < text->size(); ++lines) {
    const size_t end = std::min(text->find('\n', at), text->size());
    if (lines < most)
      std::cout << styled("  │ ", Style::dim)
                << fit_line(printable(std::string_view(*text).substr(at, end - at)), 4) << "\n";
    at = end + 1;
  }
  if (lines > most)
    std::cout << styled("  │ … " + counted(lines - most, "more line"), Style::dim) << "\n";
}

// Without a name the newest of all, wherever it was made: an import was looked at at once, too.
int64_t shown_session(Store& store, const Invocation& invocation) {
  if (session_words(invocation).empty())
    for (const auto& row : store.rows<sql::TranscriptSessions>(1))
      return find_session(store, std::string(row.id));
  return named_session(store, invocation);
}

// What two sessions did differently: how much they share, then the events of each.
void print_difference(const Journal& a, const Journal& b, const Invocation& invocation) {
  const auto &left = a.events(), &right = b.events();
  size_t shared = 0;
  while (shared < std::min(left.size(), right.size()) && left[shared].kind == right[shared].kind &&
         left[shared].tool == right[shared].tool && left[shared].body == right[shared].body)
    ++shared;
  Json only[] = {Json::array(), Json::array()};
  if (!invocation.json()) std::cout << counted(shared, "event") << " alike\n";
  for (const auto* events : {&left, &right})
    for (size_t i = shared; i < events->size(); ++i) {
      const auto& event = (*events)[i];
      const bool first = events == &left;
      only[first ? 0 : 1].add(Json::object({{"seq", event.seq},
                                            {"kind", name_of(event.kind)},
                                            {"tool", event.tool},
                                            {"text", line_of(event)}}));
      const std::string line = (first ? "-" : "+") + std::to_string(event.seq) + " " +
                               std::string(name_of(event.kind)) + " " + line_of(event);
      if (!invocation.json())
        std::cout << styled(printable(line), first ? Style::red : Style::green) << "\n";
    }
  if (invocation.json())
    std::cout << Json::object({{"alike", shared}, {a.info().uid, only[0]}, {b.info().uid, only[1]}})
                     .dump()
              << "\n";
}

}  // namespace

int show_session(const Invocation& invocation) {
  Store store = reading(invocation);
  const Journal journal = Journal::open(store, shown_session(store, invocation));
  const bool few = on_terminal() && !invocation.json();
  const int64_t last = invocation.has("--last") ? invocation.number("--last", 1, INT32_MAX)
                       : few                    ? kShown
                                                : journal.size();
  const auto events =
      last < journal.size() ? journal.newest(static_cast<size_t>(last)) : journal.events();
  if (invocation.json()) {
    Json rows = Json::array();
    for (const auto& event : events) rows.add(event_row(store, event));
    std::cout << session_header(store, journal).set("events", std::move(rows)).dump() << "\n";
    return 0;
  }
  std::cout << printable(journal.info().uid + "  " + journal.info().title) << "\n";
  if (const int64_t earlier = journal.size() - last; earlier > 0)
    std::cerr << "… " << earlier << " earlier events: dossier sessions show " << journal.info().uid
              << " --last " << journal.size() << "\n";
  const int64_t folded =
      invocation.has("--lines") ? invocation.number("--lines", 0, INT32_MAX) : kFolded;
  for (size_t i = 0; i < events.size(); ++i) {
    const auto& event = events[i];
    const std::string head = std::to_string(event.seq) + " " + std::string(name_of(event.kind));
    const std::string line =
        line_of(event) + (is_cut_off(events, i) ? ", perhaps not written" : "");
    std::cout << styled(head, Style::dim) << " " << fit_line(printable(line), head.size() + 1)
              << "\n";
    print_folded(event, folded);
  }
  return 0;
}

int diff_sessions(const Invocation& invocation) {
  Store store = reading(invocation);
  const auto words = session_words(invocation);
  const Journal journal = Journal::open(store, named_session(store, invocation));
  if (words.size() < 2)
    print_diffs(store, journal, invocation.json());
  else
    print_difference(journal, Journal::open(store, find_session(store, words[1])), invocation);
  return 0;
}

}  // namespace dossier::cli
