#include "engine/readers/assembly/assembly.h"

#include "engine/readers/assembly/bundle.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

void read_one(Bytes bytes, const Options& options, Report& report, const FactSink& sink) {
  const Image image = open_image(bytes, options.path);
  Defects defects(options.lenient, options.path);
  if (image.truncated) defects.add("the file", "it is shorter than its section table says");
  Reading reading(image, options, defects);
  read_module_facts(reading);
  read_type_facts(reading);
  read_attribute_facts(reading);
  if (options.references) {
    read_code_facts(reading);
  } else {
    reading.module.references.clear();
  }
  report.defects.insert(report.defects.end(), defects.list().begin(), defects.list().end());
  report.defect_count += defects.count();
  reading.module.file = sha256({text_of(bytes)});
  sink(std::move(reading.module));
}

// What may be the host of a bundle; an assembly may hold the marker as data.
bool is_native(Bytes bytes) {
  const std::string_view start = text_of(slice(bytes, 0, 4));
  return start.substr(0, 2) == "MZ" ? !has_cli_header(bytes)
                                    : start == "\x7f"
                                               "ELF" ||
                                          start == "\xcf\xfa\xed\xfe";
}

constexpr const char* kNoAssemblies = "a single-file bundle without assemblies";

}  // namespace

bool looks_like_assembly(Bytes start) {
  const std::string_view text = text_of(slice(start, 0, 4));
  return text.substr(0, 2) == "MZ" || text == "WbIL" || text == std::string_view("\0asm", 4);
}

bool is_known_unsupported(Bytes start) {
  static constexpr std::string_view kMagics[] = {
      "\x7f"
      "ELF",
      "\xcf\xfa\xed\xfe",
      "\xaf\x1b\xb1\xfa",
      "PK\3\4",
      "XALZ",
      "XABA",
      "BSJB"};
  for (const std::string_view magic : kMagics) {
    if (text_of(slice(start, 0, magic.size())) == magic) return true;
  }
  return false;
}

Report read_assembly(Bytes bytes, const Options& options, const FactSink& sink) {
  Report report;
  const auto bundle = is_native(bytes) ? read_bundle(bytes) : std::nullopt;
  if (!bundle) {
    read_one(bytes, options, report, sink);
    return report;
  }
  if (bundle->empty()) throw Error(ErrorCode::invalid, kNoAssemblies, options.path);
  for (const BundledFile& file : *bundle) {
    Options own = options;
    own.path += "!" + std::string(file.path);
    if (!file.is_compressed) {
      read_one(file.stored, own, report, sink);
      continue;
    }
    const auto contents = unpacked(file);
    if (!contents) throw Error(ErrorCode::corrupt, "its compressed bytes are damaged", own.path);
    read_one(std::as_bytes(std::span(*contents)), own, report, sink);
  }
  return report;
}

}  // namespace dossier::assembly
