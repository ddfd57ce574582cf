#include "sandbox/channel.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "engine/no_sigpipe.h"

namespace dossier::sandbox {
namespace {

// How soon a request to stop is noticed.
constexpr int64_t kSliceMs = 20;

// Waits for the descriptor; returns false once the deadline is over.
bool wait(int descriptor, short events, const Deadline& deadline) {
  while (!deadline.is_over()) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline.at - Deadline::Clock::now());
    const int64_t slice = deadline.stop.stop_possible() ? kSliceMs : 1'000'000;
    pollfd one{descriptor, events, 0};
    const int ready =
        ::poll(&one, 1, static_cast<int>(std::clamp<int64_t>(left.count(), 0, slice)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

}  // namespace

Channel::Channel(Descriptor to, Descriptor from) : to_(std::move(to)), from_(std::move(from)) {
  ::fcntl(to_.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(from_.number(), F_SETFL, O_NONBLOCK);
}

bool Channel::send(Frame kind, std::string_view payload, const Deadline& deadline) {
  std::string frame(kFrameHead, '\0');
  frame[0] = static_cast<char>(kind);
  const auto size = static_cast<uint32_t>(payload.size());
  std::memcpy(&frame[1], &size, sizeof size);
  frame += payload;
  const NoSigpipe quiet;  // a worker that is gone must not end the program
  size_t at = 0;
  while (at < frame.size()) {
    const ssize_t put = ::write(to_.number(), frame.data() + at, frame.size() - at);
    if (put > 0) {
      at += static_cast<size_t>(put);
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    } else if (!wait(to_.number(), POLLOUT, deadline)) {
      return false;
    }
  }
  return true;
}

bool Channel::fill(size_t size, const Deadline& deadline, Silence& why) {
  std::array<char, 65536> piece;
  while (buffer_.size() < size) {
    const ssize_t got =
        ::read(from_.number(), piece.data(), std::min(piece.size(), size - buffer_.size()));
    why = Silence::late;
    if (got > 0) {
      buffer_.append(piece.data(), static_cast<size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      why = Silence::gone;
      return false;
    } else if (!wait(from_.number(), POLLIN, deadline)) {
      return false;
    }
    // One that always has a byte more would never be waited for.
    if (buffer_.size() < size && deadline.is_over()) return false;
  }
  return true;
}

std::optional<Channel::Received> Channel::receive(size_t most, const Deadline& deadline,
                                                  Silence& why) {
  // One that always has a frame more would never be waited for.
  why = Silence::late;
  if (deadline.is_over() || !fill(kFrameHead, deadline, why)) return std::nullopt;
  uint32_t size;
  std::memcpy(&size, &buffer_[1], sizeof size);
  const auto kind = static_cast<uint8_t>(buffer_[0]);
  if (size > most || kind < static_cast<uint8_t>(Frame::request) ||
      kind > static_cast<uint8_t>(Frame::wait)) {
    why = Silence::lies;
    return std::nullopt;
  }
  if (!fill(kFrameHead + size, deadline, why)) return std::nullopt;
  Received out{static_cast<Frame>(kind), buffer_.substr(kFrameHead)};
  buffer_.clear();
  return out;
}

}  // namespace dossier::sandbox
