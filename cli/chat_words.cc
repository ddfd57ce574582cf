#include "cli/chat_words.h"

#include <algorithm>
#include <cctype>

#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/unicode.h"

namespace dossier::cli {
namespace {

constexpr size_t kAttachedFile = 32 << 10, kAttachedSymbol = 8 << 10, kMostMentions = 20;
constexpr int64_t kSymbolsOffered = 40;

bool ends_word(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// The names in a folder of the workspace that begin with the rest of `path`, as whole paths.
void add_files(const Toolbox& tools, const std::string& path, std::vector<std::string>& out) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "" : path.substr(0, slash + 1);
  const std::string begun = path.substr(folder.size());
  const ToolResult listed = tools.dispatch(
      {{}, "list_dir", Json::object({{"path", folder.empty() ? "." : folder}})}, nullptr);
  if (!listed.ok) return;
  const std::string& listing = listed.result.text("listing");
  for (size_t at = 0; at < listing.size();) {
    const size_t end = std::min(listing.find('\n', at), listing.size());
    const std::string name = listing.substr(at, std::min(listing.find('\t', at), end) - at);
    if (name.starts_with(begun) && (!begun.empty() || !name.starts_with('.')))
      out.push_back(folder + name);
    at = end + 1;
  }
}

// Names and full names of symbols that begin with it.
void add_symbols(const Toolbox& tools, const std::string& begun, std::vector<std::string>& out) {
  if (begun.size() < 2) return;
  std::string pattern = "^";
  for (const char c : begun) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && (c & 0x80) == 0) pattern += '\\';
    pattern += c;
  }
  const ToolResult found = tools.dispatch(
      {{},
       "broad_lookup",
       Json::object({{"pattern", std::move(pattern)}, {"maxResults", kSymbolsOffered}})},
      nullptr);
  if (!found.ok) return;
  for (const auto& row : found.result.each())
    for (const std::string_view key : {"name", "fullName"}) {
      const std::string name = row.text(key).substr(0, row.text(key).find('('));
      if (row.text("kind") != "module" && name.starts_with(begun)) out.push_back(name);
    }
}

// What stands for a mentioned name; "" if nothing does.
std::string attached(const Toolbox& tools, const std::string& name) {
  const ToolResult file =
      tools.dispatch({{}, "read_file", Json::object({{"path", name}})}, nullptr);
  if (file.ok) {
    const std::string& content = file.result.text("content");
    std::string shown(utf8_prefix(content, kAttachedFile));
    if (shown.size() < content.size() || file.truncated) shown += "\n[the rest is not shown]\n";
    std::string fence = "```";
    while (shown.find(fence) != shown.npos) fence += '`';
    return "# The file " + name + "\n\n" + fence + "\n" + shown +
           (shown.ends_with('\n') ? "" : "\n") + fence + "\n";
  }
  const ToolResult folder =
      tools.dispatch({{}, "list_dir", Json::object({{"path", name}})}, nullptr);
  if (folder.ok)
    return "# The folder " + name + "\n\n" +
           std::string(utf8_prefix(folder.result.text("listing"), kAttachedFile));
  const ToolResult card =
      tools.dispatch({{}, "show", Json::object({{"identifier", name}})}, nullptr);
  const std::string& status = card.result.text("status");
  if (!card.ok || status == "not_found" || (status.empty() && card.total <= 0)) return {};
  return "# The symbol " + name + "\n\n" +
         std::string(utf8_prefix(card.result.dump(), kAttachedSymbol)) + "\n";
}

}  // namespace

const std::vector<ChatCommand>& chat_commands() {
  static const std::vector<ChatCommand> kCommands = {
      {"/mode", "[agent|ask]", "whether the model may act on the files"},
      {"/tools", "[auto|traditional]", "one tool for scripts, or each with its schema"},
      {"/model", "[MODEL]", "who answers; the conversation is kept"},
      {"/diff", "", "what was edited and stands"},
      {"/undo", "", "take the edits back"},
      {"/redo", "", "make the edits that were undone again"},
      {"/retry", "", "ask the last message again, without what was answered"},
      {"/context", "", "what fills the model's context, in tokens"},
      {"/cost", "", "tokens and their price, by model"},
      {"/save", "[FILE]", "write the conversation as Markdown"},
      {"/help", "", "this list"},
      {"/quit", "", "leave; so does Ctrl-D"}};
  return kCommands;
}

void check_command(const std::string& word, const std::string& argument) {
  std::vector<std::string_view> words;
  for (const auto& command : chat_commands()) {
    words.push_back(command.word);
    if (command.word != word) continue;
    if (command.argument.empty() && !argument.empty())
      throw Error(ErrorCode::invalid, "takes nothing behind it", word);
    return;
  }
  throw Error(ErrorCode::not_found,
              "no such command" + suggestion(word, words) +
                  "; /help lists them, and a space before it makes the line a message",
              word);
}

ChatLine chat_line(std::string_view typed) {
  const size_t first = std::min(typed.find_first_not_of(' '), typed.size());
  if (first > 0 && typed.substr(first).starts_with('/'))
    return {{}, std::string(typed.substr(first))};
  const size_t end = std::min(typed.find_first_of(" \t\n"), typed.size());
  if (!typed.starts_with('/') || typed.substr(1, end - 1).find('/') != typed.npos)
    return {{}, std::string(typed)};
  std::string_view rest = typed.substr(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
  while (!rest.empty() && ends_word(rest.back())) rest.remove_suffix(1);  // which completion leaves
  return {std::string(typed.substr(0, end)), std::string(rest)};
}

std::vector<std::string> chat_completions(const Toolbox& tools, const std::string& before,
                                          size_t& word) {
  word = before.size();
  while (word > 0 && !ends_word(before[word - 1])) --word;
  const std::string typed = before.substr(word);
  std::vector<std::string> out;
  if (word == 0 && typed.starts_with('/')) {
    for (const auto& command : chat_commands())
      if (command.word.starts_with(typed)) out.emplace_back(command.word);
    return out;
  }
  const auto offer = [&](std::initializer_list<std::string_view> words) {
    for (const auto one : words)
      if (one.starts_with(typed)) out.emplace_back(one);
  };
  if (before.starts_with("/mode ")) {
    offer({"agent", "ask"});
  } else if (before.starts_with("/tools ")) {
    offer({"auto", "traditional"});
  } else if (before.starts_with("/model ")) {
    offer({"offline", "process:", "openai:", "ollama:", "anthropic:", "scripted:"});
  } else {
    const bool is_mention = typed.starts_with('@');
    const std::string name = typed.substr(is_mention ? 1 : 0);
    if (is_mention || !name.empty()) add_files(tools, name, out);
    add_symbols(tools, name, out);
    if (is_mention)
      for (auto& one : out) one.insert(0, "@");
  }
  return out;
}

Mentions with_mentions(const Toolbox& tools, const std::string& typed) {
  Mentions out{typed, {}};
  std::vector<std::string> seen;
  for (size_t at = typed.find('@'); at != typed.npos; at = typed.find('@', at + 1)) {
    // An address or a decorator in code is no mention of a word.
    if (at > 0 && !ends_word(typed[at - 1]) && typed[at - 1] != '(') continue;
    size_t end = at + 1;
    while (end < typed.size() && !ends_word(typed[end])) ++end;
    std::string name = typed.substr(at + 1, end - at - 1);
    while (!name.empty() && std::string_view(".,;:!?)'\"").find(name.back()) != std::string::npos)
      name.pop_back();
    const bool is_new = std::find(seen.begin(), seen.end(), name) == seen.end();
    if (name.empty() || !is_new || seen.size() == kMostMentions) continue;
    seen.push_back(name);
    const std::string what = attached(tools, name);
    if (what.empty())
      out.unknown.push_back("@" + name);
    else
      out.message += "\n\n" + what;
  }
  return out;
}

}  // namespace dossier::cli
