#include "queries/proto/breaking.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "queries/proto/schema_file.h"

namespace dossier::proto {
namespace {

std::vector<SchemaFile> files(const std::string& path, const std::string& contents) {
  if (contents.empty()) return {};
  std::vector<SchemaFile> found{schema_file(path, contents)};
  CHECK_FALSE(found[0].has_errors);
  return found;
}

std::string in(const char* syntax, const std::string& body) {
  const std::string word = std::string(syntax).starts_with("20") ? "edition" : "syntax";
  return word + " = \"" + syntax + "\";\npackage shop;\n" + body;
}

struct Row {
  const char* rules;  // all that the change breaks, in the order of their names
  const char* syntax;
  const char* before;
  const char* after;
};

// One row at least for each rule; what breaks several at once names them all.
constexpr Row kRows[] = {
    {"ENUM_NO_DELETE", "proto3", "enum A { X = 0; } enum B { Y = 0; }", "enum A { X = 0; }"},
    {"ENUM_SAME_JSON_FORMAT", "2023", "enum A { X = 0; }",
     "enum A { option features.json_format = LEGACY_BEST_EFFORT; X = 0; }"},
    {"ENUM_SAME_TYPE", "2023", "enum A { X = 0; }",
     "enum A { option features.enum_type = CLOSED; X = 0; }"},
    {"ENUM_VALUE_NO_DELETE ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED", "proto3",
     "enum A { X = 0; Y = 1; }", "enum A { X = 0; }"},
    {"ENUM_VALUE_NO_DELETE", "proto3", "enum A { X = 0; Y = 1; }", "enum A { reserved 1; X = 0; }"},
    {"ENUM_VALUE_SAME_NAME", "proto3", "enum A { X = 0; }", "enum A { Z = 0; }"},
    {"", "proto3", "enum A { X = 0; }", "enum A { option allow_alias = true; X = 0; ALSO_X = 0; }"},
    {"EXTENSION_MESSAGE_NO_DELETE", "proto2", "message A { extensions 100 to 200; }",
     "message A { extensions 100 to 150; }"},
    {"", "proto2", "message A { extensions 100 to 200; }",
     "message A { extensions 100 to 150, 151 to max; }"},
    {"EXTENSION_NO_DELETE", "proto2",
     "message A { extensions 100 to max; } extend A { optional int32 rank = 100; }",
     "message A { extensions 100 to max; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto2",
     "message A { extensions 100 to max; } extend A { optional int32 rank = 100; }",
     "message A { extensions 100 to max; } extend A { optional string rank = 100; }"},
    {"FIELD_SAME_CARDINALITY FIELD_WIRE_COMPATIBLE_CARDINALITY", "proto3",
     "import \"google/protobuf/descriptor.proto\"; extend google.protobuf.FieldOptions { string "
     "redact = 50001; }",
     "import \"google/protobuf/descriptor.proto\"; extend google.protobuf.FieldOptions { repeated "
     "string redact = 50001; }"},
    {"EXTENSION_NO_DELETE FIELD_SAME_NAME", "proto2",
     "message A { extensions 100 to max; } extend A { optional int32 rank = 100; }",
     "message A { extensions 100 to max; } extend A { optional int32 place = 100; }"},
    {"EXTENSION_NO_DELETE FIELD_SAME_NAME FIELD_SAME_TYPE", "proto2",
     "message A { extensions 4 to max; } message B { extend A { optional int32 rank = 100; } }",
     "message A { extensions 4 to max; } message B {} extend A { optional int64 rank = 100; }"},
    {"", "proto2", "message A { extensions 4 to 9; } extend A { optional int32 rank = 4; }",
     "message A { extensions 4 to 9; } extend A { optional int32 rank = 5; }"},
    {"FIELD_NO_DELETE FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED", "proto3",
     "message A { int32 a = 1; int32 b = 2; }", "message A { int32 a = 1; }"},
    {"FIELD_SAME_TYPE", "proto3", "message A { map<string, int32> a = 1; }",
     "message A { map<string, int64> a = 1; }"},
    {"FIELD_SAME_TYPE", "proto3", "message A { map<int32, string> a = 1; }",
     "message A { map<int64, bytes> a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { map<string, bytes> a = 1; }", "message A { map<string, string> a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { map<int32, int32> a = 1; }", "message A { map<string, int32> a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message M {} message N {} message A { map<string, M> a = 1; }",
     "message M {} message N {} message A { map<string, N> a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "2023", "message M {} message A { M a = 1; }",
     "message M {} message A { M a = 1 [features.message_encoding = DELIMITED]; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto2",
     "message A { optional group Part = 1 {} }",
     "message A { message Part {} optional Part part = 1; }"},
    {"", "2023", "message A { option features.json_format = LEGACY_BEST_EFFORT; }", "message A {}"},
    {"", "2024", "message A { enum E { X = 0; } }", "export message A { local enum E { X = 0; } }"},
    {"FIELD_NO_DELETE FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED", "2024",
     "local message A { int32 export = 1; int32 b = 2; }", "local message A { int32 export = 1; }"},
    {"", "proto3", "message A { string a = 1 [json_name = \"x\" 'y']; }",
     "message A { string a = 1 [json_name = \"xy\"]; }"},
    {"FIELD_NO_DELETE", "proto3", "message A { int32 a = 1; int32 b = 2; }",
     "message A { reserved 2 to 4; int32 a = 1; }"},
    {"FIELD_SAME_CARDINALITY", "proto3", "message A { int32 a = 1; }",
     "message A { optional int32 a = 1; }"},
    {"FIELD_SAME_CARDINALITY FIELD_WIRE_COMPATIBLE_CARDINALITY", "proto3",
     "message A { int32 a = 1; }", "message A { repeated int32 a = 1; }"},
    {"FIELD_SAME_CPP_STRING_TYPE", "proto3", "message A { string a = 1; }",
     "message A { string a = 1 [ctype = CORD]; }"},
    {"FIELD_SAME_DEFAULT", "proto2", "message A { optional int32 a = 1; }",
     "message A { optional int32 a = 1 [default = 3]; }"},
    {"", "proto2", "message A { optional int32 a = 1; }",
     "message A { optional int32 a = 1 [default = 0]; }"},
    {"FIELD_SAME_JAVA_UTF8_VALIDATION", "proto2", "message A { optional string a = 1; }",
     "option java_string_check_utf8 = true; message A { optional string a = 1; }"},
    {"FIELD_SAME_JSON_NAME", "proto3", "message A { int32 a_b = 1; }",
     "message A { int32 a_b = 1 [json_name = \"ab\"]; }"},
    {"", "proto3", "message A { int32 a_b = 1; }",
     "message A { int32 a_b = 1 [json_name = \"aB\"]; }"},
    {"FIELD_SAME_JSTYPE", "proto3", "message A { int64 a = 1; }",
     "message A { int64 a = 1 [jstype = JS_STRING]; }"},
    {"", "proto3", "message A { int64 a = 1; string b = 2; }",
     "message A { int64 a = 1 [jstype = JS_NORMAL]; string b = 2 [ctype = STRING]; }"},
    // What is neither a number of 64 bits nor a string has nothing of the kind.
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { int64 a = 1 [jstype = JS_STRING]; string b = 2 [ctype = CORD]; }",
     "message A { string a = 1; int64 b = 2; }"},
    {"FIELD_SAME_JSON_NAME FIELD_SAME_NAME", "proto3", "message A { int32 a = 1; }",
     "message A { int32 b = 1; }"},
    {"FIELD_SAME_CARDINALITY FIELD_SAME_ONEOF", "proto3", "message A { int32 a = 1; }",
     "message A { oneof one { int32 a = 1; } }"},
    {"FIELD_SAME_TYPE", "proto3", "message A { int32 a = 1; }", "message A { int64 a = 1; }"},
    {"FIELD_SAME_TYPE", "proto3", "message A { string a = 1; }", "message A { bytes a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3", "message A { bytes a = 1; }",
     "message A { string a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3", "message A { int32 a = 1; }",
     "message A { sint32 a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { map<string, int32> a = 1; }", "message A { map<string, bytes> a = 1; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { B a = 1; } message B {} message C {}",
     "message A { C a = 1; } message B {} message C {}"},
    {"FIELD_SAME_TYPE", "proto3",
     "message A { B a = 1; message M { enum B { X = 0; Y = 1; } } } enum B { X = 0; }",
     "message A { M.B a = 1; message M { enum B { X = 0; Y = 1; } } } enum B { X = 0; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { B a = 1; message M { enum B { Y = 0; } } } enum B { X = 0; }",
     "message A { M.B a = 1; message M { enum B { Y = 0; } } } enum B { X = 0; }"},
    {"FIELD_SAME_TYPE FIELD_WIRE_COMPATIBLE_TYPE", "proto3",
     "message A { B a = 1; enum C { X = 0; } } enum B { X = 0; }",
     "message A { C a = 1; enum C { X = 0; } } enum B { X = 0; }"},
    {"", "proto3", "message A { B a = 1; message B {} }",
     "message A { .shop.A.B a = 1; message B {} }"},
    {"FIELD_SAME_JAVA_UTF8_VALIDATION FIELD_SAME_UTF8_VALIDATION", "2023",
     "message A { string a = 1; }",
     "message A { string a = 1 [features.utf8_validation = NONE]; }"},
    {"MESSAGE_NO_DELETE", "proto3", "message A {} message B {}", "message A {}"},
    {"MESSAGE_NO_REMOVE_STANDARD_DESCRIPTOR_ACCESSOR", "proto3", "message A {}",
     "message A { option no_standard_descriptor_accessor = true; }"},
    {"MESSAGE_SAME_JSON_FORMAT", "2023", "message A {}",
     "message A { option features.json_format = LEGACY_BEST_EFFORT; }"},
    {"MESSAGE_SAME_MESSAGE_SET_WIRE_FORMAT", "proto2", "message A { extensions 4 to max; }",
     "message A { option message_set_wire_format = true; extensions 4 to max; }"},
    {"MESSAGE_SAME_REQUIRED_FIELDS", "proto2", "message A { optional int32 a = 1; }",
     "message A { optional int32 a = 1; required int32 b = 2; }"},
    {"FIELD_NO_DELETE FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED ONEOF_NO_DELETE", "proto3",
     "message A { oneof one { int32 a = 1; } oneof two { int32 b = 2; } }",
     "message A { oneof one { int32 a = 1; } }"},
    {"RESERVED_ENUM_NO_DELETE", "proto3", "enum A { reserved 4 to 9; X = 0; }",
     "enum A { reserved 4 to 8; X = 0; }"},
    {"RESERVED_MESSAGE_NO_DELETE", "proto3", "message A { reserved \"old\"; }", "message A {}"},
    {"", "proto3", "message A { reserved 4 to 9; }", "message A { reserved 7 to 9, 4, 5 to 6; }"},
    {"RPC_NO_DELETE", "proto3",
     "message M {} service S { rpc A(M) returns (M); rpc B(M) returns (M); }",
     "message M {} service S { rpc A(M) returns (M); }"},
    {"RPC_SAME_CLIENT_STREAMING", "proto3", "message M {} service S { rpc A(M) returns (M); }",
     "message M {} service S { rpc A(stream M) returns (M); }"},
    {"RPC_SAME_IDEMPOTENCY_LEVEL", "proto3", "message M {} service S { rpc A(M) returns (M); }",
     "message M {} service S { rpc A(M) returns (M) { option idempotency_level = IDEMPOTENT; } }"},
    {"RPC_SAME_REQUEST_TYPE", "proto3",
     "message M {} message N {} service S { rpc A(M) returns (M); }",
     "message M {} message N {} service S { rpc A(N) returns (M); }"},
    {"RPC_SAME_RESPONSE_TYPE", "proto3",
     "message M {} message N {} service S { rpc A(M) returns (M); }",
     "message M {} message N {} service S { rpc A(M) returns (N); }"},
    {"RPC_SAME_SERVER_STREAMING", "proto3", "message M {} service S { rpc A(M) returns (M); }",
     "message M {} service S { rpc A(M) returns (stream M); }"},
    {"SERVICE_NO_DELETE", "proto3", "service S {}", ""},
    {"FILE_SAME_CC_ENABLE_ARENAS", "proto3", "", "option cc_enable_arenas = false;"},
    {"FILE_SAME_CC_GENERIC_SERVICES", "proto3", "", "option cc_generic_services = true;"},
    {"FILE_SAME_CSHARP_NAMESPACE", "proto3", "", "option csharp_namespace = \"A\";"},
    {"FILE_SAME_GO_PACKAGE", "proto3", "option go_package = \"a/b\";",
     "option go_package = \"a/c\";"},
    {"FILE_SAME_JAVA_GENERIC_SERVICES", "proto3", "", "option java_generic_services = true;"},
    {"FILE_SAME_JAVA_MULTIPLE_FILES", "proto3", "", "option java_multiple_files = true;"},
    {"", "proto3", "", "option java_multiple_files = false;"},
    {"FILE_SAME_JAVA_OUTER_CLASSNAME", "proto3", "", "option java_outer_classname = \"A\";"},
    {"FILE_SAME_JAVA_PACKAGE", "proto3", "", "option java_package = \"a\";"},
    {"FILE_SAME_OBJC_CLASS_PREFIX", "proto3", "", "option objc_class_prefix = \"A\";"},
    {"FILE_SAME_OPTIMIZE_FOR", "proto3", "", "option optimize_for = CODE_SIZE;"},
    {"FILE_SAME_PHP_CLASS_PREFIX", "proto3", "", "option php_class_prefix = \"A\";"},
    {"FILE_SAME_PHP_GENERIC_SERVICES", "proto3", "", "option php_generic_services = true;"},
    {"FILE_SAME_PHP_METADATA_NAMESPACE", "proto3", "", "option php_metadata_namespace = \"A\";"},
    {"FILE_SAME_PHP_NAMESPACE", "proto3", "", "option php_namespace = \"A\";"},
    {"FILE_SAME_PY_GENERIC_SERVICES", "proto3", "", "option py_generic_services = true;"},
    {"FILE_SAME_RUBY_PACKAGE", "proto3", "", "option ruby_package = \"A\";"},
    {"FILE_SAME_SWIFT_PREFIX", "proto3", "", "option swift_prefix = \"A\";"},
};

std::string names_of(const std::vector<Breach>& found) {
  std::set<std::string> names;
  for (const auto& breach : found) names.insert(std::string(breach.rule->name));
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

}  // namespace

TEST_CASE("each breaking rule is broken by the change that it is about, and by nothing less") {
  std::set<std::string> broken;
  for (const Row& row : kRows) {
    CAPTURE(row.syntax, row.before, row.after);
    const auto before = files("shop.proto", in(row.syntax, row.before));
    const auto after = files("shop.proto", in(row.syntax, row.after));
    const auto found = breaches(before, after);
    CHECK(names_of(found) == row.rules);
    CHECK(breaches(before, before).empty());
    for (const auto& breach : found) broken.insert(std::string(breach.rule->name));
  }
  const auto one = files("shop.proto", in("proto3", "message A {}"));
  const auto other = files("a.proto", in("proto3", "message A {}"));
  CHECK(names_of(breaches(one, other)) == "FILE_NO_DELETE");
  broken.insert("FILE_NO_DELETE");
  const auto renamed = files("shop.proto", "syntax = \"proto3\"; package store; message A {}");
  CHECK(names_of(breaches(one, renamed)) == "FILE_SAME_PACKAGE");
  broken.insert("FILE_SAME_PACKAGE");
  const auto older = files("shop.proto", in("proto2", "message A {}"));
  CHECK(names_of(breaches(older, one)) == "FILE_SAME_SYNTAX");
  CHECK(names_of(breaches(one, older)) == "FILE_SAME_SYNTAX MESSAGE_SAME_JSON_FORMAT");
  const auto group = files("shop.proto", in("proto2", "message A { optional group Part = 1 {} }"));
  const auto delimited = files("shop.proto", in("2023",
                                                "message A { message Part {} Part part = 1 "
                                                "[features.message_encoding = DELIMITED]; }"));
  CHECK(names_of(breaches(group, delimited)) == "FILE_SAME_SYNTAX");
  broken.insert("FILE_SAME_SYNTAX");
  for (const auto& rule : breaking_rules()) {
    CAPTURE(rule.name);
    CHECK(broken.contains(std::string(rule.name)));
    CHECK((rule.is_file || rule.is_wire));
  }
  CHECK(std::is_sorted(breaking_rules().begin(), breaking_rules().end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
}

}  // namespace dossier::proto
