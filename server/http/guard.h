#pragma once
// Who may ask: the checks that stand before every route.
//
// A page on the web can make a browser send requests to 127.0.0.1, and by rebinding its own name to
// that address it can read the answers; it cannot forge the Host header. So a server on loopback
// answers only to loopback names, and requests that a page of another site sent (Origin) are
// refused. A page that may not read an answer can still measure how long it took, and of a request
// without CORS (an image, a link) the browser sends no Origin but says in Sec-Fetch-Site whose page
// it is: such requests are refused by any server. Beyond loopback names mean nothing, and a token
// is demanded instead.
#include <string_view>

namespace dossier {

/// True for "localhost", any *.localhost, 127.0.0.0/8 and ::1, in any case, without port or
/// brackets.
bool is_loopback_name(std::string_view host);

/// The host of a Host header or an Origin's authority: port and brackets removed. "" when
/// malformed.
std::string_view host_of(std::string_view authority);

/// True when a server on loopback, started as `configured`, should answer to this Host header. Any
/// port will do: tunnels and port maps change it, and rebinding is about names.
bool host_allowed(std::string_view header, std::string_view configured);

/// True when a page from this Origin may call: it is absent, or a page of this host.
bool origin_allowed(std::string_view origin, std::string_view configured);

/// True when the value of Sec-Fetch-Site is absent (no browser of these years), "same-origin", or
/// "none" (typed by the user). Pages of another port of this machine are "same-site", and refused.
bool fetch_site_allowed(std::string_view site);

/// Compares in a time that depends on the length of `given` alone.
bool equal_secret(std::string_view given, std::string_view secret);

/// The token of an Authorization header ("Bearer X", the scheme in any case), or "".
std::string_view bearer_token(std::string_view header);

}  // namespace dossier
