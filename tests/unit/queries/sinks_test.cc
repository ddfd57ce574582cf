// The faces of an answer say the same, and rows are what the columns declare.
#include <catch2/catch.hpp>
#include <set>

#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "queries/ops/tree_sink.h"
#include "store/import/import.h"
#include "tests/unit/places.h"

using namespace dossier;

namespace {

struct Asked {
  const Op* op;
  Arguments arguments;
  bool has_rows = true;
};

std::vector<Asked> questions() {
  return {{&kBroad, {{"pattern", "Player"}}},
          {&kBroad, {{"pattern", "nothing is called so"}}, false},
          {&kClear, {{"identifier", "Player"}}},
          {&kClear, {{"identifier", "Shop.Prices"}}, false},
          {&kClear, {{"identifier", "''"}}, false},
          {&kTypeRefs, {{"identifier", "PlayerStats"}}},
          {&kTypeRefs, {{"identifier", "Game.PlayerStats"}, {"exact", "true"}}, false},
          {&kFind, {{"q", "health"}}},
          {&kFind, {{"q", "kind:method select:(line,name)"}}},
          {&kFind, {{"q", "health count:kind"}}},
          {&kFind, {{"q", "health"}, {"explain", "true"}}, false},
          {&kFind, {{"q", "knd:x (name:"}}, false},
          {&kRefs, {{"identifier", "UnityEngine.MonoBehaviour"}}},
          {&kRefs, {{"identifier", "Shop.Prices"}, {"from", "true"}}},
          {&kCallers, {{"identifier", "parse"}}},
          {&kCallers, {{"identifier", "none"}}, false},
          {&kDerived, {{"identifier", "UnityEngine.MonoBehaviour"}}},
          {&kLiterals, {{"pattern", "price"}}},
          {&kShow, {{"identifier", "Game.PlayerStats"}}, false},
          {&kShow, {{"identifier", "parse"}}},
          {&kGrep, {{"pattern", "price"}, {"maxResults", "3"}}},
          {&kReadSource, {{"path", "Shop.cs"}, {"lastLine", "3"}}, false},
          {&kReadSource, {{"path", "none"}}, false},
          {&kSnapshots, {}},
          {&kDiff, {{"before", "1"}, {"after", "2"}}},
          {&kProtoChanges, {{"before", "1"}, {"after", "2"}}},
          {&kProtoSuspects, {{"before", "1"}, {"after", "2"}}}};
}

bool is_of(const Value& value, Column::Type type) {
  const auto& any = value.any();
  if (std::holds_alternative<Value::Absent>(any) || std::holds_alternative<std::nullptr_t>(any))
    return true;
  switch (type) {
    case Column::text:
      return std::holds_alternative<std::string_view>(any);
    case Column::integer:
      return std::holds_alternative<int64_t>(any);
    case Column::real:
      return std::holds_alternative<double>(any);
    case Column::list:
      return std::holds_alternative<Value::List>(any);
    case Column::flag:
      return std::holds_alternative<bool>(any);
    case Column::texts:
      return std::holds_alternative<Value::Texts>(any);
  }
  return false;
}

// Holds an op to its columns.
class Checked final : public Sink {
 public:
  void field(std::string_view, const Value&) override {}
  void begin_rows(std::string_view, std::span<const Column> columns) override {
    CHECK(columns_.empty());
    columns_.assign(columns.begin(), columns.end());
    std::set<std::string_view> keys;
    std::set<int> places;
    for (const auto& column : columns) {
      CAPTURE(column.key);
      CHECK(keys.insert(column.key).second);
      CHECK((column.place == 0 || places.insert(column.place).second));
      CHECK((column.place != 0) == !column.title.empty());
      if (column.names != Column::nothing) CHECK(column.type == Column::text);
    }
  }
  void row(std::span<const Value> values) override {
    ++rows;
    REQUIRE(values.size() == columns_.size());
    for (size_t i = 0; i < values.size(); ++i) {
      CAPTURE(columns_[i].key);
      CHECK(is_of(values[i], columns_[i].type));
    }
  }
  void note(std::string_view) override {}
  void end(const Outcome& outcome) override { CHECK(outcome.complete.returned >= rows); }

  int64_t rows = 0;

 private:
  std::vector<Column> columns_;
};

void fill(Store& store) {
  const std::string fixtures = std::string(test::kSource) + "/fixtures/";
  for (const char* path : {"exports/unity.project.json", "repositories/languages"}) {
    ImportOptions options;
    options.path = fixtures + path;
    import(store, options);
  }
}

}  // namespace

TEST_CASE("sinks: rows match the columns of their op") {
  Store store = open_in_memory();
  fill(store);
  std::set<const Op*> asked;
  for (const auto& [op, arguments, has_rows] : questions()) {
    CAPTURE(op->command, arguments.text("q"), arguments.text("identifier"));
    asked.insert(op);
    Checked sink;
    run(store, *op, arguments, sink);
    CHECK((sink.rows > 0) == has_rows);
  }
  CHECK(asked.size() == ops().size());
}

TEST_CASE("sinks: JSON read back is the tree of values") {
  Store store = open_in_memory();
  fill(store);
  for (const auto& [op, arguments, has_rows] : questions()) {
    CAPTURE(op->command, arguments.text("q"), arguments.text("identifier"));
    TreeSink tree;
    const Outcome outcome = run(store, *op, arguments, tree);
    const JsonAnswer answer = run_to_json(store, *op, arguments);
    const Json value = tree.take();
    CHECK(value.dump() == answer.body);
    CHECK(read_json(answer.body) == value);
    CHECK(value.text("error") == outcome.refusal);
  }
}

TEST_CASE("sinks: JSON puts rows where they began, and those before every field last") {
  static constexpr Column kColumns[] = {{"a"}, {"b", 0, {}, Column::nothing, Column::integer}};
  const Value one[] = {"\xff", Value()}, two[] = {nullptr, 2};
  const struct {
    bool is_first;
    const char* key;
    std::string body;
  } rows[] = {{false, "r", R"({"x":1,"r":[{"a":"\ufffd"},{"a":null,"b":2}],"y":true})"},
              {true, "r", R"({"x":1,"y":true,"r":[{"a":"\ufffd"},{"a":null,"b":2}]})"}};
  for (const auto& row : rows) {
    JsonSink json;
    TreeSink tree;
    for (Sink* sink : {static_cast<Sink*>(&json), static_cast<Sink*>(&tree)}) {
      if (!row.is_first) sink->field("x", 1);
      sink->begin_rows(row.key, kColumns);
      sink->row(one);
      sink->row(two);
      if (row.is_first) sink->field("x", 1);
      sink->field("none", Value());
      sink->field("y", true);
      sink->note("");
      sink->end({});
    }
    const Json value = tree.take();
    CHECK(value == read_json(row.body));
    CHECK(json.take() == value.dump());
  }
}

TEST_CASE(
    "questions: missing fields, invalid numbers and invalid flags are refused before an op runs") {
  Store store = open_in_memory();
  const struct {
    const Op* op;
    Arguments arguments;
    std::string refusal;
  } rows[] = {
      {&kBroad, {}, "missing 'pattern' query parameter"},
      {&kRefs, {{"identifier", "\"' \""}}, "missing 'identifier' query parameter"},
      {&kDiff, {{"before", "1"}}, "missing 'before' or 'after' query parameter"},
      {&kBroad, {{"pattern", "x"}, {"maxResults", "1.5"}}, "maxResults must be an integer"},
      {&kFind, {{"q", "x"}, {"limit", "-"}}, "limit must be an integer"},
      {&kCallers, {{"identifier", "x"}, {"depth", "x"}}, "depth must be an integer"},
      {&kGrep, {{"pattern", "x"}, {"ignoreCase", "yes"}}, "ignoreCase must be true or false"}};
  for (const auto& row : rows) {
    const JsonAnswer answer = run_to_json(store, *row.op, row.arguments);
    CHECK(answer.status() == 400);
    CHECK(answer.refusal == row.refusal);
    CHECK(answer.body == R"({"error":")" + row.refusal + "\"}");
  }
}
