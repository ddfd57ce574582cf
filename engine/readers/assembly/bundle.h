#pragma once
// Single-file programs of .NET: a native host with assemblies appended, found by the marker in the
// host (dotnet/runtime, docs/design/features/single-file-apps; versions 1, 2 and 6 of the manifest:
// .NET Core 3, .NET 5, .NET 6 and later). The whole manifest is checked before anything is
// decompressed.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/assembly/cursor.h"

namespace dossier::assembly {

struct BundledFile {
  std::string_view path;  // in the bundle, borrowed from its bytes
  Bytes stored;
  uint64_t size = 0;  // uncompressed
  bool is_compressed = false;
};

/// Whether a native program contains the marker of .NET's hosts, with or without a bundle.
bool is_dotnet_host(Bytes bytes);

/// The assemblies of a bundle; absent if there is no sound manifest.
std::optional<std::vector<BundledFile>> read_bundle(Bytes bytes);

/// The bytes of a compressed file; absent if they are damaged.
std::optional<std::string> unpacked(const BundledFile& file);

}  // namespace dossier::assembly
