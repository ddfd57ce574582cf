// Names as each language spells them: what a line refers to, by the language's rules and written
// here by hand, never taken from what the program prints.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/languages/package_folders.h"
#include "engine/readers/languages/source_file.h"

using namespace dossier;
using namespace dossier::languages;

namespace {

struct Row {
  const char* path;
  const char* text;
  std::vector<std::string> wanted;  // "LINE KIND KEY", behind it "!" where it is of this file
};

std::vector<std::string> references_of(const Module& module) {
  std::vector<std::string> lines;
  for (const Reference& one : module.references)
    lines.push_back(std::to_string(one.line) + " " + std::string(name_of(one.kind)) + " " +
                    std::string(one.target_key) + (one.in_module ? "!" : ""));
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> members_of(const Module& module) {
  std::vector<std::string> names;
  for (const Type& type : module.types)
    for (const Member& member : type.members) names.emplace_back(member.full_name);
  return names;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

Module read_text(const char* path, const char* text) {
  const Language* language = of(path);
  REQUIRE(language);
  auto source = read({path, text}, *language);
  REQUIRE(source);
  CHECK(source->damaged_lines == 0);
  return std::move(source->module);
}

const Row kRows[] = {
    {"shop/price.rb",
     "class Price\n"
     "  attr_accessor :note\n"
     "  def valid?; true; end\n"
     "  def save!; end\n"
     "  def cents=(v); @cents = v; end\n"
     "  def [](i); i; end\n"
     "  def run(other)\n"
     "    save! if valid?\n"
     "    self.cents = 1\n"
     "    self.note = 'x'\n"
     "    other.total += 2\n"
     "    other.store!(1)\n"
     "    other&.empty?\n"
     "  end\n"
     "end\n",
     {"8 call Price.save!!", "8 call Price.valid?!", "9 call Price.cents=!", "10 call Price.note!",
      "11 call total=", "12 call store!", "13 call empty?"}},
    {"crates/kit/src/store/mod.rs",
     "use super::money::Money;\n"
     "pub struct Store { r#type: u32 }\n"
     "impl Store {\n"
     "    fn new() -> Self { Self { r#type: 1 } }\n"
     "    fn r#loop(&self) -> Option<Self> { Self::new(); self.r#loop(); self::free(); None }\n"
     "    fn far(&self) { crate::money::parse(); super::limits::most(); crate::store::free(); }\n"
     "}\n"
     "pub fn free() {}\n"
     "mod inner {\n"
     "    use super::Store;\n"
     "    pub fn helper(s: super::Store) { super::free(); super::super::top(); Store::new(); "
     "super::Store::new(); }\n"
     "}\n"
     "pub trait Made { type Out; fn made() -> Self; fn out() -> Self::Out; }\n"
     "struct Pair(u32, u32);\n"
     "impl Pair { fn zero() -> Self { Self(0, 0) } }\n"
     "impl Default for Money { fn default() -> Self { Money::new() } }\n",
     {"1 import kit.money.Money",
      "4 signature kit.store.Store!",
      "4 new kit.store.Store!",
      "4 write type",
      "5 signature Option",
      "5 signature kit.store.Store!",
      "5 call kit.store.Store.new!",
      "5 call kit.store.Store.loop!",
      "5 call kit.store.free!",
      "6 call kit.money.parse",
      "6 call kit.limits.most",
      "6 call kit.store.free!",
      "10 import kit.store.Store",
      "11 signature kit.store.Store!",
      "11 call kit.store.free!",
      "11 type kit.store.Store!",
      "11 call kit.top",
      "11 call kit.store.Store.new!",
      "11 call kit.store.Store.new!",
      "13 signature kit.store.Made!",
      "13 signature kit.store.Made.Out!",
      "15 signature kit.store.Pair!",
      "15 new kit.store.Pair!",
      "16 interface Default",
      "16 signature kit.money.Money",
      "16 type kit.money.Money",
      "16 call kit.money.Money.new"}},
    {"src/Price.php",
     "<?php\n"
     "namespace Shop;\n"
     "use Core\\Base;\n"
     "class Price extends Base {\n"
     "  public static function make(): static { return new static(); }\n"
     "  public function copy(self $other): self { static::make(); return new self(); }\n"
     "  public function up(): parent { parent::up(); self::make(); return new parent(); }\n"
     "}\n",
     {"3 import Core.Base", "4 base Core.Base", "5 signature Shop.Price!", "5 new Shop.Price!",
      "6 signature Shop.Price!", "6 signature Shop.Price!", "6 call Shop.Price.make!",
      "6 new Shop.Price!", "7 signature Core.Base", "7 call Core.Base.up",
      "7 call Shop.Price.make!", "7 new Core.Base"}},
    {"shop/Price.kt",
     "package shop\n"
     "class Price(val total: Int) : Base() {\n"
     "  val handler: (Int) -> Unit = {}\n"
     "  fun `is valid`(): Boolean = true\n"
     "  override fun run() {\n"
     "    total()\n"
     "    handler(1)\n"
     "    `is valid`()\n"
     "    super.run()\n"
     "    this@Price.run()\n"
     "  }\n"
     "}\n"
     "fun total() {}\n",
     {"2 signature Int", "2 base Base", "3 signature Int", "3 signature Unit",
      "4 signature Boolean", "6 call shop.total!", "7 read shop.Price.handler!",
      "8 call shop.Price.is valid!", "9 call Base.run", "10 call shop.Price.run!",
      "10 type shop.Price!"}},
    {"shop/money.py",
     "import os.path\n"
     "import xml.dom.minidom as dom\n"
     "class Money(Base):\n"
     "    @classmethod\n"
     "    def make(cls):\n"
     "        return cls()\n"
     "    def read(self, text):\n"
     "        super().read(text)\n"
     "        super(Money, self).close()\n"
     "        try:\n"
     "            os.path.join(text)\n"
     "            dom.parse(text)\n"
     "        except (ValueError, os.error) as problem:\n"
     "            pass\n"
     "        except (KeyError):\n"
     "            pass\n",
     {"1 import os.path", "2 import xml.dom.minidom", "3 base Base", "4 attribute classmethod",
      "6 new shop.money.Money!", "8 call Base.read", "8 call super", "9 call Base.close",
      "9 call super", "9 type shop.money.Money!", "11 call os.path.join", "11 read os.path",
      "12 call xml.dom.minidom.parse", "13 type ValueError", "13 type os.error",
      "15 type KeyError"}},
    {"Price.swift",
     "class Price: Base {\n"
     "  init?(cents: Int) { super.init() }\n"
     "  subscript(i: Int) -> Int { 1 }\n"
     "  func `default`() -> Self { Self.make(); return self.`default`() }\n"
     "  static func make() -> Self { Self(cents: 1) }\n"
     "  static func == (a: Price, b: Price) -> Bool { true }\n"
     "  deinit { close() }\n"
     "}\n",
     {"1 base Base", "2 signature Int", "2 call Base.init", "3 signature Int", "3 signature Int",
      "4 signature Price!", "4 call Price.make!", "4 call Price.default!", "5 signature Price!",
      "5 new Price!", "6 signature Price!", "6 signature Price!", "6 signature Bool",
      "7 call close"}},
    {"Price.cs",
     "class Price : Base {\n"
     "  System.Action changed;\n"
     "  void @lock() { @lock(); this.@lock(); base.Run(); changed(); }\n"
     "}\n",
     {"1 base Base", "2 signature System.Action", "3 call Price.lock!", "3 call Price.lock!",
      "3 call Base.Run", "3 read Price.changed!"}},
    {"Price.java",
     "class Price extends Base {\n"
     "  void run() { super.run(); Price.this.run(); go(this::run, super::stop); }\n"
     "}\n",
     {"1 base Base", "2 call Base.run", "2 call Price.run!", "2 call go", "2 call Price.run!",
      "2 call Base.stop", "2 type Price!"}},
    {"price.js",
     "class Price extends Base {\n"
     "  #cents = 1;\n"
     "  #check() { return this.#cents; }\n"
     "  run() { this.#check(); super.run(); }\n"
     "}\n",
     {"1 base Base", "3 read price.Price.#cents!", "4 call price.Price.#check!",
      "4 call Base.run"}},
    {"price.cpp",
     "struct Price { ~Price(); bool operator ==(const Price& o) const; int operator()(int x); };\n"
     "Price::~Price() {}\n"
     "bool Price::operator ==(const Price& o) const { return true; }\n"
     "void end(Price* p) { p->~Price(); }\n",
     {"1 signature Price!", "3 signature Price!", "4 signature Price!", "4 call ~Price"}},
    {"price.go",
     "package shop\n"
     "type Price struct {\n"
     "\t*Base[int]\n"
     "}\n"
     "func (p *Price) Run() { p.Run() }\n",
     {"3 base Base", "5 signature shop.Price!", "5 call shop.Price.Run!"}},
};

}  // namespace

TEST_CASE("each line has the references of its language") {
  for (const Row& row : kRows) {
    INFO(row.path);
    const Module module = read_text(row.path, row.text);
    std::vector<std::string> wanted = row.wanted;
    std::sort(wanted.begin(), wanted.end());
    CHECK(joined(references_of(module)) == joined(wanted));
  }
}

TEST_CASE("each definition has the name of its language") {
  const auto names = [](size_t row) {
    return joined(members_of(read_text(kRows[row].path, kRows[row].text)));
  };
  CHECK(names(0) == "Price.valid?\nPrice.save!\nPrice.cents=\nPrice.[]\nPrice.run\nPrice.note\n");
  CHECK(names(3).find("shop.Price.is valid\n") != std::string::npos);
  CHECK(names(5) ==
        "Price.init\nPrice.default\nPrice.make\nPrice.==\nPrice.deinit\nPrice.subscript\n");
  CHECK(names(6) == "Price.changed\nPrice.lock\n");
  CHECK(names(9) ==
        "Price.~Price\nPrice.operator==\nPrice.operator()\nPrice.~Price\nPrice.operator==\nend\n");
  CHECK(names(10) == "shop.Price.Base\nshop.Price.Run\n");
}

TEST_CASE("a module of Python is named from the outermost package around it") {
  PackageFolders packages;
  for (const char* path : {"src/a/__init__.py", "src/a/b/c/__init__.py", "tools/run.py"})
    packages.add(path);
  CHECK(packages.root_of("src/a/x.py") == 4);
  CHECK(packages.root_of("src/a/bare/x.py") == 4);  // part of a (PEP 420)
  CHECK(packages.root_of("src/a/b/c/x.py") == 8);
  CHECK(packages.root_of("src/x.py") == 4);
  CHECK(packages.root_of("tools/run.py") == 6);
  CHECK(packages.root_of("x.py") == 0);
}
