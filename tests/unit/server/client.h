#pragma once
// A client over a real socket that sends exactly the bytes it is given, well-formed or not.
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/socket.h"

namespace dossier::test {

struct Answer {
  int status = 0;
  std::string head;  // status line and headers
  std::string body;  // as sent: chunks are not joined

  /// The header's value, or nothing. The name's case counts: the server always writes it one way.
  std::optional<std::string> header(std::string_view name) const;
};

class Client {
 public:
  explicit Client(int port);

  void send(std::string_view bytes);
  /// The next answer; status 0 when the server closed, or said nothing for five seconds.
  /// `bodiless` for answers to HEAD.
  Answer receive(bool bodiless = false);
  /// Sends "GET target" with a loopback Host and `more` headers, each ended by CRLF.
  Answer get(std::string_view target, std::string_view more = "");
  /// True when the server has closed its side within five seconds.
  bool closed();
  /// Ends what is sent; answers may still come.
  void finish();
  /// Closes the connection.
  void leave() { socket_.close(); }
  /// True when there is something to receive, or the connection has ended.
  bool heard() const;
  /// True when the server has broken the connection off. Reads nothing.
  bool is_broken() const;
  /// True when the server broke the connection off within a minute. Reads nothing.
  bool broken();
  /// Everything until the server closes.
  std::string rest();

 private:
  bool fill();

  Socket socket_;
  std::string input_;
};

/// One request on a connection of its own.
Answer get(int port, std::string_view target, std::string_view more = "");

}  // namespace dossier::test
