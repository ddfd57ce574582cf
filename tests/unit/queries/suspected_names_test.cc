// What a name of a .proto that is gone breaks, and which copies have to follow.
#include <catch2/catch.hpp>

#include "tests/unit/queries/proto_trees.h"

namespace dossier::proto {

TEST_CASE("a name that something else still bears is not gone") {
  Trees::Tree before = {{"other.py", "x = 1\n"},
                        {"a.py", "import shop_pb2\nprint(shop_pb2.Item().user_name)\n"},
                        {"b.proto", "syntax = \"proto3\";\nmessage B { string user_name = 1; }\n"}};
  Trees::Tree after = before;
  before["shop.proto"] = kBefore;
  after["shop.proto"] = kAfter;
  Trees trees;
  const auto found = trees.of(before, after);
  REQUIRE(suspect_at(found, "a.py") != nullptr);
  CHECK_FALSE(has_rule(*suspect_at(found, "a.py"), "broken"));
}

TEST_CASE("an rpc of one word breaks who calls it and who implements it") {
  const std::string schema =
      "syntax = \"proto3\";\npackage kv;\noption go_package = \"example.com/kv/pb\";\n"
      "message Req { string key = 1; }\nmessage Rep { string value = 1; }\n"
      "service Store { rpc Get(Req) returns (Rep); rpc Put(Req) returns (Rep); }\n"
      "service Other { rpc Get(Rep) returns (Rep); }\n";
  std::string later = schema;
  later.replace(later.find("rpc Get"), 7, "rpc Fetch");
  const std::string imports =
      "package main\n\nimport (\n\t\"net/http\"\n\n\tpb \"example.com/kv/pb\"\n)\n\n";
  Trees::Tree before = {
      {"kv.proto", schema},
      {"server.go", imports +
                        "type server struct{ pb.UnimplementedStoreServer }\n"
                        "func (s *server) Get(r *pb.Req) (*pb.Rep, error) { return nil, nil }\n"},
      {"client.go", imports + "func ask(c pb.StoreClient) { c.Get(&pb.Req{Key: \"a\"}) }\n"},
      {"moved.go", imports + "func ask2(c pb.StoreClient) { c.Get(&pb.Req{Key: \"a\"}) }\n"},
      {"web.go", imports + "func auth(r *http.Request) *pb.Req {\n\thttp.Get(\"a\")\n"
                           "\treturn &pb.Req{Key: r.Header.Get(\"k\")}\n}\n"},
      {"set.cc", "#include \"kv.pb.h\"\nint f() { return std::Get<int>(x); }\n"}};
  Trees::Tree after = before;
  after["kv.proto"] = later;
  after["moved.go"] = "// Said above.\n" + before["moved.go"];
  Trees trees;
  const auto found = trees.of(before, after);
  for (const auto* path : {"server.go", "client.go", "moved.go"}) {
    CAPTURE(path);
    REQUIRE(suspect_at(found, path) != nullptr);
    CHECK(has_rule(*suspect_at(found, path), "broken"));
  }
  CHECK(suspect_at(found, "server.go")->lines.front().line == 10);
  for (const auto* path : {"web.go", "set.cc"}) {
    CAPTURE(path);
    const Suspect* other = suspect_at(found, path);
    CHECK((other == nullptr || !has_rule(*other, "broken")));
  }
}

TEST_CASE("what breaks is what the language's generator makes of a name") {
  const char* schema =
      "syntax = \"proto3\";\npackage game.v1;\nenum State { IDLE = 0; SERVER_BUSY = 1; }\n"
      "message Req { string connection_id = 1; string key = 2; State state = 3; }\n";
  const char* other =
      "syntax = \"proto3\";\npackage game.v1;\nenum State { IDLE = 0; }\n"
      "message Req { reserved 1; string key = 2; State state = 3; }\n";
  Trees::Tree before = {
      {"a.cc", "void f(game::v1::Req& r) { r.set_connection_id(\"\"); }\n"},
      {"a.go", "package a\nvar s = pb.State_SERVER_BUSY\n"},
      {"a.ts", "export const f = (r: Req) => r.connectionId;\n"},
      {"own.hpp", "using ConnectionId = unsigned long;\nbool send(ConnectionId id);\n"},
      {"own.go", "package a\nconst ServerBusy = 1\nvar SERVER_BUSY = ServerBusy\n"},
      {"x.py", "x = 1\n"}};
  Trees::Tree after = before;
  before["game.proto"] = schema;
  after["game.proto"] = other;
  Trees trees;
  const auto found = trees.of(before, after);
  for (const auto* path : {"a.cc", "a.go", "a.ts"}) {
    CAPTURE(path);
    REQUIRE(suspect_at(found, path) != nullptr);
    CHECK(has_rule(*suspect_at(found, path), "broken"));
  }
  for (const auto* path : {"own.hpp", "own.go"}) {
    CAPTURE(path);
    const Suspect* own = suspect_at(found, path);
    CHECK((own == nullptr || !has_rule(*own, "broken")));
  }
}

TEST_CASE("a copy of a .proto has to follow it") {
  const Trees::Tree copies = {
      {"sdk/shop_copy.proto", std::string("// A copy.\n") + kBefore},
      {"done/shop.proto", kAfter},
      {"vendor/shop.proto", kBefore},
      {"other/shop.proto", "syntax = \"proto3\";\npackage shop.v2;\nmessage Item {}\n"},
      {"a.py", "import shop_pb2\nprint(shop_pb2.Item().weight)\n"}};
  Trees::Tree before = copies, after = copies;
  before["proto/shop.proto"] = kBefore;
  after["proto/shop.proto"] = kAfter;
  Trees trees;
  const auto found = trees.of(before, after);
  const Suspect* copy = suspect_at(found, "sdk/shop_copy.proto");
  REQUIRE(copy != nullptr);
  CHECK(has_rule(*copy, "copy"));
  CHECK(copy->reasons.front().evidence.front().text == "copy of proto/shop.proto");
  REQUIRE_FALSE(copy->lines.empty());
  CHECK(copy->lines.front().line == 4);
  CHECK(copy->lines.front().change == "renamed field shop.v1.Item.user_name to user_id");
  for (const auto* path : {"done/shop.proto", "vendor/shop.proto", "other/shop.proto"})
    CHECK(suspect_at(found, path) == nullptr);
}

TEST_CASE("without a package a copy of a .proto is called like it") {
  const auto with = [](const std::string& name) {
    return "syntax = \"proto3\";\nmessage Request {\n  string " + name + " = 1;\n}\n";
  };
  Trees::Tree before = {{"b/other.proto", with("name") + "message Other {}\n"},
                        {"c/hello.proto", with("name")}};
  Trees::Tree after = before;
  before["a/hello.proto"] = with("name");
  after["a/hello.proto"] = with("title");
  Trees trees;
  const auto found = trees.of(before, after);
  CHECK(suspect_at(found, "b/other.proto") == nullptr);
  REQUIRE(suspect_at(found, "c/hello.proto") != nullptr);
  CHECK(has_rule(*suspect_at(found, "c/hello.proto"), "copy"));
}

}  // namespace dossier::proto
