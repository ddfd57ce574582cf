#include "client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>

#include "tests/unit/until.h"

namespace dossier::test {

using namespace std::chrono_literals;

std::optional<std::string> Answer::header(std::string_view name) const {
  const std::string wanted = "\r\n" + std::string(name) + ": ";
  const size_t at = head.find(wanted);
  if (at == std::string::npos) return std::nullopt;
  const size_t start = at + wanted.size();
  return head.substr(start, head.find("\r\n", start) - start);
}

Client::Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_.fd(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    socket_.close();
  }
}

void Client::send(std::string_view bytes) {
  if (socket_) send_all(socket_, bytes, 5000ms);
}

void Client::finish() { shutdown(socket_.fd(), SHUT_WR); }

bool Client::fill() {
  if (!socket_ || !wait_readable(socket_, 5000ms)) return false;
  return dossier::receive(socket_, input_, 65536) == Received::some;
}

Answer Client::receive(bool bodiless) {
  size_t end;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return {};
  }
  Answer answer;
  answer.head = input_.substr(0, end + 2);
  answer.status = std::stoi(answer.head.substr(9, 3));
  input_.erase(0, end + 4);
  if (bodiless || answer.status == 100) return answer;
  if (answer.header("Transfer-Encoding") == "chunked") {
    while ((end = input_.find("0\r\n\r\n")) == std::string::npos && fill()) {
    }
    end = end == std::string::npos ? input_.size() : end + 5;
  } else {
    end = std::stoul(answer.header("Content-Length").value_or("0"));
    while (input_.size() < end && fill()) {
    }
  }
  answer.body = input_.substr(0, end);
  input_.erase(0, end);
  return answer;
}

Answer Client::get(std::string_view target, std::string_view more) {
  send("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) +
       "\r\n");
  return receive();
}

bool Client::closed() {
  if (!socket_) return true;
  return wait_readable(socket_, 5000ms) &&
         dossier::receive(socket_, input_, 65536) == Received::closed;
}

bool Client::heard() const { return wait_readable(socket_, 0ms); }

bool Client::is_broken() const {
  pollfd one{socket_.fd(), 0, 0};
  return poll(&one, 1, 0) == 1;
}

bool Client::broken() {
  return until([this] { return is_broken(); });
}

std::string Client::rest() {
  while (fill()) {
  }
  return std::exchange(input_, {});
}

Answer get(int port, std::string_view target, std::string_view more) {
  return Client(port).get(target, more);
}

}  // namespace dossier::test
