// What a name is that is spelled as an rpc: rpcs are called as much else is, Get or List.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

constexpr const char* kStore =
    "syntax = \"proto3\";\npackage kv;\noption go_package = \"./kv\";\n"
    "message Req { string key = 1; }\nmessage Rep { string value = 1; }\n"
    "service Store { rpc Get (Req) returns (Rep); }\n";

/// The lines of a source that may be the rpc.
std::string lines_of_rpc(const std::string& path, const std::string& text) {
  const test::Scratch place;
  std::ofstream(place / "kv.proto") << kStore;
  std::ofstream(place / path) << text;
  Store store = open_in_memory();
  ImportOptions options;
  options.path = place / "";
  import(store, options);
  const Json answer =
      test::answer_to(store, kRefs, {{"identifier", "kv.Store.Get"}, {"kind", "rpc"}});
  return test::hits_in(answer, [](const Json& hit) { return std::to_string(hit.number("line")); });
}

}  // namespace

TEST_CASE("an rpc is called through its service's client, and declared with its messages") {
  struct Row {
    const char* about;
    const char* path;
    const char* text;
    const char* lines;
  };
  const Row rows[] = {
      {"Go: a client, packages, values of other types, and what is not known", "a.go",
       "package main\nimport (\n\t\"net/http\"\n\tpb \"example.com/m/kv\"\n)\n"
       "type hub struct {\n\tclient pb.StoreClient\n\tweb *http.Client\n}\n"
       "func (h *hub) run(r *http.Request) {\n"
       "\th.client.Get(ctx)\n\th.web.Get(a)\n\thttp.Get(b)\n\tr.Header.Get(c)\n"
       "\tmade().Get(d)\n}\n",
       "11"},
      {"Go: methods that implement it, though nothing links the generated code", "b.go",
       "package main\nimport kv \"example.com/kv\"\nvar _ kv.StoreServer = &SDK{}\ntype SDK "
       "struct{}\n"
       "func (s *SDK) Get(_ context.Context, r *kv.Req) (*kv.Rep, error) { return nil, nil }\n"
       "type Cache struct{}\nfunc (c *Cache) Get(key string) string { return key }\n",
       "5"},
      {"Go: by an embedded base", "c.go",
       "package main\nimport kv \"example.com/m/kv\"\n"
       "type server struct{ kv.UnimplementedStoreServer }\n"
       "func (s *server) Get(a int) {}\n",
       "4"},
      {"C++: a stub, a base, fields of other types, another namespace", "a.cc",
       "#include \"kv.grpc.pb.h\"\nclass Impl : public kv::Store::Service {\n"
       "  grpc::Status Get(grpc::ServerContext* c, const kv::Req* q, kv::Rep* r) override;\n"
       "  std::unique_ptr<kv::Store::Stub> stub_;\n  std::map<int, int> map_;\n  void go() {\n"
       "    stub_->Get(&c, q, r);\n    map_.Get(1);\n    std::Get<int>(2);\n  }\n};\n",
       "3 7"},
      {"Python: a stub, a servicer, a module, a value of a module", "a.py",
       "import kv_pb2_grpc, requests\nfrom app import stub\n"
       "class S(kv_pb2_grpc.StoreServicer):\n  def Get(self, request, context):\n"
       "    return requests.Get(1)\n"
       "def f(channel):\n  kv_pb2_grpc.StoreStub(channel).Get(1)\n  stub.Get(2)\n",
       "4 7 8"},
      {"Java: a method that implements it, a class that is imported", "A.java",
       "package a;\nimport kv.StoreGrpc;\nimport com.x.Http;\n"
       "class A extends StoreGrpc.StoreImplBase {\n"
       "  public void get(Req r, StreamObserver<Rep> o) {\n    Http.get(1);\n  }\n}\n",
       "5"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CHECK(lines_of_rpc(row.path, row.text) == row.lines);
  }
}
