#pragma once
// What is wrong with a query, and where: a value, not a failure, because a wrong query is an
// expected outcome. Printed with the query and a caret under the place.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace dossier::lang {

/// Bytes of the query, from begin to before end.
struct Span {
  size_t begin = 0;
  size_t end = 0;
};

struct Diagnostic {
  std::string message;
  Span span;

  /// The message, the query's line and carets under the span.
  std::string print(std::string_view query) const;
};

template <typename T>
using Parsed = std::variant<T, Diagnostic>;

/// The candidate that a misspelt word was probably meant to be; "" when none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);
/// " (did you mean 'method'?)", or "".
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace dossier::lang
