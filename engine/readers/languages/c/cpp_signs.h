#pragma once
// Whether a header is C++. C and C++ share the ending .h, and C++'s grammar takes C's names for
// words of its own, so what a header says decides: words that begin something that C does not have,
// where it would stand. Comments, strings and the bodies of macros say nothing, and what is there
// for C++ alone (#ifdef __cplusplus) says nothing of the rest, unless there is no rest.
//
// Rejected: parsing with both grammars. It doubles the time of every header.
#include <cstddef>
#include <string_view>

namespace dossier::languages {

/// The bytes of a header that are looked at.
inline constexpr size_t kMostOfHeader = 256 << 10;

bool has_cpp_signs(std::string_view header);

}  // namespace dossier::languages
