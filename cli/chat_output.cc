#include "cli/chat_output.h"

#include <unistd.h>

#include <iostream>

#include "cli/agent.h"
#include "cli/terminal.h"

namespace dossier::cli {

ScriptListener script_output(bool debug) {
  return [debug](const ScriptEvent& event) {
    std::string text;
    if (event.kind == ScriptEvent::call)
      text = shown_activity(*event.result);
    else if (event.kind == ScriptEvent::begun || event.kind == ScriptEvent::log)
      text = debug ? event.body.text(event.kind == ScriptEvent::log ? "text" : "code") : "";
    else if (event.kind != ScriptEvent::summary || debug)
      text = shown_progress(event.body);
    if (text.empty()) return;
    const char* before = event.kind == ScriptEvent::begun ? "  | "
                         : event.kind == ScriptEvent::log ? "  log: "
                                                          : "  ";
    std::string_view rest = text;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      std::cerr << (on_terminal() ? "\r\x1b[K" : "")
                << styled(before + printable(rest.substr(0, end)), Style::dim) << "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  };
}

ChatOutput::ChatOutput(bool may_stream) : streams_(may_stream && ::isatty(STDOUT_FILENO) != 0) {}

void ChatOutput::show(const std::string& drawn) {
  if (!drawn.empty()) std::cout << drawn << std::flush;
}

void ChatOutput::end_reply() {
  show(markdown_.feed(filter_.finish()));
  show(markdown_.finish());
}

LoopListener ChatOutput::listener() {
  LoopListener out;
  out.on_call = [this](const ToolCall& call) {
    if (!streams_) return;
    end_reply();
    std::cerr << styled(printable(shown_call(call)), Style::dim) << std::flush;
  };
  out.on_result = [this](const ToolResult& result) {
    shown_ = false;
    if (streams_) std::cerr << "\r\x1b[K";
    std::cerr << styled(printable(shown_activity(result)), Style::dim) << "\n";
  };
  out.on_summary = [this](size_t messages) {
    shown_ = false;
    std::cerr << styled("the context is full: " +
                            counted(static_cast<int64_t>(messages), "older message") +
                            " gave way to a summary",
                        Style::dim)
              << "\n";
  };
  out.model = [this](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry) {
      end_reply();
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
    } else if (streams_) {
      shown_ = true;
      show(markdown_.feed(filter_.feed(progress.text)));
    }
  };
  return out;
}

void ChatOutput::end(const std::string& text) {
  if (streams_ && shown_)
    end_reply();
  else
    std::cout << (streams_ ? rendered_markdown(text) : printable_lines(text) + "\n") << std::flush;
  shown_ = false;
}

}  // namespace dossier::cli
