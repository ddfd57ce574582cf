#include "server/http/events.h"

#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dossier {
namespace {

// With its time and level a line stays below PIPE_BUF, so that a pipe with room takes it whole.
constexpr size_t kLongestLine = 3500;

// False when a write to standard error would wait: a parent that started the server and does not
// read its pipe must not stop it.
bool stderr_has_room() {
  pollfd one{STDERR_FILENO, POLLOUT, 0};
  return poll(&one, 1, 0) != 0;
}

spdlog::level::level_enum level_of(EventLog::Level level) {
  switch (level) {
    case EventLog::Level::error:
      return spdlog::level::err;
    case EventLog::Level::warning:
      return spdlog::level::warn;
    case EventLog::Level::info:
      return spdlog::level::info;
  }
  return spdlog::level::info;
}

}  // namespace

struct EventLog::Sink {
  spdlog::logger logger{"dossier", std::make_shared<spdlog::sinks::stderr_color_sink_mt>()};
  size_t lost = 0;

  void write(std::string_view line, spdlog::level::level_enum level) {
    if (!stderr_has_room()) {
      ++lost;
      return;
    }
    if (lost > 0) logger.warn("{} lines before this one were dropped: the pipe was full", lost);
    lost = 0;
    line = line.substr(0, kLongestLine);
    logger.log(level, spdlog::string_view_t(line.data(), line.size()));
  }
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
  const std::lock_guard lock(mutex_);
  event.id = ++last_;
  if (sink_) sink_->write(event.text, level_of(level));
  events_.push_back(std::move(event));
  if (events_.size() > kept_) events_.pop_front();
  added_.notify_all();
}

std::vector<Event> EventLog::recent() const {
  const std::lock_guard lock(mutex_);
  return {events_.begin(), events_.end()};
}

std::vector<Event> EventLog::after(int64_t id, std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  // A number that was never given is of a server before this one.
  if (id > last_) id = 0;
  added_.wait_for(lock, time, [&] { return last_ > id; });
  std::vector<Event> out;
  for (const Event& event : events_) {
    if (event.id > id) out.push_back(event);
  }
  return out;
}

}  // namespace dossier
