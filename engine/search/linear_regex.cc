#include "engine/search/linear_regex.h"

#include <re2/re2.h>

#include "engine/unicode.h"

namespace dossier::search {
namespace {

using Op = Regex::Op;

// RE2 is not interrupted, and slow (tens of megabytes a second) where its automaton is too large.
constexpr size_t kLongest = 1 << 20;

bool has_class(const Regex& regex) {
  return regex.ignore_case || (regex.op == Op::set && !regex.set.parts.empty());
}

// RE2's \b is that of ASCII words, and so are classes in which it stands for no set of its own.
bool is_of_ascii(const Regex& regex) {
  const bool is_edge = regex.op == Op::word_edge || regex.op == Op::not_word_edge;
  return (is_edge && !regex.ascii) || (regex.op == Op::set && !has_exact_re2(regex.set));
}

}  // namespace

LinearRegex::LinearRegex(const Regex& regex, std::unique_ptr<const re2::RE2> compiled)
    : compiled_(std::move(compiled)),
      has_classes_(any_of(regex, has_class)),
      has_ascii_(any_of(regex, is_of_ascii)) {}

LinearRegex::~LinearRegex() = default;

std::unique_ptr<const LinearRegex> LinearRegex::of(const Regex& regex) {
  if (!finds_in_blocks(regex)) return nullptr;
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_unique<const re2::RE2>(to_re2(regex), options);
  if (!compiled->ok()) return nullptr;
  return std::unique_ptr<const LinearRegex>(new LinearRegex(regex, std::move(compiled)));
}

bool LinearRegex::takes(std::string_view text, bool ascii) const {
  if (text.empty() || text.size() > kLongest) return false;
  return ascii || (!has_ascii_ && is_utf8(text));
}

bool LinearRegex::agrees(bool ascii) const { return ascii || (!has_classes_ && !has_ascii_); }

std::optional<std::pair<size_t, size_t>> LinearRegex::find(std::string_view text,
                                                           size_t from) const {
  re2::StringPiece found;
  const re2::StringPiece whole(text.data(), text.size());
  if (!compiled_->Match(whole, from, text.size(), re2::RE2::UNANCHORED, &found, 1))
    return std::nullopt;
  const auto begin = static_cast<size_t>(found.data() - text.data());
  return std::pair{begin, begin + found.size()};
}

}  // namespace dossier::search
