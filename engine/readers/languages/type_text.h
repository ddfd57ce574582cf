#pragma once
// Pure functions on pieces of source text that say what a value is: chains of names and calls, and
// types as they are written.
#include <cstddef>
#include <string_view>
#include <vector>

namespace dossier::languages {

/// A part of a chain: `client`, or `newCall(…)`.
struct Link {
  std::string_view name;
  bool is_called = false;
  bool is_indexed = false;
  bool is_scope = false;  // what follows is in it: `std::`
};

/// The parts of `a.b(x)?.c`; empty if the text is anything else.
std::vector<Link> chain_of(std::string_view text);

/// Where the bracket at `open` closes; npos if it does not. Quoted text is skipped.
size_t closing(std::string_view text, size_t open);

/// Where `word` stands outside of all brackets and quotes; npos if it does not.
size_t outside_brackets(std::string_view text, std::string_view word);

/// A type as it is written, without what only modifies it: `const Money&`, `: Money?`, `"Money"`.
std::string_view bare_type(std::string_view written);

/// A written type in two parts: `List` and what stands between its brackets. `arguments` is empty
/// where there are none.
struct TypeParts {
  std::string_view name;
  std::string_view arguments;
  bool is_array = false;
};
/// Without a name if the text is something else: a tuple, a function's type.
TypeParts type_parts(std::string_view bare);

}  // namespace dossier::languages
