#include "engine/readers/languages/source.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace dossier::languages {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

std::string flags_text(uint32_t flags) {
  static constexpr const char* kNames[] = {
      "static",  "public",      "abstract",  "sealed",   "virtual",  "protected", "internal",
      "private", "constructor", "generated", "override", "readonly", "constant"};
  std::string text;
  for (size_t bit = 0; bit < std::size(kNames); ++bit) {
    if (flags & (1u << bit)) text.append(text.empty() ? "" : " ").append(kNames[bit]);
  }
  return text;
}

/// The module as text, one symbol a line, its details below it, then the references.
std::string dump(const Module& module) {
  std::ostringstream out;
  std::vector<std::string> names{"module"};
  const auto details = [&](size_t ordinal) {
    static constexpr const char* kKinds[] = {"", "attribute", "generic", "value", "", "", "doc"};
    for (const auto& detail : module.details) {
      if (detail.source != ordinal) continue;
      const auto kind = static_cast<size_t>(detail.kind);
      std::string text(detail.text);
      std::replace(text.begin(), text.end(), '\n', '|');
      out << "      " << (kind < 7 ? kKinds[kind] : "interface") << ": " << text << '\n';
    }
  };
  out << "module " << module.name << " (" << module.language << ")\n";
  details(0);
  for (const Type& type : module.types) {
    out << type.kind << ' ' << type.full_name << "  [" << type.name_space << "] "
        << flags_text(type.flags) << ' ' << type.line << '-' << type.end_line;
    if (!type.base_type.empty()) out << " : " << type.base_type;
    out << '\n';
    names.emplace_back(type.full_name);
    details(names.size() - 1);
    for (const Member& member : type.members) {
      out << "    " << name_of(member.kind) << ' ' << member.member_type << ' ' << member.full_name
          << "  \"" << member.signature << "\" " << flags_text(member.flags) << ' ' << member.line
          << '-' << member.end_line << '\n';
      names.emplace_back(member.full_name);
      details(names.size() - 1);
    }
  }
  for (const Reference& reference : module.references) {
    out << reference.line << ':' << reference.column << ' ' << names[reference.source] << ' '
        << name_of(reference.kind) << ' ' << reference.target << " -> " << reference.target_key;
    if (!reference.target_scope.empty() && !reference.in_module) {
      out << " @" << reference.target_scope;
    }
    out << (reference.by_name ? "" : " exact") << '\n';
  }
  return out.str();
}

const fs::path kFixtures = fs::path(DOSSIER_SOURCE_DIR) / "fixtures/repositories/languages";

}  // namespace

TEST_CASE("every query fits its grammar") {
  for (const Language& language : all()) {
    if (!language.grammar) continue;
    CAPTURE(language.name);
    REQUIRE(read({"src/empty", ""}, language)->module.types.empty());
  }
}

TEST_CASE("each language's symbols and references are those of its golden") {
  size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kFixtures)) {
    const fs::path path = entry.path();
    if (!entry.is_regular_file() || path.extension() == ".golden") continue;
    const std::string relative = fs::relative(path, kFixtures).generic_string();
    CAPTURE(relative);
    const Language* language = of(relative);
    REQUIRE(language);
    const std::string contents = read_file(path);
    const auto source = read({relative, contents}, *language);
    REQUIRE(source);
    CHECK_FALSE(source->has_errors);
    fs::path golden = path;
    golden += ".golden";
    if (std::getenv("ACCEPT")) std::ofstream(golden, std::ios::binary) << dump(source->module);
    CHECK(dump(source->module) == read_file(golden));
    ++seen;
  }
  CHECK(seen >= 6);
}

TEST_CASE("a file named by DOSSIER_DUMP is shown", "[.dump]") {
  const char* path = std::getenv("DOSSIER_DUMP");
  REQUIRE(path);
  const Language* language = of(path);
  REQUIRE(language);
  const std::string contents = read_file(path);
  const auto source = read({path, contents}, *language);
  REQUIRE(source);
  WARN(dump(source->module));
}

}  // namespace dossier::languages
