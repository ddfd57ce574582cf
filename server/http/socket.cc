#include "server/http/socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "engine/error.h"

namespace dossier {
namespace {

constexpr int kBacklog = 511;
constexpr size_t kAtOnce = 256u << 10;  // bytes that one call receives

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& host, int port) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  // "localhost" may resolve to ::1 first, while clients are told, and try, 127.0.0.1.
  const char* name = host == "localhost" ? "127.0.0.1" : host.c_str();
  const int failure = getaddrinfo(name, std::to_string(port).c_str(), &wanted, &found);
  if (failure != 0) {
    throw Error(ErrorCode::invalid, "cannot listen on '" + host + "': " + gai_strerror(failure));
  }
  return {found, &freeaddrinfo};
}

sockaddr_storage address_of(const Socket& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket.fd(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw Error(ErrorCode::io, std::string("getsockname: ") + std::strerror(errno));
  }
  return address;
}

bool wait_for(const Socket& socket, short events, std::chrono::milliseconds limit) {
  pollfd one{socket.fd(), events, 0};
  int result;
  do {
    result = poll(&one, 1, static_cast<int>(limit.count()));
  } while (result < 0 && errno == EINTR);
  return result > 0;
}

}  // namespace

void Socket::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Socket listen_on(const std::string& host, int port) {
  const Addresses addresses = resolve(host, port);
  int failure = 0;
  for (const addrinfo* at = addresses.get(); at; at = at->ai_next) {
    Socket socket(::socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket) {
      failure = errno;
      continue;
    }
    const int on = 1;
    // A restarted server finds the port free although old connections linger in TIME_WAIT.
    setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // Inherited by every connection: answers are whole when sent, so waiting to fill a packet only
    // adds 40 ms.
    setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bind(socket.fd(), at->ai_addr, at->ai_addrlen) == 0 &&
        ::listen(socket.fd(), kBacklog) == 0) {
      return socket;
    }
    failure = errno;
  }
  const std::string where = host + ":" + std::to_string(port);
  if (failure == EADDRINUSE) throw Error(ErrorCode::conflict, where + " is in use");
  throw Error(ErrorCode::io, "cannot listen on " + where + ": " + std::strerror(failure));
}

bool is_on_loopback(const Socket& listener) {
  const sockaddr_storage address = address_of(listener);
  if (address.ss_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    return (ntohl(four.sin_addr.s_addr) >> 24) == 127;
  }
  const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
  return address.ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}

int port_of(const Socket& listener) {
  const sockaddr_storage address = address_of(listener);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::string peer_of(const sockaddr_storage& address) {
  const auto bytes = [](const void* data, size_t size) {
    return std::string(static_cast<const char*>(data), size);
  };
  if (address.ss_family == AF_INET) {
    return bytes(&reinterpret_cast<const sockaddr_in&>(address).sin_addr, 4);
  }
  if (address.ss_family != AF_INET6) return {};
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return IN6_IS_ADDR_V4MAPPED(&six) ? bytes(six.s6_addr + 12, 4) : bytes(six.s6_addr, 8);
}

Accepted accept_from(const Socket& listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  Socket client(accept4(listener.fd(), reinterpret_cast<sockaddr*>(&address), &size,
                        SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!client) return {};
  return {std::move(client), peer_of(address)};
}

Received receive(const Socket& socket, std::string& input, size_t most) {
  static thread_local const auto piece = std::make_unique<char[]>(kAtOnce);
  ssize_t got;
  do {
    got = recv(socket.fd(), piece.get(), std::min(most, kAtOnce), 0);
  } while (got < 0 && errno == EINTR);
  if (got > 0) {
    input.append(piece.get(), static_cast<size_t>(got));
    return Received::some;
  }
  return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? Received::none_yet
                                                              : Received::closed;
}

bool wait_readable(const Socket& socket, std::chrono::milliseconds limit) {
  return wait_for(socket, POLLIN, limit);
}

std::optional<size_t> send_some(const Socket& socket, std::string_view text) {
  ssize_t sent;
  do {
    sent = send(socket.fd(), text.data(), text.size(), MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent >= 0) return static_cast<size_t>(sent);
  if (errno == EAGAIN || errno == EWOULDBLOCK) return 0;
  return std::nullopt;
}

bool send_all(const Socket& socket, std::string_view text, std::chrono::milliseconds limit) {
  while (!text.empty()) {
    const auto sent = send_some(socket, text);
    if (!sent || (*sent == 0 && !wait_for(socket, POLLOUT, limit))) return false;
    text.remove_prefix(*sent);
  }
  return true;
}

}  // namespace dossier
