#include "cli/line_editor.h"

#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/terminal.h"
#include "engine/person_state.h"

namespace dossier::cli {
namespace {

constexpr int kRemembered = 1000;
constexpr size_t kMostPasted = 1 << 20;
constexpr size_t kMostListed = 60;
constexpr char kHistoryHead[] = "_HiStOrY_V2_\n";
constexpr std::string_view kPasteEnd = "\x1b[201~";

LineEditor& owner(EditLine* edit) {
  void* self = nullptr;
  ::el_get(edit, EL_CLIENTDATA, &self);
  return *static_cast<LineEditor*>(self);
}

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, text.data(), text.size());
    if (put <= 0) return;
    text.remove_prefix(static_cast<size_t>(put));
  }
}

// libedit reads characters by the locale's encoding.
void use_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
}

std::string common_beginning(const std::vector<std::string>& words) {
  std::string out = words.front();
  for (const auto& word : words) {
    const auto parted = std::mismatch(out.begin(), out.end(), word.begin(), word.end());
    out.erase(parted.first, out.end());
  }
  while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();
  if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
  return out;
}

size_t characters_in(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string state_file(std::string_view name) {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/" + std::string(name);
}

std::string history_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out += "\\\\";
    } else if (byte <= ' ' || byte == 0x7F) {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
      out += octal;
    } else {
      out += c;
    }
  }
  return out;
}

LineEditor::LineEditor(std::string history, Completer completer)
    : history_path_(std::move(history)), completer_(std::move(completer)) {
  use_utf8();
  const char* terminal = std::getenv("TERM");
  has_paste_ = terminal != nullptr && std::string_view(terminal) != "dumb";
  edit_ = ::el_init("dossier", stdin, stdout, stderr);
  ::el_set(edit_, EL_CLIENTDATA, this);
  ::el_set(edit_, EL_PROMPT, &LineEditor::prompt_of);
  ::el_set(edit_, EL_EDITOR, "emacs");
  ::el_set(edit_, EL_SIGNAL, 1);
  history_ = ::history_init();
  HistEvent event;
  ::history(history_, &event, H_SETSIZE, kRemembered);
  ::history(history_, &event, H_SETUNIQUE, 1);
  if (!history_path_.empty()) {
    ::history(history_, &event, H_LOAD, history_path_.c_str());
    std::error_code failure;
    // Grown far beyond what is remembered: written anew.
    if (std::filesystem::file_size(history_path_, failure) > (4u << 20) && !failure)
      ::history(history_, &event, H_SAVE, history_path_.c_str());
  }
  ::el_set(edit_, EL_HIST, ::history, history_);
  // Wide, and so not copied: libedit never frees its copies.
  ::el_wset(edit_, EL_ADDFN, L"dossier-paste", L"Insert pasted text", &LineEditor::on_paste);
  ::el_wset(edit_, EL_ADDFN, L"dossier-newline", L"Insert a newline", &LineEditor::on_newline);
  ::el_wset(edit_, EL_ADDFN, L"dossier-interrupt", L"Ctrl-C", &LineEditor::on_interrupt);
  ::el_wset(edit_, EL_ADDFN, L"dossier-suspend", L"Ctrl-Z", &LineEditor::on_suspend);
  ::el_wset(edit_, EL_ADDFN, L"dossier-complete", L"Complete", &LineEditor::on_complete);
  ::el_set(edit_, EL_BIND, "\\e[200~", "dossier-paste", nullptr);
  ::el_set(edit_, EL_BIND, "\\e\\r", "dossier-newline", nullptr);
  ::el_set(edit_, EL_BIND, "\\e\\n", "dossier-newline", nullptr);
  ::el_set(edit_, EL_BIND, "^C", "dossier-interrupt", nullptr);
  ::el_set(edit_, EL_BIND, "^Z", "dossier-suspend", nullptr);
  ::el_set(edit_, EL_BIND, "^I", "dossier-complete", nullptr);
  ::el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  ::el_set(edit_, EL_BIND, "^D", "em-delete-or-list", nullptr);
  ::el_set(edit_, EL_BIND, "\\e[3~", "ed-delete-next-char", nullptr);
  ::el_set(edit_, EL_BIND, "\\e[H", "ed-move-to-beg", nullptr);
  ::el_set(edit_, EL_BIND, "\\e[F", "ed-move-to-end", nullptr);
  ::el_source(edit_, nullptr);
  ::el_set(edit_, EL_SETTY, "-d", "-isig", nullptr);  // Ctrl-C and Ctrl-Z are keys here
}

LineEditor::~LineEditor() {
  ::history_end(history_);
  ::el_end(edit_);
}

char* LineEditor::prompt_of(EditLine* edit) { return owner(edit).prompt_.data(); }

LineEditor::End LineEditor::read(const std::string& prompt, std::string& line) {
  prompt_ = prompt;
  is_interrupted_ = false;
  line.clear();
  std::cout.flush();
  std::cerr.flush();
  if (has_paste_) write_all("\x1b[?2004h");
  ::el_set(edit_, EL_PREP_TERM, 1);  // before the prompt asks for keys
  int count = 0;
  const char* typed = ::el_gets(edit_, &count);
  if (has_paste_) write_all("\x1b[?2004l");
  if (is_interrupted_) {
    line = last_;
    ::el_reset(edit_);
    return End::interrupted;
  }
  if (typed == nullptr || count <= 0) return End::end;
  line.assign(typed, static_cast<size_t>(count));
  if (line.ends_with('\n')) line.pop_back();
  return End::line;
}

void LineEditor::remember(const std::string& line) {
  HistEvent event;
  ::history(history_, &event, H_ENTER, line.c_str());
  if (history_path_.empty()) return;
  const int file = ::open(history_path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  std::string text = history_line(line) + "\n";
  if (::lseek(file, 0, SEEK_END) == 0) text = kHistoryHead + text;
  (void)!::write(file, text.data(), text.size());  // one write: others append too
  ::close(file);
}

// Up to the mark of its end; carriage returns are how a terminal types newlines.
unsigned char LineEditor::on_paste(EditLine* edit, int) {
  std::string text;
  char c = 0;
  while (text.size() < kMostPasted && ::el_getc(edit, &c) == 1) {
    text += c;
    if (text.ends_with(kPasteEnd)) break;
  }
  if (text.ends_with(kPasteEnd)) text.resize(text.size() - kPasteEnd.size());
  std::string lines;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '\r')
      lines += '\n';
    else if (byte >= ' ' || text[i] == '\n' || text[i] == '\t')
      lines += text[i];
  }
  ::el_insertstr(edit, lines.c_str());
  return CC_REFRESH;
}

unsigned char LineEditor::on_newline(EditLine* edit, int) {
  ::el_insertstr(edit, "\n");
  return CC_REFRESH;
}

unsigned char LineEditor::on_interrupt(EditLine* edit, int) {
  LineEditor& self = owner(edit);
  self.is_interrupted_ = true;
  const LineInfo* info = ::el_line(edit);
  self.last_.assign(info->buffer, static_cast<size_t>(info->lastchar - info->buffer));
  write_all("^C\n");
  return CC_EOF;
}

unsigned char LineEditor::on_suspend(EditLine* edit, int) {
  ::el_set(edit, EL_PREP_TERM, 0);
  ::kill(0, SIGTSTP);
  ::el_set(edit, EL_PREP_TERM, 1);
  return CC_REDISPLAY;
}

unsigned char LineEditor::on_complete(EditLine* edit, int) { return owner(edit).complete(); }

unsigned char LineEditor::complete() {
  const LineInfo* info = ::el_line(edit_);
  const std::string before(info->buffer, static_cast<size_t>(info->cursor - info->buffer));
  size_t word = before.size();
  std::vector<std::string> found =
      completer_ ? completer_(before, word) : std::vector<std::string>();
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.empty()) return CC_ERROR;
  const std::string typed = before.substr(std::min(word, before.size()));
  std::string common = common_beginning(found);
  if (found.size() == 1 && !common.ends_with('/')) common += ' ';
  if (common.size() > typed.size() || found.size() == 1) {
    ::el_deletestr(edit_, static_cast<int>(characters_in(typed)));
    ::el_insertstr(edit_, common.c_str());
    return CC_REFRESH;
  }
  std::string list = "\n";
  for (size_t i = 0; i < found.size() && i < kMostListed; ++i) list += printable(found[i]) + "\n";
  if (found.size() > kMostListed)
    list += "… " + std::to_string(found.size() - kMostListed) + " more\n";
  write_all(list);
  return CC_REDISPLAY;
}

}  // namespace dossier::cli
