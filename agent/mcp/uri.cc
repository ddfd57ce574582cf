#include "agent/mcp/uri.h"

#include "engine/digest.h"

namespace dossier::mcp {
namespace {

constexpr std::string_view kBegin = "dossier:///";
constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

int digit_of(char c) {
  static constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const size_t at = kDigits.find(c);
  return at == kDigits.npos ? -1 : static_cast<int>(at < 16 ? at : at - 6);
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

}  // namespace

std::string uri_of(const std::vector<std::string>& parts) {
  std::string out(kBegin.substr(0, kBegin.size() - 1));
  for (const auto& part : parts) {
    out += '/';
    for (const char c : part)
      if (kPlain.find(c) != kPlain.npos)
        out += c;
      else
        out += "%" + hex({&c, 1}, 2);
  }
  return out;
}

std::optional<std::vector<std::string>> parts_of(std::string_view uri) {
  if (!uri.starts_with(kBegin)) return std::nullopt;
  std::vector<std::string> out;
  for (size_t at = kBegin.size(); at <= uri.size();) {
    const size_t end = std::min(uri.find('/', at), uri.size());
    auto part = decoded(uri.substr(at, end - at));
    if (!part) return std::nullopt;
    out.push_back(std::move(*part));
    at = end + 1;
  }
  return out;
}

}  // namespace dossier::mcp
