#pragma once
// One request of a client while a method of the server works on it.
#include <string>
#include <string_view>

#include "agent/bounds.h"
#include "agent/mcp/server.h"
#include "engine/unicode.h"

namespace dossier::mcp {

struct Server::Call {
  const Incoming& request;
  const Json& params;
  const Caller& caller;
  Connection& connection;
  const Means& means;
  Dialogue& dialogue;
  Freshness freshness;  // of the result

  /// A place for what a request may take. It is better given back before a person is asked.
  std::shared_ptr<Place> lend() const { return means.lender.lend(means.stop, Lender::bounded); }
};

/// A text of the parameters; null where it is none.
inline const std::string* text_in(const Json& params, std::string_view key) {
  const Json* value = params.find(key);
  return value != nullptr ? value->string() : nullptr;
}

inline Refusal needs(std::string_view what) {
  return {kInvalidParams, "the request needs " + std::string(what)};
}

/// A client's word in a message of ours.
inline std::string client_word(std::string_view text) {
  return "'" + std::string(utf8_prefix(text, kPeerBounds.reason_bytes)) + "'";
}

/// While it lives, calls at the place are told to this dialogue.
class Told {
 public:
  Told(Place& place, Dialogue& dialogue) : around_(place.around()) {
    around_.stop = dialogue.stop();
    around_.progress = [&dialogue](double done, double total, std::string_view message) {
      dialogue.progress(done, total, message);
    };
    around_.warn = [&dialogue](std::string_view text) { dialogue.log(Level::warning, text); };
  }
  ~Told() {
    around_.stop = {};
    around_.progress = nullptr;
    around_.warn = nullptr;
  }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

 private:
  Around& around_;
};

}  // namespace dossier::mcp
