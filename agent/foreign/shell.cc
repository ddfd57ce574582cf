#include "agent/foreign/shell.h"

#include <algorithm>

namespace dossier::foreign {
namespace {

constexpr size_t kMostWords = 100'000, kMostDocuments = 1000;  // of one line

class ShellLine {
 public:
  ShellLine(std::string_view text, size_t most) : text_(text), most_(most) {}

  std::vector<ShellCommand> run() {
    while (at_ < text_.size() && out_.size() < most_) step();
    end_command(ShellCommand::end);
    // One whose end is missing is no document.
    for (; read_ < documents_.size(); ++read_) out_[documents_[read_].command].is_plain = false;
    if (!out_.empty()) out_.back().after = ShellCommand::end;
    return std::move(out_);
  }

 private:
  enum Place : uint8_t { argument, output, delimiter, ignored };
  struct Document {
    size_t command;
    std::string end;
    bool strips, is_quoted;
  };

  char peek(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void step() {
    const char c = text_[at_++];
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '\\') return escaped();
    if (c == ' ' || c == '\t') return end_word();
    if (c == '#' && !inside_) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '\n') return end_line();
    if (c == ';' || c == '&' || c == '|') return operation(c);
    if (c == '<' || c == '>') return redirection(c);
    const bool is_home = c == '~' && !inside_;
    if (is_home || std::string_view("$`*?[{}()!").find(c) != std::string_view::npos)
      command_.is_plain = false;
    word_ += c;
    inside_ = true;
  }

  void quoted(char quote) {
    inside_ = has_quotes_ = true;
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (quote == '"' && (text_[at_] == '$' || text_[at_] == '`')) command_.is_plain = false;
      const bool escapes = quote == '"' && text_[at_] == '\\' && peek(1) != '\0' &&
                           std::string_view("\"\\$`").find(peek(1)) != std::string_view::npos;
      if (escapes) ++at_;
      word_ += text_[at_];
    }
    ++at_;
  }

  void escaped() {
    if (at_ >= text_.size()) return;
    const char c = text_[at_++];
    if (c == '\n') return;
    word_ += c;
    inside_ = has_quotes_ = true;
  }

  void end_word() {
    if (inside_ && place_ == argument && words_++ < kMostWords) command_.words.push_back(word_);
    if (inside_ && place_ == output) command_.output = word_;
    if (inside_ && place_ == delimiter && documents_.size() < kMostDocuments)
      documents_.push_back({out_.size(), word_, strips_, has_quotes_});
    if (words_ > kMostWords || documents_.size() == kMostDocuments) command_.is_plain = false;
    if (inside_) place_ = argument;
    word_.clear();
    inside_ = has_quotes_ = false;
  }

  void end_command(ShellCommand::After after) {
    end_word();
    place_ = argument;
    const bool is_empty = command_.words.empty() && command_.output.empty();
    const bool has_document = !documents_.empty() && documents_.back().command == out_.size();
    if (is_empty && !has_document) return;
    command_.after = after;
    out_.push_back(std::move(command_));
    command_ = {};
  }

  void end_line() {
    end_command(ShellCommand::next);
    while (read_ < documents_.size() && read(documents_[read_])) ++read_;
  }

  bool read(const Document& document) {
    std::string body;
    for (size_t at = at_; at < text_.size();) {
      const size_t stop = std::min(text_.find('\n', at), text_.size());
      std::string_view line = text_.substr(at, stop - at);
      if (document.strips) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
      at = std::min(stop + 1, text_.size());
      if (line == document.end) {
        ShellCommand& command = out_[document.command];
        command.document_is_plain =
            document.is_quoted || body.find_first_of("$`\\") == std::string::npos;
        command.document = std::move(body);
        at_ = at;
        return true;
      }
      body += line;
      body += '\n';
    }
    at_ = text_.size();
    return false;
  }

  void operation(char c) {
    if (c == '&' && peek(0) == '>') return;  // both outputs: the next character says where
    const bool is_twice = peek(0) == c;
    if (is_twice || (c == '|' && peek(0) == '&')) ++at_;
    end_command(c == '|'               ? is_twice ? ShellCommand::or_else : ShellCommand::pipe
                : c == '&' && is_twice ? ShellCommand::and_then
                                       : ShellCommand::next);
  }

  void redirection(char c) {
    const bool has_number =
        inside_ && !has_quotes_ && word_.find_first_not_of("0123456789") == std::string::npos;
    const bool is_of_messages = has_number && word_ != "1";
    if (has_number) word_.clear(), inside_ = false;
    end_word();
    if (c == '>') {
      const bool appends = peek(0) == '>';
      if (appends || peek(0) == '|') ++at_;
      place_ = peek(0) == '&' || is_of_messages ? ignored : output;
      if (place_ == output) command_.appends = appends;
      if (peek(0) == '&') ++at_;
      return;
    }
    place_ = ignored;
    if (peek(0) != '<') return;
    ++at_;
    if (peek(0) == '<') {
      ++at_;  // a text in place of a file
      return;
    }
    place_ = delimiter;
    strips_ = peek(0) == '-';
    if (strips_) ++at_;
  }

  std::string_view text_;
  size_t most_, at_ = 0;
  std::vector<ShellCommand> out_;
  std::vector<Document> documents_;
  size_t read_ = 0;   // of them; the lines of the others come after this one
  size_t words_ = 0;  // of all commands
  ShellCommand command_;
  std::string word_;
  Place place_ = argument;
  bool inside_ = false, has_quotes_ = false, strips_ = false;
};

}  // namespace

std::vector<ShellCommand> shell_commands(std::string_view line, size_t most) {
  return ShellLine(line, most).run();
}

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == '\'' && c != '\'') {
      word += c;
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '"' && c == '\\' && at + 1 < command.size() &&
               std::string_view("\"\\$`").find(command[at + 1]) != std::string_view::npos) {
      word += command[++at];
    } else if (quote != '\0') {
      word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == '\\' && at + 1 < command.size()) {
      word += command[++at];
      inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside) out.push_back(word);
      word.clear();
      inside = false;
    } else if (c == '\n' || c == ';' || c == '|' || c == '&') {
      break;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) out.push_back(word);
  return out;
}

}  // namespace dossier::foreign
