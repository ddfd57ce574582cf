#include "agent/mcp/client/config.h"

#include <algorithm>

#include "agent/redact.h"
#include "engine/ascii.h"
#include "engine/digest.h"
#include "engine/regular_file.h"
#include "engine/unicode.h"

namespace dossier::mcp::client {
namespace {

constexpr size_t kConfigBytes = size_t{1} << 20;

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= ServerConfig::kNameBytes && name.find("__") == name.npos &&
         !name.ends_with('_') && std::all_of(name.begin(), name.end(), [](char c) {
           return is_word_character(c) || c == '-';
         });
}

// One entry, while its place is known for what is said about it.
class Entry {
 public:
  Entry(const Json& entry, std::string place) : entry_(entry), place_(std::move(place)) {}

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::invalid, why, place_);
  }

  std::string text(std::string_view key) const {
    const Json* value = entry_.find(key);
    if (value == nullptr) return {};
    if (value->string() == nullptr) refuse(std::string(key) + " is a string");
    if (value->string()->find('\0') != std::string::npos) refuse(std::string(key) + " holds a NUL");
    return *value->string();
  }

  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> out;
    const Json* value = entry_.find(key);
    if (value == nullptr) return out;
    if (value->items() == nullptr) refuse(std::string(key) + " is a list of strings");
    for (const auto& item : value->each()) {
      if (item.string() == nullptr || item.string()->find('\0') != std::string::npos)
        refuse(std::string(key) + " is a list of strings");
      out.push_back(*item.string());
    }
    return out;
  }

  Pairs pairs(std::string_view key) const {
    Pairs out;
    const Json* value = entry_.find(key);
    if (value == nullptr) return out;
    if (value->fields() == nullptr) refuse(std::string(key) + " is an object of strings");
    for (const auto& [name, field] : *value->fields()) {
      if (field.string() == nullptr || name.empty() || name.find('=') != name.npos ||
          (name + *field.string()).find('\0') != std::string::npos)
        refuse(std::string(key) + " is an object of strings");
      out.emplace_back(name, *field.string());
    }
    return out;
  }

 private:
  const Json& entry_;
  std::string place_;
};

// A file of servers is shared and committed; a key is not.
void refuse_secrets(const Entry& entry, const Pairs& headers) {
  for (const auto& [name, value] : headers) {
    if (value.find("${") != value.npos) continue;
    const std::string line = name + ": " + value;
    if (equal_ignoring_case(name, "authorization") || redact(line) != line)
      entry.refuse("the value of " + name +
                   " is a key: name the variable of the environment that holds it, "
                   "\"${NAME}\"");
  }
}

ServerConfig server_in(const std::string& name, const Json& written, const std::string& file) {
  const Entry entry(written, file + ": " + std::string(utf8_prefix(name, 100)));
  if (!is_name(name))
    entry.refuse("the name of a server has at most 32 letters, digits, '-' and '_', and no '__'");
  if (written.fields() == nullptr) entry.refuse("a server is an object");
  ServerConfig out;
  out.name = name;
  out.url = entry.text("url");
  out.headers = entry.pairs("headers");
  if (const std::string command = entry.text("command"); !command.empty()) {
    out.command = entry.texts("args");
    out.command.insert(out.command.begin(), command);
  }
  if (out.command.empty() == out.url.empty()) entry.refuse("a server has a command or a url");
  if (const std::string type = entry.text("type"); type == "sse")
    entry.refuse("the transport 'sse' of 2024-11-05 is not spoken; most servers have another url");
  if (out.is_http() && !out.url.starts_with("http://") && !out.url.starts_with("https://"))
    entry.refuse("url begins with http:// or https://");
  refuse_secrets(entry, out.headers);
  out.environment = entry.pairs("env");
  out.folder = entry.text("cwd");
  out.timeout_ms = written.number("timeout", out.timeout_ms);
  if (out.timeout_ms < 1 || out.timeout_ms > ServerConfig::kMostTimeoutMs)
    entry.refuse("timeout is in milliseconds, at most " +
                 std::to_string(ServerConfig::kMostTimeoutMs));
  out.digest = hex(bytes_of(sha256({written.dump()})));
  return out;
}

// The whole file, which has the object "mcpServers".
Json config_in(const std::string& text, const std::string& file) {
  if (text.size() > kConfigBytes) throw Error(ErrorCode::limit, "the file is over 1 MB", file);
  auto read = parse_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&read))
    throw Error(ErrorCode::invalid,
                "not JSON: " + fault->message + " at byte " + std::to_string(fault->offset), file);
  Json config = std::move(std::get<Json>(read));
  const Json* servers = config.find("mcpServers");
  if (servers == nullptr || servers->fields() == nullptr)
    throw Error(ErrorCode::invalid, "there is no object \"mcpServers\"", file);
  return config;
}

// What fails is told, and what follows goes on; without anybody to tell, it is thrown.
void or_tell(const TellFault& tell, const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    if (!tell) throw;
    tell(error);
  }
}

}  // namespace

std::string ServerConfig::shown() const {
  if (is_http()) return url;
  std::string out;
  for (const auto& word : command) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::vector<ServerConfig> read_servers(const std::string& text, const std::string& file,
                                       const TellFault& tell) {
  std::vector<ServerConfig> out;
  or_tell(tell, [&] {
    const Json config = config_in(text, file);
    for (const auto& [name, entry] : *config["mcpServers"].fields())
      if (!entry.flag("disabled"))
        or_tell(tell, [&] { out.push_back(server_in(name, entry, file)); });
    if (out.size() <= ServerConfig::kMostServers) return;
    out.clear();
    throw Error(ErrorCode::invalid,
                "there are over " + std::to_string(ServerConfig::kMostServers) + " servers", file);
  });
  return out;
}

std::vector<ServerConfig> read_server_file(const std::string& path, const std::string& file,
                                           const TellFault& tell) {
  std::vector<ServerConfig> out;
  or_tell(tell, [&] {
    if (const std::string why = why_unreadable(path); !why.empty())
      throw Error(is_anything_at(path) ? ErrorCode::io : ErrorCode::not_found, why, file);
    out = read_servers(read_regular(path, kConfigBytes + 1), file, tell);
  });
  return out;
}

std::string filled_in(std::string_view text, const Variables& variables) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.substr(at, 2) == "${" ? text.find('}', at) : text.npos;
    if (end == text.npos) {
      out += text[at++];
      continue;
    }
    const std::string_view inside = text.substr(at + 2, end - at - 2);
    const size_t dash = inside.find(":-");
    const std::string name(inside.substr(0, dash));
    const char* value = variables(name.c_str());
    const bool is_set = value != nullptr && *value != '\0';
    if (!is_set && dash == inside.npos)
      throw Error(ErrorCode::not_found, "the variable " + name + " is not set");
    out += is_set ? std::string_view(value) : inside.substr(dash + 2);
    at = end + 1;
  }
  return out;
}

}  // namespace dossier::mcp::client
