// assembly_dump [--lenient] [--quiet [--parallel]] [--il] FILE…: what the assembly reader makes of
// files, as lines of tab-separated fields, for comparison with ground truth (tests/truth). Text is
// escaped as Export.cs escapes it.
//   T module full name namespace base kind public token        a type
//   M module type member_type name full signature static public token
//   R module source_token offset kind target target_type scope in_module key
//   L module source_token offset string|number value
//   D module source_token kind text                            a detail
//   I module token line                                        a line of a method's listing (--il)
// --quiet says only what could not be read; --parallel then reads on all cores (bench/assemblies).
//   E file message                                             a refusal (exit status 1)
//   W file place what                                          a defect of a lenient read
#include <atomic>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <thread>
#include <vector>

#include "engine/error.h"
#include "engine/readers/assembly/assembly.h"
#include "engine/readers/assembly/disassemble.h"
#include "tests/tools/assembly_rows.h"

using namespace dossier;

namespace {

std::string listings(assembly::Bytes bytes, const Module& module, const char* path) {
  std::string text;
  for (const Type& type : module.types) {
    for (const Member& member : type.members) {
      if (member.kind != MemberKind::method) continue;
      for (const auto& line : assembly::disassemble(bytes, member.token, path).lines) {
        rows::Line(text, "I", module.name) << member.token << line;
      }
    }
  }
  return text;
}

bool dump_file(const char* path, bool lenient, bool quiet, bool with_il) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  assembly::Options options;
  options.path = path;
  options.lenient = lenient;
  std::string notes;
  bool is_read = true;
  try {
    const auto report =
        assembly::read_assembly(std::as_bytes(std::span(bytes)), options, [&](Fact&& fact) {
          const Module& module = std::get<Module>(fact);
          if (with_il) {
            std::cout << listings(std::as_bytes(std::span(bytes)), module, path);
          } else if (!quiet) {
            std::cout << rows::of(module);
          }
        });
    for (const auto& defect : report.defects)
      rows::Line(notes, "W", path) << defect.where << defect.what;
  } catch (const Error& error) {
    rows::Line(notes, "E", path) << name_of(error.code()) << error.message();
    is_read = false;
  }
  std::cout << notes;
  return is_read;
}

// Files by turns; whether all could be read.
bool read_in_parallel(std::span<char*> paths, bool lenient) {
  std::atomic<size_t> next = 0;
  std::atomic<bool> ok = true;
  const auto work = [&] {
    for (size_t i = next++; i < paths.size(); i = next++)
      if (!dump_file(paths[i], lenient, true, false)) ok = false;
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  threads.clear();
  return ok;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  bool lenient = false, quiet = false, with_il = false, parallel = false, ok = true;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--lenient") {
      lenient = true;
    } else if (argument == "--quiet") {
      quiet = true;
    } else if (argument == "--il") {
      with_il = true;
    } else if (argument == "--parallel") {
      parallel = true;
    } else if (quiet && parallel) {
      return read_in_parallel(std::span(argv + i, argv + argc), lenient) ? 0 : 1;
    } else {
      ok = dump_file(argv[i], lenient, quiet, with_il) && ok;
    }
  }
  return ok ? 0 : 1;
}
