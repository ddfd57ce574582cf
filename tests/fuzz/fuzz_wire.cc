// layer: http
// Whatever a client sends is requests, then perhaps a refusal: the same ones however its bytes are
// split, each within the limits and with nothing in it that could end a line.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "server/http/guard.h"
#include "server/http/url.h"
#include "tests/unit/server/wire_feed.h"

using namespace dossier;

namespace {

void check(bool held) {
  if (!held) abort();
}

bool clean(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
}

void check_head(std::string_view bytes, const WireLimits& limits) {
  const ReadHead read = read_head(bytes, limits);
  const auto* head = std::get_if<RequestHead>(&read);
  if (head == nullptr) return;
  check(head->size <= bytes.size() && head->body <= limits.body);
  check(head->headers.size() <= limits.headers && head->target.size() < limits.request_line);
  check(clean(head->target));
  for (const auto& [name, value] : head->headers) check(clean(name) && clean(value));
  const std::string_view authority = head->authority();
  check(head->target.front() == '/' || head->target == "*" || !authority.empty());
  const Target target = split_target(head->target);
  percent_decode(target.path, false);
  parse_query(target.query);
  // An authority that is let in names this machine, whatever stands around it.
  if (host_allowed(authority, "")) check(is_loopback_name(host_of(authority)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 4096) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const Rules rules = test::short_rules();
  check_head(bytes, rules.limits);
  check(test::split_that_matters(bytes, rules, 1 + size / 64) == std::string_view::npos);
  return 0;
}
