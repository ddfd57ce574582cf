#include "server/http/guard.h"

#include <arpa/inet.h>

#include <algorithm>
#include <string>

#include "engine/ascii.h"

namespace dossier {
namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

bool ends_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         same_ignoring_case(text.substr(text.size() - end.size()), end);
}

}  // namespace

bool is_loopback_name(std::string_view host) {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  if (same_ignoring_case(host, "localhost") || ends_ignoring_case(host, ".localhost")) return true;
  const std::string text(host);
  in_addr four{};
  if (inet_pton(AF_INET, text.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24) == 127;
  in6_addr six{};
  if (inet_pton(AF_INET6, text.c_str(), &six) != 1) return false;
  if (IN6_IS_ADDR_V4MAPPED(&six)) return six.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&six);
}

std::string_view host_of(std::string_view authority) {
  // An "@" would name somebody, not a place (RFC 9110, 4.2.4); the rest ends a host elsewhere.
  if (authority.empty() || authority.find_first_of("@/\\?#, \t\"<>") != authority.npos) return {};
  std::string_view host, rest;
  if (authority.front() == '[') {
    const size_t close = authority.find(']');
    if (close == std::string_view::npos) return {};
    host = authority.substr(1, close - 1);
    rest = authority.substr(close + 1);
  } else {
    host = authority.substr(0, authority.find(':'));
    rest = authority.substr(host.size());
  }
  if (rest.empty()) return host;
  const std::string_view port = rest.substr(1);
  const bool digits = std::all_of(port.begin(), port.end(), is_digit);
  return rest.front() == ':' && digits ? host : std::string_view();
}

bool host_allowed(std::string_view header, std::string_view configured) {
  const std::string_view host = host_of(header);
  return !host.empty() && (is_loopback_name(host) || same_ignoring_case(host, configured));
}

bool origin_allowed(std::string_view origin, std::string_view configured) {
  if (origin.empty()) return true;
  const size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return false;
  return host_allowed(origin.substr(scheme + 3), configured);
}

bool fetch_site_allowed(std::string_view site) {
  return site.empty() || site == "same-origin" || site == "none";
}

bool equal_secret(std::string_view given, std::string_view secret) {
  if (secret.empty()) return given.empty();
  unsigned char difference = given.size() == secret.size() ? 0 : 1;
  for (size_t i = 0; i < given.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (given[i] ^ secret[i % secret.size()]));
  }
  return difference == 0;
}

std::string_view bearer_token(std::string_view header) {
  constexpr std::string_view kScheme = "Bearer ";
  if (header.size() < kScheme.size()) return {};
  if (!same_ignoring_case(header.substr(0, kScheme.size()), kScheme)) return {};
  header.remove_prefix(kScheme.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

}  // namespace dossier
