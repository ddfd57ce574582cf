#include "server/events.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace dossier {

struct EventLog::Sink {
  spdlog::logger logger{"dossier", std::make_shared<spdlog::sinks::stderr_color_sink_mt>()};
};

std::string escape_controls(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  const auto hex = [&](unsigned char c) { out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]}; };
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c < 0x20 || c == 0x7F) {
      hex(c);
    } else if (c == 0xC2 && next >= 0x80 && next <= 0x9F) {
      hex(static_cast<unsigned char>(next));
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

EventLog::EventLog(Clock& clock, size_t kept, bool quiet)
    : clock_(clock), kept_(kept), sink_(quiet ? nullptr : std::make_unique<Sink>()) {
  if (sink_) sink_->logger.set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %^%l%$ %v");
}

EventLog::~EventLog() = default;

void EventLog::add(std::string_view text, Level level) {
  Event event{rfc3339(clock_.now_ms()), escape_controls(text)};
  if (sink_) {
    const auto as = level == Level::error     ? spdlog::level::err
                    : level == Level::warning ? spdlog::level::warn
                                              : spdlog::level::info;
    sink_->logger.log(as, spdlog::string_view_t(event.text.data(), event.text.size()));
  }
  const std::lock_guard lock(mutex_);
  events_.push_back(std::move(event));
  if (events_.size() > kept_) events_.pop_front();
}

std::vector<Event> EventLog::recent() const {
  const std::lock_guard lock(mutex_);
  return {events_.begin(), events_.end()};
}

}  // namespace dossier
