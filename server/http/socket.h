#pragma once
// A file descriptor that closes itself, and the few calls on TCP sockets that the server makes.
// Every socket is non-blocking; what has to wait polls with a limit.
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

/// Listens on host:port, port 0 for any. Of a name with several addresses, the first that works.
/// Throws invalid for a host that cannot be resolved, conflict for a port in use, io otherwise.
Socket listen_on(const std::string& host, int port);

/// True when the listening socket's address is reachable from this machine alone.
bool is_on_loopback(const Socket& listener);
int port_of(const Socket& listener);

/// A client, and who it is for those who count: its address, or the network of an IPv6 one, since
/// those who have one address there have 2^64.
struct Accepted {
  Socket socket;
  std::string peer;
};
/// The next client that waits; without a socket when there is none, errno says why.
Accepted accept_from(const Socket& listener);
/// What a client is counted by: the four bytes of an IPv4 address, mapped or not, or the first
/// eight of another.
std::string peer_of(const sockaddr_storage& address);

enum class Received { some, none_yet, closed };
/// Appends what has arrived, up to `most` bytes, to `input`; never waits.
Received receive(const Socket& socket, std::string& input, size_t most);

/// Waits until the socket has something to read (data, an end or an error); false on time out.
bool wait_readable(const Socket& socket, std::chrono::milliseconds limit);

/// Sends everything; false when the peer has gone or takes nothing for `limit`.
bool send_all(const Socket& socket, std::string_view text, std::chrono::milliseconds limit);

/// Sends what there is room for, and says how many bytes that was; nothing when the peer has gone.
std::optional<size_t> send_some(const Socket& socket, std::string_view text);

}  // namespace dossier
