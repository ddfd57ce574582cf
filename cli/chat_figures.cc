#include "cli/chat_figures.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "agent/prices/prices.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

std::string dollars(double cost) {
  char text[32];
  std::snprintf(text, sizeof text, cost > 0 && cost < 0.01 ? "$%.4f" : "$%.2f", cost);
  return text;
}

void print(const Json& json) { std::cout << json.dump() << "\n" << std::flush; }

}  // namespace

void print_filling(const Chat::Filling& filling, bool json) {
  const std::pair<std::string_view, int64_t> parts[] = {{"instructions", filling.instructions},
                                                        {"tools", filling.tools},
                                                        {"summary", filling.summary},
                                                        {"you", filling.person},
                                                        {"model", filling.model},
                                                        {"results", filling.results}};
  if (json) {
    Json out = Json::object();
    for (const auto& [name, tokens] : parts) out.set(std::string(name), tokens);
    return print(out.set("total", filling.total()).set("limit", filling.limit));
  }
  for (const auto& [name, tokens] : parts)
    if (tokens > 0) std::printf("%8lld  %s\n", static_cast<long long>(tokens), name.data());
  std::printf("%8lld  of %lld tokens (%lld %%), at four bytes each\n",
              static_cast<long long>(filling.total()), static_cast<long long>(filling.limit),
              static_cast<long long>(filling.total() * 100 / std::max<int64_t>(1, filling.limit)));
  std::fflush(stdout);
}

void print_cost(const std::vector<SessionEvent>& events, bool json) {
  Json rows = Json::array();
  for (const auto& spent : spent_in(events)) {
    rows.add(Json::object({{"model", spent.model},
                           {"replies", spent.replies},
                           {"tokens_in", spent.tokens_in},
                           {"tokens_out", spent.tokens_out},
                           {"cost", spent.cost ? Json(*spent.cost) : Json()}}));
    if (json) continue;
    std::cout << printable(spent.model) << ": ";
    if (spent.is_counted)
      std::cout << spent.tokens_in << " tokens in, " << spent.tokens_out << " out, ";
    else
      std::cout << "the tokens of " << (spent.replies == 1 ? "its reply" : "its replies")
                << " are not all known, ";
    std::cout << (spent.cost ? dollars(*spent.cost) : "price unknown") << "\n";
  }
  if (json) print(rows);
}

// Never over another file.
void save_conversation(const std::string& text, const std::string& session, std::string path,
                       bool json) {
  if (path.empty()) path = "chat-" + session + ".md";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0)
    throw Error(errno == EEXIST ? ErrorCode::conflict : ErrorCode::io,
                errno == EEXIST ? "there is such a file" : std::strerror(errno), path);
  const bool is_whole =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(file) != 0 || !is_whole) throw Error(ErrorCode::io, "cannot write it", path);
  if (json)
    print(Json::object({{"session", session}, {"saved", path}}));
  else
    std::cout << "saved as " << printable(path) << "\n";
}

}  // namespace dossier::cli
