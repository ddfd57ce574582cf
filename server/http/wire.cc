#include "server/http/wire.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <optional>

#include "engine/ascii.h"
#include "server/http/guard.h"
#include "server/http/url.h"

namespace dossier {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kBlankLine = "\r\n\r\n";

bool is_token_char(unsigned char c) {
  return is_letter_or_digit(c) ||
         std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7F; }

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = to_lower(c);
  }
  return out;
}

// The items of a comma-separated list in lower case, without empty ones.
std::vector<std::string> items(std::string_view value) {
  std::vector<std::string> out;
  while (!value.empty()) {
    const std::string_view item = value.substr(0, value.find(','));
    value.remove_prefix(std::min(value.size(), item.size() + 1));
    if (!trimmed(item, " \t").empty()) out.push_back(lower_ascii(trimmed(item, " \t")));
  }
  return out;
}

bool lists(std::string_view value, std::string_view wanted) {
  const auto all = items(value);
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

// A path, an absolute target with a host, or "*" where it means something. All else could be taken
// for one thing here and for another elsewhere.
bool is_target(std::string_view target, std::string_view method) {
  if (target.front() == '/') return true;
  if (target == "*") return method == "OPTIONS";
  const auto authority = authority_of(target);
  return authority && !host_of(*authority).empty();
}

// HTTP/1.2, were there one, would be read as 1.1 (RFC 9110, 2.5).
std::optional<Refusal> read_version(std::string_view version, RequestHead& head) {
  const auto is_digit = [&](size_t at) { return version[at] >= '0' && version[at] <= '9'; };
  if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(5) || version[6] != '.' ||
      !is_digit(7)) {
    return Refusal{400, "bad request line"};
  }
  if (version[5] != '1') return Refusal{505, "only HTTP/1.1 is supported"};
  head.minor = version[7] == '0' ? 0 : 1;
  return std::nullopt;
}

std::optional<Refusal> read_request_line(std::string_view line, RequestHead& head) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return Refusal{400, "bad request line"};
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  const bool clean = std::none_of(target.begin(), target.end(), [](char c) {
    return c == ' ' || is_control(static_cast<unsigned char>(c));
  });
  if (!is_token(method) || target.empty() || !clean) return Refusal{400, "bad request line"};
  if (!is_target(target, method)) return Refusal{400, "bad request target"};
  head.method = method;
  head.target = target;
  return read_version(version, head);
}

std::optional<Refusal> read_header(std::string_view line, RequestHead& head) {
  const size_t colon = line.find(':');
  // A name that begins with a space is a folded line; one that ends with a space is a smuggler's.
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
    return Refusal{400, "bad header"};
  }
  const std::string_view value = trimmed(line.substr(colon + 1), " \t");
  for (const char c : value) {
    if (c != '\t' && is_control(static_cast<unsigned char>(c))) return Refusal{400, "bad header"};
  }
  head.headers.emplace_back(lower_ascii(line.substr(0, colon)), value);
  return std::nullopt;
}

// Headers of which a second one, even an equal one, makes a request ambiguous: another program may
// go by the other.
std::optional<Refusal> read_repeats(const RequestHead& head) {
  static constexpr std::string_view kOnce[] = {"host", "content-length", "origin", "sec-fetch-site",
                                               "authorization"};
  static constexpr Refusal kRefusals[] = {{400, "exactly one Host header is needed"},
                                          {400, "more than one Content-Length"},
                                          {400, "more than one Origin header"},
                                          {400, "more than one Sec-Fetch-Site header"},
                                          {400, "more than one Authorization header"}};
  for (size_t i = 0; i < std::size(kOnce); ++i) {
    const auto count = std::count_if(head.headers.begin(), head.headers.end(),
                                     [&](const auto& header) { return header.first == kOnce[i]; });
    if (count > 1) return kRefusals[i];
  }
  const std::string* host = head.find("host");
  if (!host && head.minor == 1) return kRefusals[0];
  if (host && host_of(*host).empty()) return Refusal{400, "bad Host header"};
  return std::nullopt;
}

// What the headers say of the connection, and whether the client waits to be told to go on.
std::optional<Refusal> read_wishes(RequestHead& head) {
  head.keep_alive = head.minor == 1;
  for (const auto& [name, value] : head.headers) {
    if (name == "connection" && lists(value, "close")) head.keep_alive = false;
    if (name == "connection" && head.minor == 0 && lists(value, "keep-alive")) {
      head.keep_alive = true;
    }
    if (name != "expect" || head.minor == 0) continue;  // which HTTP/1.0 does not have
    if (lower_ascii(value) != "100-continue") return Refusal{417, "only 100-continue is expected"};
    head.expects_continue = true;
  }
  return std::nullopt;
}

// No coded body is read (RFC 9112, 6.3 lets a server demand a length); what is said of it tells
// a fault from a wish.
std::optional<Refusal> read_coding(const RequestHead& head) {
  std::string all;
  for (const auto& [name, value] : head.headers) {
    if (name == "transfer-encoding") all.append(value).append(",");
  }
  if (all.empty()) return std::nullopt;
  const auto codings = items(all);
  // Where "chunked" is not the last, or twice, nobody can tell where the body ends.
  if (head.minor == 0 || codings.empty() || codings.back() != "chunked" ||
      std::count(codings.begin(), codings.end(), "chunked") != 1) {
    return Refusal{400, "bad transfer coding"};
  }
  if (codings.size() > 1) return Refusal{501, "unknown transfer coding"};
  return Refusal{411, "a body needs a Content-Length"};
}

// What the headers say of the body's length.
std::optional<Refusal> read_length(RequestHead& head, const WireLimits& limits) {
  const std::string* length = head.find("content-length");
  if (length && head.find("transfer-encoding")) {
    return Refusal{400, "both Content-Length and Transfer-Encoding"};
  }
  if (!length) return read_coding(head);
  const char* end = length->data() + length->size();
  const auto [rest, failure] = std::from_chars(length->data(), end, head.body);
  if (rest != end || failure == std::errc::invalid_argument) {
    return Refusal{400, "bad content length"};
  }
  if (failure != std::errc() || head.body > limits.body) return Refusal{413, "body too large"};
  return std::nullopt;
}

// Bytes of the shortest beginning of `text` in which a carriage return or line feed is no part of
// a line's end, or npos. Two passes of memchr: a client may send 32 KB byte by byte.
size_t stray_line_end(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t feed = text.find('\n', at);
    const std::string_view line = text.substr(at, feed - at);
    const size_t back = line.find('\r');
    if (back != line.npos && back + 1 < line.size()) return at + back + 2;
    if (feed == text.npos) break;
    if (back == line.npos) return feed + 1;
    at = feed + 1;
  }
  return text.npos;
}

// True when `mark` can no longer begin within the first `limit` bytes or right after them: the end
// of what is there may be its beginning.
bool exceeds(std::string_view text, std::string_view mark, size_t limit) {
  if (text.size() <= limit || text.substr(0, limit + mark.size()).find(mark) != text.npos) {
    return false;
  }
  const size_t tail = text.size() - std::min(text.size(), mark.size() - 1);
  for (size_t at = tail; at <= limit && at < text.size(); ++at) {
    if (mark.starts_with(text.substr(at))) return false;
  }
  return true;
}

}  // namespace

const std::string* RequestHead::find(std::string_view name) const {
  const auto at = std::find_if(headers.begin(), headers.end(),
                               [&](const auto& header) { return header.first == name; });
  return at == headers.end() ? nullptr : &at->second;
}

std::string_view RequestHead::authority() const {
  return authority_of(target).value_or(std::string_view());
}

ReadHead read_head(std::string_view bytes, const WireLimits& limits) {
  RequestHead head;
  // A blank line before the request is left over from the body of some clients' last one.
  const size_t start = bytes.substr(0, 2) == "\r\n" ? 2 : 0;
  const std::string_view text = bytes.substr(start);
  if (!text.empty() && text != "\r" && !is_token_char(static_cast<unsigned char>(text.front()))) {
    return Refusal{400, "bad request line"};
  }
  const size_t end = text.find(kBlankLine);
  // A client that ends lines otherwise would wait for ever. What is found out first counts.
  const size_t stray = stray_line_end(text.substr(0, end == text.npos ? end : end + 2));
  const std::string_view sound = text.substr(0, stray);
  if (exceeds(sound, kLineEnd, limits.request_line)) return Refusal{414, "request line too long"};
  if (exceeds(sound, kBlankLine, limits.head)) return Refusal{431, "headers too large"};
  if (stray != text.npos) return Refusal{400, "a line must end with CR LF"};
  const size_t line_end = text.find(kLineEnd);
  if (end == std::string_view::npos) return Incomplete{};

  if (auto refusal = read_request_line(text.substr(0, line_end), head)) return *refusal;
  for (size_t at = line_end + 2; at < end + 2;) {
    const size_t next = text.find("\r\n", at);
    if (head.headers.size() == limits.headers) return Refusal{431, "too many headers"};
    if (auto refusal = read_header(text.substr(at, next - at), head)) return *refusal;
    at = next + 2;
  }
  head.size = start + end + kBlankLine.size();
  if (auto refusal = read_repeats(head)) return *refusal;
  if (auto refusal = read_length(head, limits)) return *refusal;
  if (auto refusal = read_wishes(head)) return *refusal;
  return head;
}

std::string_view reason_phrase(int status) {
  struct Phrase {
    int status;
    std::string_view text;
  };
  static constexpr Phrase kPhrases[] = {
      {200, "OK"},
      {202, "Accepted"},
      {204, "No Content"},
      {302, "Found"},
      {304, "Not Modified"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {411, "Length Required"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {415, "Unsupported Media Type"},
      {417, "Expectation Failed"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {503, "Service Unavailable"},
      {505, "HTTP Version Not Supported"},
  };
  for (const Phrase& phrase : kPhrases) {
    if (phrase.status == status) return phrase.text;
  }
  return "Unknown";
}

namespace {

// "Sat, 21 Nov 2026 22:00:00 GMT" (RFC 9110, 5.6.7), made anew once a second per thread.
std::string_view http_date() {
  thread_local std::time_t made_at = -1;
  thread_local char text[32];
  const std::time_t now = std::time(nullptr);
  if (now != made_at) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    made_at = now;
  }
  return text;
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) out += is_control(static_cast<unsigned char>(c)) ? ' ' : c;
  out += "\r\n";
}

}  // namespace

std::string write_head(const ResponseHead& head) {
  std::string out;
  out.reserve(320);
  out.append("HTTP/1.1 ").append(std::to_string(head.status)).append(" ");
  out.append(reason_phrase(head.status)).append("\r\nDate: ").append(http_date()).append("\r\n");
  bool cached = false;
  if (head.headers) {
    for (const auto& [name, value] : *head.headers) {
      append_header(out, name, value);
      cached = cached || lower_ascii(name) == "cache-control";
    }
  }
  if (!head.content_type.empty()) append_header(out, "Content-Type", head.content_type);
  // The database may change between any two requests; pages that may be kept say so themselves.
  if (!cached) out += "Cache-Control: no-store\r\n";
  out += "X-Content-Type-Options: nosniff\r\n";
  if (head.chunked) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (head.length != std::string::npos) {
    out.append("Content-Length: ").append(std::to_string(head.length)).append("\r\n");
  }
  if (!head.keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
  return out;
}

std::string write_chunk(std::string_view text) {
  char size[20];
  const auto end = std::to_chars(size, size + sizeof size, text.size(), 16).ptr;
  std::string out(size, end);
  out.append("\r\n").append(text).append("\r\n");
  return out;
}

}  // namespace dossier
