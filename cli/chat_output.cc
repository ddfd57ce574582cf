#include "cli/chat_output.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <iostream>

#include "cli/agent.h"
#include "cli/terminal.h"

namespace dossier::cli {
namespace {

constexpr std::string_view kAction = "ACTION:";

// Whether a line is an action (1), is none (0), or is too short to tell (-1): bullets, quotes and
// spaces may stand before the word, in any case (docs/formats.md).
int is_action(std::string_view line) {
  size_t at = line.find_first_not_of(" \t>*-`#+0123456789.");
  if (at == line.npos) return line.size() > 40 ? 0 : -1;
  size_t matched = 0;
  for (; at < line.size() && matched < kAction.size(); ++at) {
    if (line[at] == ' ' && matched == kAction.size() - 1) continue;
    if (std::toupper(static_cast<unsigned char>(line[at])) != kAction[matched]) return 0;
    ++matched;
  }
  return matched == kAction.size() ? 1 : -1;
}

}  // namespace

void ActionFilter::decide(std::string& out, bool ended) {
  if (line_ == Line::undecided) {
    const int verdict = is_action(held_);
    if (verdict == 1) in_action_ = true;
    if (verdict == 1 || in_action_) line_ = Line::hidden;
    if (verdict == 0 && !in_action_) line_ = Line::shown;
    if (ended && line_ == Line::undecided) line_ = Line::shown;
  }
  if (line_ == Line::shown) out += held_;
  if (line_ != Line::undecided) held_.clear();
}

std::string ActionFilter::feed(std::string_view piece) {
  std::string out;
  for (const char c : piece) {
    held_ += c;
    if (c == '\n') {
      decide(out, true);
      line_ = Line::undecided;
    } else if (line_ != Line::undecided || held_.size() >= 2) {
      decide(out, false);
    }
  }
  return out;
}

std::string ActionFilter::finish() {
  std::string out;
  decide(out, true);
  *this = ActionFilter();
  return out;
}

ChatOutput::ChatOutput(bool may_stream) : streams_(may_stream && ::isatty(STDOUT_FILENO) != 0) {}

void ChatOutput::end_line() {
  if (open_line_) std::cout << "\n" << std::flush;
  open_line_ = false;
}

LoopListener ChatOutput::listener() {
  LoopListener out;
  out.on_call = [this](const ToolCall& call) {
    if (!streams_) return;
    std::cout << printable_lines(filter_.finish());
    end_line();
    std::cerr << styled(printable(shown_call(call)), Style::dim) << std::flush;
  };
  out.on_result = [this](const ToolResult& result) {
    shown_ = false;
    if (streams_) std::cerr << "\r\x1b[K";
    std::cerr << styled(printable(shown_activity(result)), Style::dim) << "\n";
  };
  out.model = [this](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry) {
      std::cout << printable_lines(filter_.finish());
      end_line();
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
    } else if (streams_) {
      const std::string text = filter_.feed(progress.text);
      shown_ = true;
      if (text.empty()) return;
      std::cout << printable_lines(text) << std::flush;
      open_line_ = text.back() != '\n';
    }
  };
  return out;
}

void ChatOutput::end(const std::string& text) {
  if (streams_ && shown_) {
    const std::string rest = filter_.finish();
    std::cout << printable_lines(rest);
    if (!rest.empty()) open_line_ = rest.back() != '\n';
    end_line();
  } else {
    std::cout << printable_lines(text) << "\n" << std::flush;
  }
  shown_ = false;
}

}  // namespace dossier::cli
