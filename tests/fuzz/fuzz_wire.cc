// layer: http
// Whatever a client sends is requests, then perhaps a refusal: the same ones at whichever byte what
// it sends is split, each within the limits and with nothing in it that could end a line. What is
// sent in chunks is what their reader puts together.
#include <algorithm>
#include <charconv>
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

// As RFC 9112, 7.1 has it: a size, so many bytes, and so on until a size of 0.
std::string joined(std::string_view chunks) {
  std::string out;
  for (;;) {
    size_t size = 0;
    const auto [rest, failure] =
        std::from_chars(chunks.data(), chunks.data() + chunks.size(), size, 16);
    chunks.remove_prefix(static_cast<size_t>(rest - chunks.data()));
    check(failure == std::errc() && chunks.size() >= size + 4);
    check(chunks.starts_with("\r\n") && chunks.substr(size + 2).starts_with("\r\n"));
    out += chunks.substr(2, size);
    chunks.remove_prefix(size + 4);
    if (size != 0) continue;
    check(chunks.empty());
    return out;
  }
}

void check_chunks(std::string_view bytes) {
  std::string chunks;
  for (size_t at = 0, length = 1; at < bytes.size(); at += length, length = 1 + length * 2 % 61) {
    chunks += write_chunk(bytes.substr(at, length));
  }
  check(joined(chunks + write_chunk({})) == bytes);
}

// No value ends its line.
void check_answer(std::string_view bytes) {
  const std::vector<std::pair<std::string, std::string>> headers = {{"X", std::string(bytes)}};
  const std::string head = write_head({.content_type = bytes, .headers = &headers});
  check(head.find("\r\n\r\n") == head.size() - 4);
  check(std::count(head.begin(), head.end(), '\n') == (bytes.empty() ? 7 : 8));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 768) return 0;  // four times what the limits let one request be
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const Rules rules = test::short_rules();
  check_head(bytes, rules.limits);
  check_chunks(bytes);
  check_answer(bytes);
  check(test::split_that_matters(bytes, rules) == std::string_view::npos);
  return 0;
}
