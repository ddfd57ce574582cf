#include "server/http/connection.h"

#include <algorithm>

namespace dossier {
namespace {

constexpr size_t kReadSize = 16384;
constexpr size_t kKeptCapacity = 16384;  // of a connection's buffer between two requests

void shrink(std::string& buffer) {
  if (buffer.capacity() > kKeptCapacity) buffer.shrink_to_fit();
}

// Takes the room that a buffer has by doubling beyond what will ever be in it.
void limit_room(std::string& buffer, size_t most) {
  if (buffer.capacity() <= std::max(most, kKeptCapacity)) return;
  std::string limited;
  limited.reserve(most);
  limited.append(buffer);
  buffer.swap(limited);
}

}  // namespace

Step Connection::step() const {
  if (sent < output.size()) return Step::write;
  if (last) return Step::leave;
  return whole() ? Step::serve : Step::read;
}

bool Connection::whole() const { return head() && input.size() >= head()->size + head()->body; }

bool Connection::read(const Rules& rules) {
  const size_t want = head() ? head()->size + head()->body - input.size() : kReadSize;
  if (receive(socket, input, want) == Received::closed) return false;
  if (head()) limit_room(input, head()->size + head()->body);
  look(rules);
  return true;
}

bool Connection::write(size_t most) {
  const size_t end = most < output.size() - sent ? sent + most : output.size();
  while (sent < end) {
    const auto count = send_some(socket, std::string_view(output).substr(sent, end - sent));
    if (!count) return false;
    if (*count == 0) return true;
    sent += *count;
  }
  if (sent < output.size()) return true;
  output.clear();
  shrink(output);
  sent = 0;
  return true;
}

bool Connection::discard() {
  std::string ignored;
  return receive(socket, ignored, kReadSize) != Received::closed;
}

void Connection::answered(bool keep, const Rules& rules) {
  last = !keep;
  if (last) {
    input.clear();
  } else {
    input.erase(0, head()->size + head()->body);
  }
  shrink(input);
  request = Incomplete{};
  reassured = false;
  if (!input.empty()) look(rules);
}

void Connection::look(const Rules& rules) {
  if (!head()) {
    request = read_head(input, rules.limits);
    if (std::holds_alternative<Incomplete>(request)) return;
    if (const std::string answer = rules.refuse(request); !answer.empty()) return end_with(answer);
    is_brief = rules.is_brief && rules.is_brief(*head());
  }
  if (whole() || !head()->expects_continue || std::exchange(reassured, true)) return;
  output += "HTTP/1.1 100 Continue\r\n\r\n";
}

void Connection::refuse(Refusal refusal, const Rules& rules) { end_with(rules.refuse(refusal)); }

void Connection::abandon() {
  if (sent >= output.size()) return;
  const linger now{1, 0};
  setsockopt(socket.fd(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

void Connection::end_with(const std::string& answer) {
  output += answer;
  last = true;
  input.clear();
  shrink(input);
  request = Incomplete{};
}

}  // namespace dossier
