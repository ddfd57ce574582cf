#pragma once
#include <string>
#include <string_view>

namespace dossier {

/// The bytes of a UTF-16 text without a mark, little-endian unless `big`, as UTF-8. A lone
/// surrogate becomes U+FFFD; an odd last byte is dropped.
std::string utf8_of_utf16(std::string_view bytes, bool big = false);

}  // namespace dossier
