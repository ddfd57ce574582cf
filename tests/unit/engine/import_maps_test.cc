// What imports stand for, as package.json and tsconfig.json say.
#include "engine/readers/languages/import_maps.h"

#include "tests/unit/engine/trees.h"

namespace dossier::languages {
namespace {

/// What `written` is relative to, in web/src/page.ts, by one file that says so; "" if nothing.
std::string meant(const std::string& file, const std::string& contents,
                  const std::string& written) {
  ImportMaps maps;
  maps.add(file, contents);
  return maps.relative("web/src/page.ts", written, *of("a.ts")).value_or("");
}

}  // namespace

TEST_CASE("import maps: what one file says") {
  struct Row {
    const char* file;
    const char* contents;
    const char* written;
    const char* meant;
  };
  const std::string paths = R"({"compilerOptions": {"paths": {"@/*": ["./src/*"]}}})";
  const Row rows[] = {
      {"web/tsconfig.json", paths.c_str(), "@/shop/money", "./../../web/src/shop/money"},
      {"tsconfig.base.json", paths.c_str(), "@/shop", "./../../src/shop"},
      {"web/jsconfig.json", paths.c_str(), "@/shop", "./../../web/src/shop"},
      {"web/src/deep/tsconfig.json", paths.c_str(), "@/shop", ""},
      {"other/tsconfig.json", paths.c_str(), "@/shop", ""},
      {"web/config.json", paths.c_str(), "@/shop", ""},
      {"web/tsconfig.json", paths.c_str(), "./@/shop", ""},
      {"web/tsconfig.json", paths.c_str(), "react", ""},
      {"web/tsconfig.json", paths.c_str(), "", ""},
      {"web/tsconfig.json",
       R"({"compilerOptions": {"baseUrl": "src", "paths": {"shop": ["shop/index"]}}})", "shop",
       "./../../web/src/shop/index"},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": {"shop": ["a"]}}})", "shop/b", ""},
      {"web/tsconfig.json",
       "{ // of the \"build\"\n\"compilerOptions\": {/* , */ \"paths\": {\"#a\": [\"b//c\", ], }, "
       "}, }",
       "#a", "./../../web/b/c"},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": {"a*z": ["x/*/y"]}}})", "aBCz",
       "./../../web/x/BC/y"},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": ["../../../src/*"]}}})",
       "@/shop", ""},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": ["src/*"]})", "@/shop", ""},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": ["@/*"]}})", "@/shop", ""},
      {"web/tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": []}}} /*)", "@/shop", ""},
      {"package.json", R"({"imports": {"#shop": "./src/shop.js"}})", "#shop",
       "./../../src/shop.js"},
      {"package.json",
       R"({"imports": {"#shop": {"types": "./dist/shop.d.ts",
           "node": {"source": ["./src/shop.ts"]}, "default": "./dist/shop.js"}}})",
       "#shop", "./../../src/shop.ts"},
      {"package.json", R"({"imports": {"#shop": "shop-package"}})", "#shop", ""},
      {"package.json", R"({"name": "shop", "main": "./src/shop.js"})", "shop",
       "./../../src/shop.js"},
      {"a/package.json", R"({"name": "shop", "main": "dist/shop.js"})", "shop", "./../../a/src"},
      {"a/package.json", R"({"name": "shop"})", "shop/b", "./../../a/b"},
      {"a/package.json", R"({"name": "shop", "exports": "./src/shop.ts"})", "shop",
       "./../../a/src/shop.ts"},
      {"a/package.json", R"({"name": "shop"})", "shopping", ""},
      {"a/package.json", R"({"name": "@shop/a"})", "@shop/b", ""},
      {"a/package.json", R"({"name": "*"})", "shop", ""},
      {"a/node_modules/shop/package.json", R"({"name": "shop"})", "shop", ""},
      {"a/tests/fixtures/shop/package.json", R"({"name": "shop"})", "shop", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file, row.contents, row.written);
    CHECK(meant(row.file, row.contents, row.written) == row.meant);
  }
}

TEST_CASE("import maps: the innermost folder counts, and there the longest start") {
  ImportMaps maps;
  maps.add("tsconfig.json",
           R"({"compilerOptions": {"paths": {"@/*": ["src/*"], "~/*": ["x/*"]}}})");
  maps.add("web/tsconfig.json",
           R"({"compilerOptions": {"paths": {"@/*": ["*"], "@/api/*": ["../api/*"]}}})");
  const Language& script = *of("a.ts");
  CHECK(maps.relative("web/a.ts", "@/b", script) == "./../web/b");
  CHECK(maps.relative("web/a.ts", "@/api/b", script) == "./../api/b");
  CHECK(maps.relative("web/a.ts", "~/b", script) == "./../x/b");
  CHECK(maps.relative("a.ts", "@/b", script) == "./src/b");
  CHECK(!maps.relative("web/a.py", "@/b", *of("a.py")));
}

TEST_CASE("import maps: of the maps of a file the first count, up to a number") {
  std::string contents = R"({"compilerOptions": {"paths": {)";
  for (size_t i = 0; i <= ImportMaps::kMost; ++i)
    contents.append(i == 0 ? "" : ",").append("\"#" + std::to_string(i) + "\": [\"a\"]");
  contents += "}}}";
  const auto last = "#" + std::to_string(ImportMaps::kMost - 1);
  CHECK(meant("tsconfig.json", contents, last) == "./../../a");
  CHECK(meant("tsconfig.json", contents, "#" + std::to_string(ImportMaps::kMost)).empty());
}

TEST_CASE("import maps: a name that two packages claim means none") {
  ImportMaps maps;
  const Language& script = *of("a.ts");
  for (const char* folder : {"a", "b", "c"}) {
    maps.add(std::string(folder) + "/package.json", R"({"name": "shop"})");
    CHECK(maps.relative("web/a.ts", "shop", script).has_value() == (*folder == 'a'));
  }
}

TEST_CASE("import maps: of the packages of a tree the first count, up to a number") {
  ImportMaps maps;
  const auto name_of = [](size_t i) { return "p" + std::to_string(i); };
  for (size_t i = 0; i <= ImportMaps::kMostPackages; ++i)
    maps.add(name_of(i) + "/package.json", "{\"name\": \"" + name_of(i) + "\"}");
  const auto last = name_of(ImportMaps::kMostPackages - 1);
  CHECK(maps.relative("a.ts", last, *of("a.ts")) == "./" + last);
  CHECK(!maps.relative("a.ts", name_of(ImportMaps::kMostPackages), *of("a.ts")));
}

TEST_CASE("import maps: what imports of a tree name") {
  snapshot::Folder folder;
  folder.write("package.json", R"({"imports": {"#shop": "./src/shop/index.ts"}})");
  folder.write("web/tsconfig.json", R"({"compilerOptions": {"paths": {"@/*": ["./*"]}}})");
  folder.write("src/shop/index.ts", "export class Money {}\n");
  folder.write("web/page.ts",
               "import { Money } from '#shop';\nimport page, { Other } from '@/parts/other';\n"
               "import { root } from '..';\nimport { library } from 'library';\n");
  const auto read = snapshot::directory(folder.path());
  std::string keys;
  for (const Reference& one : read.modules.at("web/page.ts").references)
    keys += (keys.empty() ? "" : " ") + std::string(one.target_key);
  CHECK(keys ==
        "src/shop/index.Money web/parts/other.default web/parts/other.Other index.root "
        "library.library");
}

TEST_CASE("import maps: where a file that says so changes, what imports is read again") {
  snapshot::Folder folder;
  folder.write("package.json", R"({"imports": {"#shop": "./src/shop.ts"}})");
  folder.write("page.ts", "import { Money } from '#shop';\n");
  folder.write("page.py", "import shop\n");
  snapshot::TreeOptions options;
  options.is_known = [](const File&, size_t) { return true; };
  for (const bool is_same : {true, false}) {
    options.knows_all = [&](const std::vector<File>& files, bool (*is_one)(std::string_view)) {
      return is_same || !is_one("package.json") || files.empty();
    };
    const auto read = snapshot::directory(folder.path(), options);
    CHECK(read.modules.count("page.ts") == (is_same ? 0 : 1));
    CHECK(read.modules.count("page.py") == 0);
    if (!is_same) CHECK(read.modules.at("page.ts").references.at(0).target_key == "src/shop.Money");
  }
}

}  // namespace dossier::languages
