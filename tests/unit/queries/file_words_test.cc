// Files found and ranked by the words of their contents, compared with a naive evaluator that knows
// neither index nor SQL.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "engine/search/identifier_words.h"
#include "engine/unicode.h"
#include "queries/lang/ast.h"
#include "queries/lang/plan.h"
#include "queries/open.h"
#include "store/store.h"
#include "tests/unit/loaded.h"

using namespace dossier;
using namespace dossier::lang;

namespace {

using Files = std::map<std::string, std::string>;  // path, text

void import(Store& store, const std::string& project, const Files& files) {
  Load load(store, test::project_of(project, "directory"));
  for (const auto& [path, text] : files) {
    File file;
    file.path = path;
    file.contents = text;
    file.size = static_cast<int64_t>(text.size());
    file.lines = std::count(text.begin(), text.end(), '\n');
    load.add(std::move(file));
  }
  load.finish();
}

// The words that a text is found by.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  for (const auto& word : search::split_words(text))
    if (word.size() > 1 && !std::isdigit(static_cast<unsigned char>(word[0]))) words.insert(word);
  return words;
}

bool has(const std::string& text, const std::string& part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

bool holds(const std::string& text, const std::string& asked) {
  const auto wanted = words_of(asked), held = words_of(text);
  if (wanted.empty() || !std::includes(held.begin(), held.end(), wanted.begin(), wanted.end()))
    return false;
  return wanted.contains(lower(asked)) || has(text, asked);
}

class Naive {
 public:
  Naive(const Files& files, const Node& tree) : files_(files), tree_(tree) { collect(tree); }

  /// The paths, best first.
  std::vector<std::string> answer() const {
    std::vector<std::pair<std::vector<double>, std::string>> whole, within;
    for (const auto& [path, text] : files_) {
      if (!matches(tree_, path, text)) continue;
      bool substring = false;
      auto key = words_.empty() ? std::vector<double>() : rank(path, text, substring);
      (substring ? within : whole).emplace_back(std::move(key), path);
    }
    auto& shown = whole.empty() ? within : whole;
    std::sort(shown.begin(), shown.end());
    std::vector<std::string> paths;
    for (const auto& [key, path] : shown) paths.push_back(path);
    return paths;
  }

 private:
  void collect(const Node& node) {
    if (node.kind == Node::text && node.values[0].form != lang::Value::regex &&
        node.values[0].text.find('*') == std::string::npos)
      words_.push_back(node.values[0].text);
    if (node.kind == Node::all_of || node.kind == Node::any_of)
      for (const auto& part : node.parts) collect(part);
  }

  static bool matches(const Node& node, const std::string& path, const std::string& text) {
    const auto part = [&](const Node& one) { return matches(one, path, text); };
    switch (node.kind) {
      case Node::all_of:
        return std::all_of(node.parts.begin(), node.parts.end(), part);
      case Node::any_of:
        return std::any_of(node.parts.begin(), node.parts.end(), part);
      case Node::none_of:
        return !part(node.parts[0]);
      case Node::field:  // kind:file
        return true;
      case Node::text:
        break;
    }
    const lang::Value& value = node.values[0];
    if (value.form == lang::Value::regex) return has(path, value.text);
    if (value.text.front() == '*') return has(path, value.text.substr(1, value.text.size() - 2));
    return has(path, value.text) || holds(text, value.text);
  }

  double rarity(const std::string& asked) const {
    double all = 0, holders = 0;
    for (const auto& [path, text] : files_) {
      all += !words_of(text).empty();
      holders += holds(text, asked);
    }
    return std::log(1 + (all - holders + 0.5) / (holders + 0.5));
  }

  double average() const {
    double all = 0, sum = 0;
    for (const auto& [path, text] : files_) {
      const auto words = static_cast<double>(words_of(text).size());
      all += words > 0;
      sum += words;
    }
    return sum / all;
  }

  static int64_t bm25(double count, double length, double weight) {
    return static_cast<int64_t>(1000 * weight * count * 2.2 /
                                (count + 1.2 * (0.25 + 0.75 * length)));
  }

  std::vector<double> rank(const std::string& path, const std::string& text,
                           bool& substring) const {
    const std::string name = path.substr(path.rfind('/') + 1);
    int64_t tiers = 0, score = 0;
    for (const auto& written : words_) {
      const std::string word = lower(written);
      const bool held = holds(text, written), in_path = search::begins_word(path, word);
      const int tier = lower(name) == word                                  ? 0
                       : lower(name).starts_with(word)                      ? 1
                       : has(name, word) && search::begins_word(name, word) ? 2
                       : held || in_path                                    ? 3
                       : has(name, word)                                    ? 4
                       : has(path, word)                                    ? 5
                                                                            : 6;
      tiers += tier;
      substring = substring || tier == 4 || tier == 5;
      if (tier == 3)
        score += bm25(held && in_path ? 2 : 1,
                      static_cast<double>(words_of(text).size()) / average(), rarity(written));
      if (tier > 2) continue;
      const auto parts = search::split_words(name);
      const auto count = std::count_if(parts.begin(), parts.end(), [&](const std::string& part) {
        return part.starts_with(word);
      });
      score += bm25(std::max<double>(static_cast<double>(count), 1),
                    static_cast<double>(parts.size()) / 3, 1);
    }
    return {static_cast<double>(tiers), -static_cast<double>(std::min<int64_t>(score, 0xFFFF)),
            static_cast<double>(name.size())};
  }

  const Files& files_;
  const Node& tree_;
  std::vector<std::string> words_;
};

Files draw_files(std::mt19937& draw) {
  static const char* const kPaths[] = {"src/", "order/", "src/ship/", "doc/Price/", "reorder/"};
  static const char* const kNames[] = {"order",  "ship.c",      "PlaceOrder.cs", "price_list.py",
                                       "README", "shipping.go", "misc.h",        "border.txt"};
  static const char* const kWords[] = {"order",   "Order",      "ship",   "PlaceShippingOrder",
                                       "price",   "order_id",   "get",    "HTTPServer",
                                       "größe",   "x",          "42",     "preisGröße",
                                       "reorder", "ship order", "listing"};
  Files files;
  for (int i = 0; i < 60; ++i) {
    const std::string path = std::string(kPaths[draw() % std::size(kPaths)]) +
                             std::to_string(draw() % 3) + kNames[draw() % std::size(kNames)];
    std::string text;
    for (unsigned word = 0, count = draw() % 12; word < count; ++word)
      text += std::string(kWords[draw() % std::size(kWords)]) + (draw() % 3 ? " " : "\n");
    if (!text.empty()) text += "\n";
    files[path] = text;
  }
  return files;
}

std::string draw_query(std::mt19937& draw, int depth = 2) {
  static const char* const kLeaves[] = {"order",
                                        "Order",
                                        "ship",
                                        "placeshippingorder",
                                        "PlaceShippingOrder",
                                        "order_id",
                                        "price",
                                        "größe",
                                        "GRÖSSE",
                                        "x",
                                        "42",
                                        "\"ship order\"",
                                        "http",
                                        "rder",
                                        "/ord/",
                                        "_id",
                                        "get",
                                        "listing",
                                        "zebra",
                                        "hip",
                                        "ist",
                                        "*der*",
                                        "Größe",
                                        "li",
                                        "server"};
  if (depth == 0 || draw() % 3 == 0) {
    const std::string leaf = kLeaves[draw() % std::size(kLeaves)];
    return draw() % 6 == 0 ? "-" + leaf : leaf;
  }
  const std::string one = draw_query(draw, depth - 1), other = draw_query(draw, depth - 1);
  return draw() % 3 ? one + " " + other : "(" + one + " or " + other + ")";
}

std::vector<std::string> answer(Store& store, const Node& tree, const std::string& scope) {
  const auto meaning = resolve(tree);
  REQUIRE(std::holds_alternative<Resolved>(meaning));
  const Transaction transaction(store.database(), Transaction::reading);
  const Sql sql = emit(plan(std::get<Resolved>(meaning)), scope);
  Statement statement(store.database(), sql.text);
  bind(statement, sql);
  std::vector<std::string> paths;
  while (statement.step()) paths.emplace_back(statement.text(2));
  return paths;
}

}  // namespace

TEST_CASE("files are found and ranked by words as a naive evaluator does") {
  const unsigned seed = GENERATE(range(1u, 5u));
  std::mt19937 draw(seed);
  Store store = open_in_memory();
  const Files first = draw_files(draw);
  import(store, "shop", first);
  Files second = first;  // shares most of its texts
  for (const auto& [path, text] : draw_files(draw))
    if (draw() % 4 == 0) second[path] = text;
  import(store, "shop", second);
  import(store, "other", draw_files(draw));  // whose words count for nothing
  size_t answered = 0;
  for (int i = 0; i < 120; ++i) {
    const std::string query = "kind:file " + draw_query(draw);
    CAPTURE(seed, query);
    const auto tree = parse(query);
    REQUIRE(std::holds_alternative<Node>(tree));
    const auto expected = Naive(second, std::get<Node>(tree)).answer();
    CHECK(answer(store, std::get<Node>(tree), "2") == expected);
    CHECK(answer(store, std::get<Node>(tree), "1") == Naive(first, std::get<Node>(tree)).answer());
    answered += !expected.empty();
  }
  CHECK(answered > 50);
}
