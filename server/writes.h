#pragma once
// Who may make this server write, or start something: a page of this server, which a browser says
// of it in Sec-Fetch-Site, or whoever has the token. A read on loopback needs neither. Every
// refusal of server/http/guard.h comes first.
//
// Rejected: a secret in the page's text, which any program that can read the page can read, too.
#include "server/http/http.h"

namespace dossier {

struct WriteRules {
  bool read_only = false;
  bool has_token = false;  // the server demands one, so every request had it
};

/// The route, refusing with 403 what these rules refuse, and with 415 a body that a form of another
/// page could send.
Route guarded_write(Route route, WriteRules rules);

/// The route of a protocol that programs speak, which reads and writes. It refuses with 403 what a
/// page of another server can make a browser send, one on another port of this machine among them;
/// programs send neither Origin nor Sec-Fetch-Site. Whoever has the token may be a page, too.
Route guarded_call(Route route, WriteRules rules);

}  // namespace dossier
