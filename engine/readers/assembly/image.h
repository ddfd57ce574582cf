#pragma once
// The container of an assembly: it maps relative virtual addresses to bytes and has the CLI header.
// A PE file (.dll, .exe, .netmodule, .winmd) and a webcil payload (.webcil, or the .wasm files of
// Blazor) both become an Image; the layers above do not distinguish them. An Image borrows its
// bytes. Rejected: a class per container behind an interface; only their headers differ.
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/assembly/cursor.h"

namespace dossier::assembly {

struct Section {
  uint32_t address = 0;
  uint32_t offset = 0;
  uint32_t size = 0;  // bytes in the file
};

struct Image {
  Bytes bytes;
  std::vector<Section> sections;
  uint32_t metadata_address = 0;
  uint32_t metadata_size = 0;
  bool truncated = false;  // a section reaches past the end of the file

  /// The bytes from `address` to the end of its section; empty if the address is not mapped.
  Bytes at(uint32_t address) const;
};

/// Whether a PE file has an entry for a CLI header, sound or not.
bool has_cli_header(Bytes bytes);

/// Recognizes the container. Throws Error{invalid} that says in plain words what the file is (a
/// native DLL, an IL2CPP build, a zip, …) and what to do, or Error{corrupt} for a damaged header.
Image open_image(Bytes bytes, const std::string& origin);

/// The webcil payload of a .webcil file or of the .wasm module around it; empty = neither.
Bytes webcil_payload(Bytes bytes);

/// Reads a webcil header: sets the sections and the address of the CLI header. Returns false if it
/// is malformed.
bool read_webcil_header(Bytes payload, Image& image, uint32_t& cli_address);

/// What a file without an assembly is, and what to do about it.
std::string describe_unsupported(Bytes bytes);

}  // namespace dossier::assembly
