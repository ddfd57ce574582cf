#pragma once
// Access checks before every route.
//
// A web page can make a browser send requests to 127.0.0.1, and by rebinding its own name to that
// address it can read the answers; it cannot forge the Host header. So a server on loopback answers
// only to loopback names, and requests from pages of other sites (Origin) are refused. A page that
// cannot read an answer can still measure its duration; for a request without CORS (an image, a
// link) the browser sends no Origin, but Sec-Fetch-Site says which page sent it. Every server
// refuses such requests. Beyond loopback names mean nothing, and a token is required instead.
#include <string_view>

namespace dossier {

/// True for "localhost", any *.localhost, 127.0.0.0/8 and ::1, in any case, without port or
/// brackets.
bool is_loopback_name(std::string_view host);

/// The host of a Host header or an Origin's authority: port and brackets removed. "" when
/// malformed.
std::string_view host_of(std::string_view authority);

/// Whether a server on loopback, started as `configured`, should answer to this Host header. Any
/// port is allowed: tunnels and port maps change it, and rebinding depends on names.
bool host_allowed(std::string_view header, std::string_view configured);

/// Whether a page from this Origin is allowed: the header is absent, or the page is of this host.
bool origin_allowed(std::string_view origin, std::string_view configured);

/// Whether the value of Sec-Fetch-Site is absent (not a current browser), "same-origin", or "none"
/// (typed by the user). Pages of another port of this machine are "same-site", and refused.
bool fetch_site_allowed(std::string_view site);

/// Compares in time that depends only on the length of `given`.
bool equal_secret(std::string_view given, std::string_view secret);

/// The token of an Authorization header ("Bearer X", the scheme in any case), or "".
std::string_view bearer_token(std::string_view header);

}  // namespace dossier
