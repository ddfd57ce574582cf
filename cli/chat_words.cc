#include "cli/chat_words.h"

#include <algorithm>
#include <cctype>

#include "cli/chat_mentions.h"
#include "engine/error.h"
#include "engine/nearest.h"

namespace dossier::cli {
namespace {

constexpr int64_t kSymbolsOffered = 40;

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

// Where a mention in quotes begins that is not closed yet; npos if there is none.
size_t open_quote(std::string_view before) {
  size_t begun = before.npos;
  for (size_t at = 0; at < before.size(); ++at) {
    if (begun != before.npos) {
      if (before[at] == '"' || before[at] == '\n') begun = before.npos;
    } else if (before.substr(at).starts_with("@\"") &&
               (at == 0 || begins_mention(before[at - 1]))) {
      begun = at++;
    }
  }
  return begun;
}

// A mention of the name, which may be the beginning of one.
std::string mention_of(const std::string& name, bool is_quoted) {
  if (!is_quoted && name.find(' ') == name.npos) return "@" + name;
  return "@\"" + name + (name.ends_with('/') ? "" : "\"");
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
  const size_t quote = open_quote(before);
  const bool is_quoted = quote != before.npos;
  if (is_quoted) word = quote;
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
    const std::string name = typed.substr(is_quoted ? 2 : is_mention ? 1 : 0);
    if (is_mention || !name.empty()) add_files(tools, name, out);
    add_symbols(tools, name, out);
    if (is_mention)
      for (auto& one : out) one = mention_of(one, is_quoted);
  }
  return out;
}

}  // namespace dossier::cli
