#pragma once
// A file descriptor that closes itself, and the operations on TCP sockets that the server uses.
// Every socket is non-blocking; operations that wait poll with a limit.
#include <sys/socket.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dossier {

class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket() { close(); }

  int fd() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void close();

 private:
  int fd_ = -1;
};

/// Listens on host:port; port 0 is any free port. If the name has several addresses, uses the first
/// that works. Throws invalid for a host that cannot be resolved, conflict for a port in use, io
/// otherwise.
Socket listen_on(const std::string& host, int port);

/// Whether the listening socket is reachable only from this machine.
bool is_on_loopback(const Socket& listener);
int port_of(const Socket& listener);

/// A client and its identity for counting: its address or, for IPv6, its network, because a client
/// there has 2^64 addresses.
struct Accepted {
  Socket socket;
  std::string peer;
};
/// The next waiting client; without a socket if there is none (see errno).
Accepted accept_from(const Socket& listener);
/// The identity of a client: the four bytes of an IPv4 address, mapped or not, or the first eight
/// bytes of another address.
std::string peer_of(const sockaddr_storage& address);

enum class Received { some, none_yet, closed };
/// Appends available bytes, up to `most` and to 256 KB, to `input`, which grows by what has
/// arrived; never waits.
Received receive(const Socket& socket, std::string& input, size_t most);

/// Waits until the socket is readable (data, end or error); returns false on timeout.
bool wait_readable(const Socket& socket, std::chrono::milliseconds limit);

/// Sends everything; returns false if the peer has gone or receives nothing for `limit`.
bool send_all(const Socket& socket, std::string_view text, std::chrono::milliseconds limit);

/// Sends as much as possible and returns the number of bytes; absent if the peer has gone.
std::optional<size_t> send_some(const Socket& socket, std::string_view text);

}  // namespace dossier
