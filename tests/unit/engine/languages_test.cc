#include "engine/readers/languages/source_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/error.h"
#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/literals.h"
#include "engine/readers/languages/unparsed.h"
#include "tests/unit/golden.h"
#include "tests/unit/places.h"

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
      const bool is_result = detail.kind == DetailKind::result;
      out << "      "
          << (kind < 7    ? kKinds[kind]
              : is_result ? "result"
                          : "interface")
          << ": " << text << '\n';
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
    const bool is_on_value = reference.target_key.find('.') == reference.target_key.npos &&
                             reference.target_type != reference.target_key;
    if (is_on_value && !reference.target_type.empty()) out << " of " << reference.target_type;
    out << (reference.by_name ? "" : " exact") << '\n';
  }
  for (const Literal& literal : module.literals) {
    std::string value(literal.value);
    std::replace(value.begin(), value.end(), '\n', '|');
    out << literal.line << ' ' << names[literal.source] << " literal \"" << value << "\"\n";
  }
  return out.str();
}

const fs::path kFixtures = fs::path(test::kSource) / "fixtures/repositories/languages";

}  // namespace

TEST_CASE("every query fits its grammar") {
  for (const Language* language : all()) {
    if (!language->grammar) continue;
    CAPTURE(language->name);
    REQUIRE(read({"src/empty", ""}, *language)->module.types.empty());
  }
}

TEST_CASE("each language's symbols and references equal the golden file", "[golden]") {
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
    CHECK(source->damaged_lines == 0);
    fs::path golden = path;
    golden += ".golden";
    CHECK(dump(source->module) == test::golden(golden, dump(source->module)));
    ++seen;
  }
  CHECK(seen >= 6);
}

TEST_CASE("the value of a string literal follows its language") {
  struct Row {
    const char* language;
    const char* written;
    std::string value;
  };
  const Row rows[] = {
      {"C", R"("a\tb\n")", "a\tb\n"},
      {"C++", R"(u8"x\x41y")", "xAy"},
      {"C++", "R\"-(a\\n\"b)-\"", "a\\n\"b"},
      {"C#", R"(@"C:\d ""q""")", R"(C:\d "q")"},
      {"C#", R"("\u00e9")", "é"},
      {"C#", R"($"{a} b")", "{a} b"},
      {"C#", R"("""a\n""")", R"(a\n)"},
      {"Go", "`a\\n`", "a\\n"},
      {"Go", R"("a\"b")", "a\"b"},
      {"Java", R"("\\d+")", R"(\d+)"},
      {"JavaScript", "`${a} b`", "${a} b"},
      {"JavaScript", R"("\u{1F600}")", "😀"},
      {"Kotlin", R"("$a")", "$a"},
      {"PHP", R"('a\n\'')", R"(a\n')"},
      {"PHP", R"("a\n")", "a\n"},
      {"Python", R"(r"a\d")", R"(a\d)"},
      {"Python", R"(f"""a
b""")",
       "a\nb"},
      {"Python", R"('it\'s')", "it's"},
      {"Ruby", R"('a\n')", R"(a\n)"},
      {"Rust", "r#\"a\"b\"#", "a\"b"},
      {"Rust", R"("a\
b")",
       "ab"},
      {"Swift", R"("\(a) b")", "(a) b"},
      {"Python", R"("")", ""},
      {"Python", R"("""""")", ""},
      {"C", R"("\xZ\)", R"(xZ\)"},
      {"C", "\"", ""},
      {"C", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.language, row.written);
    CHECK(string_value(row.written, named(row.language).strings) == row.value);
  }
}

TEST_CASE("strings of every language are literals of their enclosing symbols") {
  struct Row {
    const char* path;
    const char* text;
    std::string said;  // "line holder value;"
  };
  const Row rows[] = {
      {"a.c", "#include \"x.h\"\nvoid f() { say(\"hello\"); }", "2 f hello;"},
      {"a.cpp", "void f() { say(R\"(hel)\" \"lo\"); }", "1 f hel;1 f lo;"},
      {"A.cs", "class A { void F() { Say(\"hello\", @\"a\"); } }", "1 A.F hello;1 A.F a;"},
      {"a.go", "package a\nimport \"fmt\"\nfunc F() { fmt.Println(`hello`) }", "3 a.F hello;"},
      {"A.java", "class A { void f() { say(\"hello\"); } }", "1 A.f hello;"},
      {"a.js", "import b from './b';\nfunction f() { say('hello'); }", "2 a.f hello;"},
      {"a.ts", "const x = `hello`;", "1 a.x hello;"},
      {"a.kt", "fun f() { say(\"hello\") }", "1 f hello;"},
      {"a.php", "<?php function f() { say('hello', \"you\"); }", "1 f hello;1 f you;"},
      {"a.py", "\"\"\"Doc.\"\"\"\ndef f():\n    \"Doc.\"\n    say('hello')", "4 a.f hello;"},
      {"a.rb", "require 'b'\ndef f; say('hello'); end", "2 f hello;"},
      {"src/a.rs", "fn f() { say(\"hello\"); }", "1 crate.a.f hello;"},
      {"a.swift", "func f() { say(\"hello\") }", "1 f hello;"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const auto source = read({row.path, row.text}, *of(row.path));
    REQUIRE(source);
    std::vector<std::string_view> names{"module"};
    for (const Type& type : source->module.types) {
      names.push_back(type.full_name);
      for (const Member& member : type.members) names.push_back(member.full_name);
    }
    std::string said;
    for (const Literal& one : source->module.literals) {
      said += std::to_string(one.line) + " " + std::string(names[one.source]) + " " +
              std::string(one.value) + ";";
    }
    CHECK(said == row.said);
  }
  const std::string too_long = "x = '" + std::string(500, 'y') + "'";
  CHECK(read({"a.py", too_long}, *of("a.py"))->module.literals.empty());
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

TEST_CASE("a file with too many names is refused") {
  const Language* c = of("a.c");
  REQUIRE(c != nullptr);
  const std::string text = "int a(void) { return 1; }\nint b(void) { return a(); }\n";
  const auto all = capture(*c, text, std::chrono::seconds(60));
  const size_t count = all.definitions.size() + all.mentions.size() + all.literals.size();
  CHECK(all.definitions.size() == 2);
  CHECK_NOTHROW(capture(*c, text, std::chrono::seconds(60), 2 * count));
  try {
    capture(*c, text, std::chrono::seconds(60), 2);
    FAIL("read");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::limit);
    CHECK(error.message() == "it has over 2 definitions, mentions and literals");
  }
  const auto words = capture(*of("b.py"), "a, b, c, d, e, f, g\n", std::chrono::seconds(60), 4);
  CHECK(words.words.size() == 2);
}

// Swift's own scanner counts all the # of a run at each of them, and a raw string that does not end
// is read to the end of the file from each # before a quote.
TEST_CASE("the limit of time also ends a grammar's own scanner") {
  for (const std::string_view part : {"#", "#\" ", "/*"}) {
    CAPTURE(part);
    std::string text = "func before() {}\n";
    while (text.size() < 400'000) text += part;
    const std::clock_t began = std::clock();
    const auto read =
        languages::read({"a.swift", text}, *of("a.swift"), std::chrono::milliseconds(100));
    CHECK(std::clock() - began < 30 * CLOCKS_PER_SEC);  // without it, minutes
    REQUIRE(read);
    CHECK(read->timed_out);
  }
}

TEST_CASE("the lines that do not parse are known") {
  const auto lines = [](const char* path, std::string_view text) {
    std::string out;
    for (const auto& [first, last] : unparsed(*of(path), text))
      out += std::to_string(first) + "-" + std::to_string(last) + " ";
    return out;
  };
  CHECK(lines("a.py", "x = 1\n") == "");
  CHECK(lines("a.py", "x = 1\n)))\ny = 2\n") == "2-2 ");
  CHECK(lines("a.c", "int a(void) { return 1; }\nint b(void) { return 1 }\n") == "2-2 ");
  CHECK(lines("a.proto", "message {") == "");
}

TEST_CASE("a text that is read in pieces is parsed as one") {
  const std::string line = "int f(void) { return g(\"\xE2\x82\xAC\xF0\x9F\x98\x80\xFF\"); }\n";
  std::string text;
  for (size_t i = 0; text.size() < 20'000; ++i) text += std::string(i % 4, ' ') + line;
  const auto all = capture(*of("a.c"), text, std::chrono::seconds(60));
  const auto count = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  CHECK(all.definitions.size() == count);
  CHECK(all.literals.size() == count);
  for (const Span& literal : all.literals) CHECK(literal.end - literal.begin == 10);
}

}  // namespace dossier::languages
