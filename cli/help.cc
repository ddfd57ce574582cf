#include <algorithm>
#include <map>
#include <sstream>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/readers/word_list.h"

namespace dossier::cli {
namespace {

const char kIntroduction[] =
    "dossier keeps what is known about a program, and what was done with it, in one SQLite file.\n";

// "  word      summary", the summary behind `width` columns unless the word is longer.
std::string row(const std::string& left, const std::string& right, size_t width) {
  const size_t taken = columns_of(left);
  return "  " + left + std::string(taken < width ? width - taken + 2 : 2, ' ') + right + "\n";
}

std::string spelled(const Option& option) {
  if (option.positional()) return option.name + (option.repeatable ? "…" : "");
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string synopsis(const Command& command) {
  std::string text = "dossier " + command.word;
  for (const auto& option : command.options)
    if (option.positional())
      text += " " + (option.required ? spelled(option) : "[" + spelled(option) + "]");
  return text + " [OPTION…]";
}

const std::vector<Option>& common_options() {
  static const std::vector<Option> kCommon = {
      {"--db", "FILE",
       "The database (default: $DOSSIER_DB, else the nearest dossier.db here or above)", false,
       false},
      {"--help", "", "This text", false, false},
  };
  return kCommon;
}

struct Section {
  std::string_view title, options;  // their keys
};
// What commands have in common; the others are a command's own.
constexpr Section kSections[] = {
    {"Program", "--project --snapshot"},
    {"Model", "--model --prompts --context-tokens --max-tokens"},
    {"Output", "--json --jsonl --csv --paths --files-with-matches --null --max-results"},
    {"Every command", "--db --help"}};

// The rows of each section below its title, a command's own first. All have one column, which a
// single long option does not push to the right.
std::string option_sections(std::vector<Option> options) {
  options.insert(options.end(), common_options().begin(), common_options().end());
  size_t width = 0;
  for (const auto& option : options)
    if (const size_t taken = columns_of(spelled(option)); taken <= 24)
      width = std::max(width, taken);
  std::string own, rest;
  std::map<std::string_view, std::string> rows;
  for (const auto& option : options) {
    const auto* section =
        std::find_if(std::begin(kSections), std::end(kSections),
                     [&](const Section& one) { return is_among(one.options, option.key()); });
    (section == std::end(kSections) ? own : rows[section->title]) +=
        row(spelled(option), option.doc, width);
  }
  for (const auto& section : kSections)
    if (const auto found = rows.find(section.title); found != rows.end())
      rest += "\n" + std::string(section.title) + "\n" + found->second;
  return (own.empty() ? "" : "\nOptions\n" + own) + rest;
}

// troff: a leading dot or quote would be a request.
std::string troff(const std::string& text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_start = c == '\n';
  }
  return out;
}

// Where the first word may be broken so that its first part fits: behind a comma or a bar, or else
// behind the word, as where it is quoted and for copying.
size_t end_of_part(std::string_view text, size_t room) {
  const size_t word = text.find_first_not_of(' '), space = text.find(' ', word);
  const size_t end = std::min(space, text.size());
  size_t last = space;
  if (text.substr(word, end - word).find_first_of("'\"") != text.npos) return last;
  for (size_t at = word; (at = text.find_first_of(",|", at)) < end - 1;) {
    if (last != space && columns_of(text.substr(0, at + 1)) > room) break;
    last = ++at;
  }
  return last;
}

// Breaks the text at spaces, a longer word behind its commas and bars; what follows the first line
// is indented.
std::string broken(std::string_view text, size_t width, size_t indent) {
  std::string out;
  for (size_t room = width;; room = width - indent) {
    if (columns_of(text) <= room) return out.append(text) + "\n";
    size_t last = text.npos;
    for (size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1)) {
      if (columns_of(text.substr(0, at)) > room) break;
      if (text.find_first_not_of(' ') < at) last = at;
    }
    if (last == text.npos) last = end_of_part(text, room);
    if (last == text.npos) return out.append(text) + "\n";
    out.append(text.substr(0, last)) += "\n";
    const size_t next = text.find_first_not_of(' ', last);
    if (next == text.npos) return out;
    out.append(indent, ' ');
    text.remove_prefix(next);
  }
}

// Where a row's second column begins; 0: it is no row, or there is hardly room for it.
size_t second_column(std::string_view line, size_t width) {
  if (!line.starts_with("  ")) return 0;
  const size_t gap = line.find("  ", 2);
  const size_t at = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
  return at == line.npos || columns_of(line.substr(0, at)) + 20 > width
             ? 4
             : columns_of(line.substr(0, at));
}

}  // namespace

std::string fitted(const std::string& text, size_t width) {
  if (width == 0) return text;
  std::string out, block;  // a paragraph, or a row of a table with the lines that continue it
  const auto end_block = [&] {
    if (!block.empty()) out += broken(block, width, second_column(block, width));
    block.clear();
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool is_in_row = block.starts_with("  ");
    const bool continues = !block.empty() && (is_in_row ? indent > 2 : indent == 0);
    if (line.empty() || !continues) end_block();
    if (line.empty())
      out += "\n";
    else if (continues)
      block += (is_in_row && block.find("  ", 2) == block.npos ? "  " : " ") + line.substr(indent);
    else
      block = line;
  }
  end_block();
  return out;
}

std::string help() {
  std::string text = std::string(kIntroduction) +
                     "\nUsage: dossier [--db FILE] COMMAND …\n       dossier COMMAND --help\n";
  const Group* last = nullptr;
  for (const auto& command : commands()) {
    if (!last || *last != command.group) text += "\n" + std::string(name_of(command.group)) + "\n";
    last = &command.group;
    text += row(command.word, command.summary, 14);
  }
  text += "\nExamples\n";
  for (const auto& command : commands()) text += "  " + command.example + "\n";
  return text +
         "\nResults go to standard output, progress to standard error. Exit status: 0 done "
         "(nothing found is\n"
         "an answer), 1 failed, 2 done in part. --json prints exactly one JSON value, and a "
         "failure as "
         "one line\n"
         "of standard error: {\"error\":{\"code\",\"message\",\"place\"}}.\n";
}

std::string help(const Command& command) {
  std::string text = command.summary + ".\n\nUsage: " + synopsis(command) + "\n";
  if (!command.details.empty()) text += "\n" + command.details + "\n";
  text += option_sections(command.options);
  return text + "\nExample\n  " + command.example + "\n";
}

std::string man_page() {
  std::string text =
      ".TH DOSSIER 1\n.SH NAME\ndossier \\- an embedded knowledge store for code\n"
      ".SH SYNOPSIS\n.B dossier\n[\\-\\-db FILE] COMMAND ...\n.SH DESCRIPTION\n" +
      troff(kIntroduction) + ".SH COMMANDS\n";
  for (const auto& command : commands()) {
    text += ".SS " + troff(synopsis(command)) + "\n" + troff(command.summary) + ".\n";
    if (!command.details.empty()) text += ".PP\n" + troff(command.details) + "\n";
    for (const auto& option : command.options)
      text += ".TP\n.B " + troff(spelled(option)) + "\n" + troff(option.doc) + "\n";
    text += ".PP\nExample:\n.RS\n" + troff(command.example) + "\n.RE\n";
  }
  return text +
         ".SH EXIT STATUS\n0 success (also when nothing is found), 1 failure, 2 partial result.\n"
         "Under \\-\\-json a failure is one line of JSON on standard error, "
         "{\"error\":{\"code\",\"message\",\"place\"}}.\n"
         ".SH ENVIRONMENT\n.TP\n.B DOSSIER_DB\nThe database where \\-\\-db is not given.\n";
}

}  // namespace dossier::cli
