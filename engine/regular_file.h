#pragma once
// Files that a folder should hold under a name, where anything may stand: reading a pipe would wait
// for ever, and what cannot be read has to be told, not taken for empty.
#include <cstddef>
#include <string>

namespace dossier {

/// Why the file is not read: it is not there, is a folder or a pipe, is a link that leads nowhere,
/// or may not be read. "" = it can be.
std::string why_unreadable(const std::string& path);

/// Whether anything stands at the path, even a link that leads nowhere.
bool is_anything_at(const std::string& path);

/// The first `most` bytes of a regular file. Throws Error with the reason and the path.
std::string read_regular(const std::string& path, size_t most);

}  // namespace dossier
