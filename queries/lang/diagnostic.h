#pragma once
// An error in a query and its position. It is a value, not an exception, because a wrong query is
// an expected outcome. It is printed with the query and a caret under the position.
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace dossier::lang {

/// The bytes [begin, end) of the query.
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

}  // namespace dossier::lang
