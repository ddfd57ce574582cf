#include "cli/chat_mentions.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "cli/terminal.h"
#include "engine/unicode.h"

namespace dossier::cli {
namespace {

constexpr size_t kAttachedFile = 32 << 10, kAttachedSymbol = 8 << 10, kMostMentions = 20;

std::string beginning(const std::string& text, const ToolResult& result) {
  std::string out(utf8_prefix(text, kAttachedFile));
  if (out.size() < text.size() || result.truncated) out += "\n[the rest is not shown]\n";
  return out;
}

// What stands for a mentioned name; "" if nothing does.
std::string attached(const Toolbox& tools, const std::string& name) {
  const ToolResult file =
      tools.dispatch({{}, "read_file", Json::object({{"path", name}})}, nullptr);
  if (file.ok) {
    const std::string& content = file.result.text("content");
    const std::string shown = beginning(content, file);
    std::string fence = "```";
    while (shown.find(fence) != shown.npos) fence += '`';
    return "# The file " + name + "\n\n" + fence + "\n" + shown +
           (shown.ends_with('\n') ? "" : "\n") + fence + "\n";
  }
  const ToolResult folder =
      tools.dispatch({{}, "list_dir", Json::object({{"path", name}})}, nullptr);
  if (folder.ok)
    return "# The folder " + name + "\n\n" + beginning(folder.result.text("listing"), folder);
  const ToolResult card =
      tools.dispatch({{}, "show", Json::object({{"identifier", name}})}, nullptr);
  const std::string& status = card.result.text("status");
  if (!card.ok || status == "not_found" || (status.empty() && card.total <= 0)) return {};
  return "# The symbol " + name + "\n\n" +
         std::string(utf8_prefix(card.result.dump(), kAttachedSymbol)) + "\n";
}

struct Mention {
  std::string name, shown;
  size_t end;  // behind it
};

// The mention whose @ stands at this place; nothing where its quote is not closed.
std::optional<Mention> mention_at(const std::string& typed, size_t at) {
  if (typed.compare(at, 2, "@\"") == 0) {
    const size_t close = typed.find_first_of("\"\n", at + 2);
    if (close == typed.npos || typed[close] == '\n') return std::nullopt;
    return Mention{typed.substr(at + 2, close - at - 2), typed.substr(at, close + 1 - at),
                   close + 1};
  }
  size_t end = at + 1;
  while (end < typed.size() && !ends_word(typed[end])) ++end;
  std::string name = typed.substr(at + 1, end - at - 1);
  while (!name.empty() && std::string_view(".,;:!?)'\"").find(name.back()) != std::string::npos)
    name.pop_back();
  // The folder itself, and the one above, which is refused like every path that leads out.
  const size_t dots = std::min(typed.find_first_not_of('.', at + 1), end) - at - 1;
  if (name.empty() && dots < 3) name = std::string(dots, '.');
  return Mention{name, "@" + name, end};
}

}  // namespace

bool ends_word(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// An address or a decorator in code is no mention of a word.
bool begins_mention(char before) { return ends_word(before) || before == '('; }

Mentions with_mentions(const Toolbox& tools, const std::string& typed) {
  Mentions out{typed, {}};
  std::vector<std::string> seen;
  size_t end = 0;
  for (size_t at = typed.find('@'); at != typed.npos; at = typed.find('@', end)) {
    end = at + 1;
    if (at > 0 && !begins_mention(typed[at - 1])) continue;
    const auto mention = mention_at(typed, at);
    if (!mention) {
      out.remarks.push_back("the quote of a mention is not closed: " +
                            typed.substr(at, std::min(typed.find('\n', at), at + 40) - at));
      continue;
    }
    end = mention->end;
    const bool is_new = std::find(seen.begin(), seen.end(), mention->name) == seen.end();
    if (mention->name.empty() || !is_new) continue;
    if (seen.size() == kMostMentions) {
      out.remarks.push_back("only the first " + std::to_string(kMostMentions) +
                            " mentions are shown to the model, and " + mention->shown +
                            " comes behind them");
      break;
    }
    seen.push_back(mention->name);
    const std::string what = attached(tools, mention->name);
    if (what.empty())
      out.remarks.push_back("no file and no symbol is called " + mention->shown);
    else
      out.message += "\n\n" + what;
  }
  return out;
}

}  // namespace dossier::cli
