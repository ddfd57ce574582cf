#pragma once
// Git's name of a file's bytes, which tells two binaries apart whose bytes are not stored.
#include <string>
#include <string_view>

namespace dossier::snapshot {

/// The id that git gives a blob of these bytes (SHA-1), in hexadecimal.
std::string blob_id(std::string_view bytes);

}  // namespace dossier::snapshot
