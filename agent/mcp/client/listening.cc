#include "agent/mcp/client/listening.h"

#include <algorithm>
#include <utility>

#include "agent/bounds.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/message.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier::mcp::client {
namespace {

constexpr int64_t kAgainMs = 1'000, kMostAgainMs = 10'000;

}  // namespace

void Listening::begin() {
  end();
  is_offered_ = true;
}

void Listening::end() {
  flow_.reset();
  heard_.clear();
  last_id_.clear();
  opens_at_ = 0;
  opened_ = 0;
  is_offered_ = false;
}

void Listening::open(const std::function<models::HttpPost()>& request) {
  if (!is_offered_ || flow_ || opened_ >= kMostOpened || steady_ms() < opens_at_) return;
  ++opened_;
  models::HttpPost get = request();
  get.method = "GET";
  get.timeout_ms = kMostMs;
  if (!last_id_.empty()) get.headers.emplace_back("Last-Event-ID", last_id_);
  events_ = {};
  flow_ = std::make_unique<Flow>(std::move(get), bell_);
}

size_t Listening::fetch(const std::function<bool(std::string_view)>& take) {
  size_t bytes = 0;
  if (flow_) {
    const Flow::Come come = flow_->fetch();
    bytes = come.bytes.size();
    if (come.type.starts_with("text/event-stream"))
      for (auto& event : events_.feed(come.bytes))
        if (!event.data.empty()) heard_.push_back(std::move(event.data));
    if (come.ended) close();
    if (events_.pending() > kMaxMessageBytes) {
      end();
      throw Error(ErrorCode::limit, over("a message", kMaxMessageBytes));
    }
  }
  while (!heard_.empty()) {
    const std::string text = std::move(heard_.front());
    heard_.pop_front();
    if (take(text)) break;
  }
  return bytes;
}

// The server has ended it, or has none.
void Listening::close() {
  const models::HttpAnswer answer = std::exchange(flow_, nullptr)->answer();
  if (!events_.last_id().empty()) last_id_ = events_.last_id();
  const int64_t asked = events_.retry_ms() < 0 ? kAgainMs : events_.retry_ms();
  opens_at_ = steady_ms() + std::min(asked, kMostAgainMs);
  // A connection that failed may come back; what was answered otherwise stays so.
  is_offered_ = answer.status == 0 ||
                (answer.status == 200 && answer.content_type.starts_with("text/event-stream"));
}

}  // namespace dossier::mcp::client
