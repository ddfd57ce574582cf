// Names of packages, as the manifests of a tree say them.
#include "engine/readers/languages/manifests.h"

#include "tests/unit/engine/trees.h"

namespace dossier::languages {
namespace {

std::string name_in(const std::string& manifest) {
  Manifests manifests;
  manifests.add("Cargo.toml", manifest);
  return std::string(manifests.of("src/lib.rs", *of("a.rs")).name);
}

}  // namespace

TEST_CASE("manifests: a crate is called as its Cargo.toml says") {
  struct Row {
    const char* manifest;
    const char* name;
  };
  const Row rows[] = {
      {"[package]\nname = \"my-core\"\n", "my_core"},
      {"[package]\nversion = \"1\"\n name='demo' # ours\n", "demo"},
      {"[package]\nname = \"my-core\"\n[lib]\nname = \"core_lib\"\n", "core_lib"},
      {"[lib]\nname = \"core_lib\"\r\n[package]\r\nname = \"my-core\"\r\n", "core_lib"},
      {"[package]\nname = \"a\"\n[[bin]]\nname = \"b\"\n[dependencies.name]\nname = \"c\"\n", "a"},
      {"[workspace]\nmembers = [\"a\"]\n", ""},
      {"[package]\nnamed = \"a\"\nname.workspace = true\n", ""},
      {"[package]\nname = \"a", ""},
      {"[package]\nname = \"../a b\"\n", ""},
      {"", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.manifest);
    CHECK(name_in(row.manifest) == row.name);
  }
}

TEST_CASE("manifests: the innermost package with a name counts") {
  Manifests manifests;
  manifests.add("Cargo.toml", "[package]\nname = \"app\"\n");
  manifests.add("crates/core/Cargo.toml", "[package]\nname = \"my-core\"\n");
  manifests.add("crates/Cargo.toml", "[workspace]\n");
  manifests.add("crates/core/Cargo.toml.orig", "[package]\nname = \"other\"\n");
  const Language& rust = *of("a.rs");
  CHECK(manifests.of("src/main.rs", rust).name == "app");
  CHECK(manifests.of("crates/x/src/main.rs", rust).name == "app");
  const Package core = manifests.of("crates/core/src/book.rs", rust);
  CHECK(core.name == "my_core");
  CHECK(core.root == std::string("crates/core/").size());
  CHECK(Manifests().of("src/main.rs", rust).name.empty());
}

TEST_CASE("manifests: what a crate defines is called after it, in any folder") {
  snapshot::Folder folder;
  folder.write("Cargo.toml", "[package]\nname = \"demo\"\n");
  folder.write("src/main.rs", "use demo::book::Book;\nmod cmd;\nfn main() { cmd::run() }\n");
  folder.write("src/lib.rs", "pub mod book;\npub fn top() {}\n");
  folder.write("src/cmd.rs", "pub fn run() { crate::top() }\n");
  folder.write("crates/core/Cargo.toml", "[package]\nname = \"my-core\"\n");
  folder.write("crates/core/src/gen/src/mod.rs", "pub struct Made;\n");
  folder.write("crates/core/tests/all.rs", "fn check() {}\n");
  folder.write("crates/bare/src/lib.rs", "pub struct Bare;\n");
  const auto read = snapshot::directory(folder.path());
  const auto names = [&](const char* path) {
    std::string all;
    for (const Type& type : read.modules.at(path).types)
      all += (all.empty() ? "" : " ") + std::string(type.full_name);
    return all;
  };
  const auto keys = [&](const char* path) {
    std::string all;
    for (const Reference& one : read.modules.at(path).references)
      all += (all.empty() ? "" : " ") + std::string(one.target_key);
    return all;
  };
  CHECK(names("src/main.rs") == "demo");
  CHECK(keys("src/main.rs") == "demo.book.Book demo.cmd demo.cmd demo.cmd.run");
  CHECK(keys("src/cmd.rs") == "demo.top");
  CHECK(names("crates/core/src/gen/src/mod.rs") == "my_core.gen.src.Made");
  CHECK(names("crates/core/tests/all.rs") == "crate.crates.core.tests.all");
  CHECK(names("crates/bare/src/lib.rs") == "bare.Bare");
}

}  // namespace dossier::languages
