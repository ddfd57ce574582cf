#pragma once
// The way to the client while its request is answered: what is sent here comes before the answer.
#include <string>

namespace dossier::mcp {

class Outlet {
 public:
  virtual ~Outlet() = default;
  /// Sends a message. False: nobody reads any more. Safe for several threads.
  virtual bool send(std::string message) = 0;
  /// Lets the client's connection go; what follows waits until it comes for it. Where one
  /// connection carries everything, nothing happens.
  virtual void hang_up() {}
};

}  // namespace dossier::mcp
