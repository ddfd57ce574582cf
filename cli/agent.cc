#include "cli/agent.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>

#include "agent/redact.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "queries/open.h"

namespace dossier::cli {
namespace {

// "edited a (+1 −1)", "edited a (+1 −1), b (+2 −0)"; "" when the result tells of no edit.
std::string shown_edits(const Json& result) {
  const auto one = [](const Json& edit) {
    return edit.text("path") + " (+" + std::to_string(edit.number("added")) + " −" +
           std::to_string(edit.number("removed")) + ")";
  };
  if (result.find("diff") != nullptr) return "edited " + one(result);
  const Json* edits = result.find("edits");
  if (edits == nullptr || edits->items() == nullptr) return {};
  std::string out;
  for (const auto& edit : *edits->items()) out += (out.empty() ? "edited " : ", ") + one(edit);
  return out;
}

// "2 calls, 1 search" of a script; "" when the result is none of run_auto_tool.
std::string shown_script(const Json& result) {
  if (result.find("called") == nullptr || result.find("searched") == nullptr) return {};
  const size_t calls = result["called"].each().size(), searches = result["searched"].each().size();
  std::string out = std::to_string(calls) + (calls == 1 ? " call" : " calls");
  if (searches > 0)
    out += ", " + std::to_string(searches) + (searches == 1 ? " search" : " searches");
  const std::string& error = result.text("error");
  return (error.empty() ? "" : "failed: " + error + "; ") + out;
}

// What is below the first line belongs to it: "the hunk does not match; expected line 4: …".
std::string on_one_line(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!line.empty()) out += (out.empty() ? "" : "; ") + std::string(line);
    at = end + 1;
  }
  return out;
}

// "5 lines", "2 of 5 lines": what was shown of a file or a folder.
std::string shown_part(const ToolResult& result, const char* one, const char* many) {
  const int64_t shown = std::max<int64_t>(0, result.returned);
  const int64_t all = std::max(shown, result.total);
  return (shown < all ? std::to_string(shown) + " of " : "") + std::to_string(all) + " " +
         (all == 1 ? one : many) + (result.truncated && result.total < 0 ? " or more" : "");
}

// Written to by the signal handler, read by the thread that requests the stop.
int g_wake = -1;

void on_interrupt(int) {
  const char byte = 1;
  (void)!::write(g_wake, &byte, 1);
}

}  // namespace

std::vector<Command> agent_commands() {
  std::vector<Command> all;
  for (auto& make : {ask_command, chat_command, config_command, mcp_command, backend_command,
                     sessions_command, replay_command, note_command})
    all.push_back(make());
  return all;
}

std::string model_name(const Invocation& invocation) {
  if (const auto given = invocation.optional("--model")) return *given;
  const char* value = std::getenv("DOSSIER_MODEL");
  return value != nullptr && *value != '\0' ? value : "offline";
}

std::string prompts_folder(const Invocation& invocation) {
  const std::string folder = invocation.text("--prompts");
  std::error_code none;
  if (invocation.has("--prompts") && !std::filesystem::is_directory(folder, none))
    throw Error(ErrorCode::not_found, "--prompts: there is no such folder",
                folder.empty() ? "''" : folder);
  return folder;
}

Store open_existing(const Invocation& invocation) {
  const std::string path = invocation.database();
  if (::access(path.c_str(), F_OK) != 0)
    throw Error(ErrorCode::not_found, "no database here yet; `dossier import FILE` creates one",
                path);
  return open_to_write(path);
}

std::vector<Option> model_options() {
  return {{"--model", "MODEL",
           "offline (default, or $DOSSIER_MODEL), process:CMD, openai:NAME@URL, ollama:NAME, "
           "anthropic:NAME, scripted:FILE"},
          {"--project", "PROJECT", "Only this project (default: every one)"},
          {"--prompts", "FOLDER",
           "Files in this folder replace the built-in system prompts of the same name"},
          {"--timeout", "SECONDS", "For the whole turn (default: 600)"},
          {"--json", "", "Print JSON and nothing else on standard output"}};
}

std::string shown_call(const ToolCall& call) {
  std::string out = call.tool;
  if (call.tool == kAutoTool) return out;  // what it calls is shown, and its code in debug mode
  for (const auto& [key, value] : *call.input.fields()) {
    const std::string text = value.string() != nullptr ? *value.string() : value.dump();
    const size_t line = text.find('\n');
    out += " " + text.substr(0, std::min<size_t>(line, 100)) +
           (line != text.npos || text.size() > 100 ? "…" : "");
  }
  return out;
}

std::string shown_activity(const ToolResult& result) {
  const std::string edits = result.ok ? shown_edits(result.result) : std::string();
  return edits.empty() ? shown_call(result.call) + " " + shown_result(result) : edits;
}

std::string shown_result(const ToolResult& result) {
  if (const std::string script = shown_script(result.result); !script.empty()) return "→ " + script;
  if (!result.ok)
    return "→ failed: " +
           on_one_line(result.result.string() ? *result.result.string() : result.result.dump());
  if (const Json* passed = result.result.find("passed"))
    return *passed == Json(true) ? "→ passed" : "→ did not pass: " + result.result.text("ended");
  if (const std::string edits = shown_edits(result.result); !edits.empty()) return "→ " + edits;
  if (result.result.find("content") != nullptr) return "→ " + shown_part(result, "line", "lines");
  if (result.result.find("listing") != nullptr)
    return "→ " + shown_part(result, "entry", "entries");
  if (result.total < 0) return "→ done";
  return "→ " + (result.truncated ? std::to_string(result.total) + " or more hits"
                                  : counted(result.total, "hit"));
}

Option auto_tools_option() {
  return {"--auto-tools", "",
          "Give the model one tool, which runs scripts that search and call the others"};
}

Option traditional_option() {
  return {"--traditional", "", "Give it every tool with its schema, whatever enableAutoTools says"};
}

std::optional<bool> wanted_tools(const Invocation& invocation) {
  const bool scripts = invocation.has("--auto-tools");
  if (scripts && invocation.has("--traditional"))
    throw Error(ErrorCode::invalid, "--auto-tools and --traditional exclude each other");
  return scripts || invocation.has("--traditional") ? std::optional<bool>(scripts) : std::nullopt;
}

std::string shown_progress(const Json& body) {
  const std::string& event = body.text("event");
  const auto size = [&](const char* name) {
    const int64_t bytes = body.number(name);
    return bytes < 1024 ? std::to_string(bytes) + " bytes" : std::to_string(bytes / 1024) + " KB";
  };
  if (event == "search")
    return "search " + body.text("query") + " → " +
           counted(static_cast<int64_t>(body["found"].each().size()), "tool");
  if (event == "permission")
    return (body.text("decision") == "allow" ? "allowed " : "denied ") + body.text("tool") + " (" +
           body.text("capability") + ") by " + body.text("by");
  if (event == "warning") return "warning: " + body.text("text");
  if (event == "summary")
    return counted(body.number("calls"), "call") + ", " + std::to_string(body.number("failed")) +
           " failed; " + size("in_sandbox") + " stayed in the sandbox, " + size("returned") +
           " returned";
  return {};
}

std::string coloured_diff(std::string_view diff) {
  std::string out;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = diff.substr(at, end - at);
    at = end + 1;
    const Style style = line.starts_with("+++") || line.starts_with("---") ? Style::bold
                        : line.starts_with("@@")                           ? Style::cyan
                        : line.starts_with('+')                            ? Style::green
                        : line.starts_with('-')                            ? Style::red
                                                                           : Style::plain;
    out += styled(printable(line), style) + "\n";
  }
  return out;
}

Interrupt::Interrupt() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw Error(ErrorCode::io, "cannot create a pipe for Ctrl-C");
  g_wake = ends[1];
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = on_interrupt;
  // After the first one the default is back: a second Ctrl-C ends the program.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &before);
  auto watcher = std::make_shared<std::thread>([source = source_, fd = ends[0]]() mutable {
    char byte = 0;
    if (::read(fd, &byte, 1) == 1 && byte == 1) source.request_stop();
  });
  end_ = [watcher, ends, before] {
    ::sigaction(SIGINT, &before, nullptr);
    const char byte = 0;
    (void)!::write(ends[1], &byte, 1);
    watcher->join();
    ::close(ends[0]);
    ::close(ends[1]);
    g_wake = -1;
  };
}

Interrupt::~Interrupt() { end_(); }

void tell_hidden(std::string_view typed) {
  std::set<std::string> names;
  for (auto& mark : marks_in(redact(typed))) names.insert(std::move(mark));
  for (const auto& mark : marks_in(typed)) names.erase(mark);
  if (names.empty()) return;
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  std::cerr << "dossier: hidden from the model and the record, as a secret: " << list << "\n";
}

}  // namespace dossier::cli
