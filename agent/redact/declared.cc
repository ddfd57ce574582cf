#include "agent/redact/declared.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

#include "agent/redact/assigned.h"
#include "agent/redact/line.h"

namespace dossier::redaction {
namespace {

constexpr std::string_view kName = "assigned-secret";
constexpr size_t kMostColumns = 256, kLongestColumn = 64;

std::string_view within(std::string_view text, const Found& range) {
  return text.substr(range.begin, range.end - range.begin);
}

// The line around `at`, without what tools put before it.
Found line_at(std::string_view text, size_t at) {
  Found line{line_begin(text, at), std::min(text.find('\n', at), text.size()), {}};
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  line.begin += line_prefix(within(text, line));
  return line;
}

// Where the next line begins, or the text ends.
size_t line_behind(std::string_view text, const Found& line) {
  return std::min(text.size() - 1, text.find('\n', line.end)) + 1;
}

bool is_secret(std::string_view name, std::string_view value) {
  if (class_of(name) == nullptr) return false;
  const std::string field = '"' + std::string(name) + "\": \"" + std::string(value) + '"';
  const auto found = AssignedSecrets(field).next(0);
  return found && found->begin == name.size() + 5 && found->end == field.size() - 1;
}

// The cells of a line, without their quotes; none if a quote does not close.
std::vector<Found> cells(std::string_view text, const Found& line, char separator) {
  text = text.substr(0, line.end);
  std::vector<Found> out;
  for (size_t at = line.begin; at <= line.end && out.size() < kMostColumns; ++at) {
    const size_t quote = at < line.end && text[at] == '"' ? 1 : 0;
    const size_t end = text.find(quote != 0 ? '"' : separator, at + quote);
    if (quote != 0 && end == text.npos) return {};
    out.push_back({at + quote, std::min(end, line.end), kName});
    at = out.back().end + quote;
    if (at < line.end && text[at] != separator) return {};
  }
  return out;
}

bool is_column(std::string_view name) {
  return !name.empty() && name.size() <= kLongestColumn && name.back() != ' ' &&
         std::isalpha(static_cast<unsigned char>(name.front())) != 0 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || std::strchr("_.- ", c) != nullptr;
         });
}

// The columns that a line names, if it does nothing else.
std::vector<Found> columns_of(std::string_view text, const Found& line, char& separator) {
  const size_t first = within(text, line).find_first_of(",;\t");
  if (first == text.npos) return {};
  separator = text[line.begin + first];
  std::vector<Found> names = cells(text, line, separator);
  const bool are_names =
      names.size() > 1 && std::all_of(names.begin(), names.end(), [&](const Found& name) {
        return is_column(within(text, name));
      });
  return are_names ? names : std::vector<Found>();
}

}  // namespace

DeclaredSecrets::DeclaredSecrets(std::string_view text) : text_(text) {
  std::vector<uint32_t> owners;
  for (size_t at = 0; (at = rules().name_places.next(text, at, owners)) < text.size();)
    at = read_table(at);
}

std::optional<Found> DeclaredSecrets::next(size_t at) const {
  const auto found =
      std::lower_bound(found_.begin(), found_.end(), at,
                       [](const Found& one, size_t from) { return one.begin < from; });
  return found == found_.end() ? std::nullopt : std::optional(*found);
}

size_t DeclaredSecrets::whole(size_t at) const {
  for (const Found& one : declarations_)
    if (one.begin < at && at < one.end) return one.begin;
  return at;
}

// Where the lines end that belong to it.
size_t DeclaredSecrets::read_table(size_t header) {
  constexpr size_t kGoesOn = std::string_view::npos;
  Found line = line_at(text_, header);
  char separator = ',';
  const std::vector<Found> names = columns_of(text_, line, separator);
  size_t at = line_behind(text_, line);
  if (names.empty()) return at;
  declarations_.push_back({line_begin(text_, header), kGoesOn, {}});
  for (; at < text_.size(); at = line_behind(text_, line)) {
    line = line_at(text_, at);
    std::vector<Found> values = cells(text_, line, separator);
    // A number and a tab may be cells, too, and no prefix.
    if (values.size() != names.size()) values = cells(text_, {at, line.end, {}}, separator);
    if (values.size() != names.size()) {
      if (line.end < text_.size()) return declarations_.back().end = at;
      break;  // it may have only begun
    }
    for (size_t i = 0; i < names.size(); ++i)
      if (is_secret(within(text_, names[i]), within(text_, values[i]))) found_.push_back(values[i]);
  }
  return text_.size();
}

}  // namespace dossier::redaction
