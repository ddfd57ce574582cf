#include "agent/protocols/action_filter.h"

#include <utility>

#include "agent/protocols/action_request.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"

namespace dossier::protocols {
namespace {

std::string_view without_quote(std::string_view line, bool is_quoted) {
  line = trimmed(line);
  if (is_quoted && line.starts_with('>')) line = trimmed(line.substr(1));
  return line;
}

}  // namespace

std::string ActionFilter::feed(std::string_view piece) {
  std::string out;
  partial_ += piece;
  size_t at = 0;
  for (size_t end = partial_.find('\n'); end != partial_.npos; end = partial_.find('\n', at)) {
    line(std::string_view(partial_).substr(at, end + 1 - at), out);
    at = end + 1;
  }
  partial_.erase(0, at);
  return out;
}

std::string ActionFilter::finish() {
  std::string out;
  if (!partial_.empty()) line(std::exchange(partial_, {}), out);
  if (in_ == In::prose && !is_fenced_) out += held_;
  *this = ActionFilter();
  return out;
}

void ActionFilter::show(std::string_view line, std::string& out) {
  out += std::exchange(held_, {});
  out += line;
  has_prose_ = has_prose_ || !trimmed(line).empty();
}

bool ActionFilter::hides_request(std::string_view line) {
  const auto request = request_in(line, chat_actions());
  if (!request) return false;
  std::string fault;
  const auto read = read_request(*request, chat_actions(), fault);
  takes_content_ = read ? !read->action->content.empty() : false;
  is_malformed_ = !read;
  is_quoted_ = trimmed(line).starts_with('>');
  is_fenced_ = is_fenced_ || is_fence(held_);
  is_inner_ = false;
  held_.clear();
  in_ = In::action;
  return true;
}

// A reply that is calls as JSON is that from its beginning, behind a fence or not.
bool ActionFilter::hides_json(std::string_view line) {
  if (has_prose_) return false;
  const std::string begun = held_ + std::string(line);
  std::string_view text = trimmed(begun);
  if (text.starts_with("```")) text = trimmed(text.substr(std::min(text.find('\n'), text.size())));
  if (!text.starts_with('{')) return false;
  const std::string_view rest = trimmed(text.substr(1));
  if (rest.empty()) {  // its first field decides
    held_ = begun;
    return true;
  }
  if (!rest.starts_with("\"tool_calls\"")) return false;
  held_.clear();
  in_ = In::json;
  return true;
}

void ActionFilter::line(std::string_view line, std::string& out) {
  if (in_ == In::json) return;
  const std::string_view text = without_quote(line, is_quoted_);
  if (in_ == In::content) {
    if (is_marker(text, "CONTENT_END", true)) in_ = In::action, takes_content_ = false;
    return;
  }
  if (in_ == In::action) {
    if ((takes_content_ || is_malformed_) && is_marker(text, "CONTENT_START", true)) {
      is_inner_ = is_fence(held_);
      held_.clear();
      in_ = In::content;
      return;
    }
    const bool closes = is_fence(text) && (is_inner_ || is_fenced_);
    if (closes && !takes_content_) {
      held_.clear();
      if (!std::exchange(is_inner_, false)) is_fenced_ = false, in_ = In::prose;
      return;
    }
    if (text.empty() || (takes_content_ && is_fence(text))) {
      held_ = is_fence(text) ? std::string(line) : held_ + std::string(line);
      return;
    }
  }
  if (hides_request(line)) return;
  if (in_ == In::action) is_fenced_ = false, in_ = In::prose;
  if (hides_json(line)) return;
  if (is_fence(text)) {
    out += std::exchange(held_, std::string(line));
    return;
  }
  // Behind a fence that opens, a blank line may stand before its first action.
  if (text.empty() && is_fence(held_)) {
    held_ += line;
    return;
  }
  show(line, out);
}

}  // namespace dossier::protocols
