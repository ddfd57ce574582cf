#include "queries/proto/suspect_files.h"

#include "engine/readers/languages/language.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/snapshot/classify.h"
#include "queries/proto/changed_paths.h"
#include "queries/proto/scanned.h"
#include "queries/proto/schema_file.h"
#include "store/index/contents.h"

namespace dossier::proto {
namespace {

bool is_code_file(const FileEntry& entry) {
  return !entry.language.empty() && entry.language != kLanguage &&
         languages::named(entry.language).purpose == languages::Purpose::code;
}

// Why a file of code is not looked at; "" = it is.
std::string_view left_out(const FileEntry& entry) {
  if (entry.is_vendored) return "vendored";
  if (entry.is_generated) return "generated";
  if (entry.is_binary) return "binary";
  if (!entry.has_text || entry.size > kLargestText) return "too large";
  return noise_of(entry.path);
}

}  // namespace

bool is_build_file(const FileEntry& entry) {
  constexpr std::string_view kBuildFiles =
      " BUILD BUILD.bazel WORKSPACE CMakeLists.txt Makefile meson.build build.gradle "
      "build.gradle.kts pom.xml package.json buf.gen.yaml buf.yaml build.rs setup.py ";
  return is_listed(kBuildFiles, file_name_of(entry.path)) ||
         languages::named(entry.language).purpose == languages::Purpose::build;
}

bool may_be_suspect(const FileEntry& entry) {
  return (is_code_file(entry) || is_build_file(entry)) && left_out(entry).empty();
}

std::string_view why_no_suspect(Store& store, const FileEntry& entry) {
  if (entry.path.ends_with(".proto")) return "a .proto file itself";
  if (const auto why = left_out(entry); !why.empty()) return why;
  if (!is_code_file(entry) && !is_build_file(entry)) return "no code";
  return has_generated_header(text_of(store.index(), entry)) ? "generated" : std::string_view();
}

}  // namespace dossier::proto
