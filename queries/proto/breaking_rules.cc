#include <algorithm>

#include "queries/proto/breaking.h"

namespace dossier::proto {
namespace {

constexpr BreakingRule kBreakingRules[] = {
    {"ENUM_NO_DELETE", true, false, "an enum is gone from its file"},
    {"ENUM_SAME_JSON_FORMAT", true, false, "an enum's feature json_format changes"},
    {"ENUM_SAME_TYPE", true, false, "an enum becomes open or closed"},
    {"ENUM_VALUE_NO_DELETE", true, false, "a number of an enum is gone"},
    {"ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED", false, true,
     "a number of an enum is gone and is not reserved"},
    {"ENUM_VALUE_SAME_NAME", true, false, "a number of an enum has other names"},
    {"EXTENSION_MESSAGE_NO_DELETE", true, false, "a range for extensions is gone"},
    {"EXTENSION_NO_DELETE", true, false, "an extension is gone from its file"},
    {"FIELD_NO_DELETE", true, false, "a field's number is gone"},
    {"FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED", false, true,
     "a field's number is gone and is not reserved"},
    {"FIELD_SAME_CARDINALITY", true, false,
     "a field's label or presence changes, or it becomes a map or stops being one"},
    {"FIELD_SAME_CPP_STRING_TYPE", true, false, "a field's C++ type of strings changes"},
    {"FIELD_SAME_DEFAULT", true, false, "a field's default value changes"},
    {"FIELD_SAME_JAVA_UTF8_VALIDATION", true, false, "Java checks a string's UTF-8, or stops"},
    {"FIELD_SAME_JSON_NAME", true, false, "a field's name in JSON changes"},
    {"FIELD_SAME_JSTYPE", true, false, "a field's option jstype changes"},
    {"FIELD_SAME_NAME", true, false, "a field's number has another name"},
    {"FIELD_SAME_ONEOF", true, true, "a field moves into a oneof, out of one or between two"},
    {"FIELD_SAME_TYPE", true, false, "a field's type changes"},
    {"FIELD_SAME_UTF8_VALIDATION", true, false, "a string's feature utf8_validation changes"},
    {"FIELD_WIRE_COMPATIBLE_CARDINALITY", false, true,
     "a field becomes required or repeated, or stops being so"},
    {"FIELD_WIRE_COMPATIBLE_TYPE", false, true, "a field's type is encoded in another way"},
    {"FILE_NO_DELETE", true, false, "a file is gone"},
    {"FILE_SAME_CC_ENABLE_ARENAS", true, false, "the file's option cc_enable_arenas changes"},
    {"FILE_SAME_CC_GENERIC_SERVICES", true, false, "the file's option cc_generic_services changes"},
    {"FILE_SAME_CSHARP_NAMESPACE", true, false, "the file's option csharp_namespace changes"},
    {"FILE_SAME_GO_PACKAGE", true, false, "the file's option go_package changes"},
    {"FILE_SAME_JAVA_GENERIC_SERVICES", true, false,
     "the file's option java_generic_services changes"},
    {"FILE_SAME_JAVA_MULTIPLE_FILES", true, false, "the file's option java_multiple_files changes"},
    {"FILE_SAME_JAVA_OUTER_CLASSNAME", true, false,
     "the file's option java_outer_classname changes"},
    {"FILE_SAME_JAVA_PACKAGE", true, false, "the file's option java_package changes"},
    {"FILE_SAME_OBJC_CLASS_PREFIX", true, false, "the file's option objc_class_prefix changes"},
    {"FILE_SAME_OPTIMIZE_FOR", true, false, "the file's option optimize_for changes"},
    {"FILE_SAME_PACKAGE", true, true, "the file's package changes"},
    {"FILE_SAME_PHP_CLASS_PREFIX", true, false, "the file's option php_class_prefix changes"},
    {"FILE_SAME_PHP_GENERIC_SERVICES", true, false,
     "the file's option php_generic_services changes"},
    {"FILE_SAME_PHP_METADATA_NAMESPACE", true, false,
     "the file's option php_metadata_namespace changes"},
    {"FILE_SAME_PHP_NAMESPACE", true, false, "the file's option php_namespace changes"},
    {"FILE_SAME_PY_GENERIC_SERVICES", true, false, "the file's option py_generic_services changes"},
    {"FILE_SAME_RUBY_PACKAGE", true, false, "the file's option ruby_package changes"},
    {"FILE_SAME_SWIFT_PREFIX", true, false, "the file's option swift_prefix changes"},
    {"FILE_SAME_SYNTAX", true, false, "the file's syntax or edition changes"},
    {"MESSAGE_NO_DELETE", true, false, "a message is gone from its file"},
    {"MESSAGE_NO_REMOVE_STANDARD_DESCRIPTOR_ACCESSOR", true, false,
     "a message's option no_standard_descriptor_accessor becomes true"},
    {"MESSAGE_SAME_JSON_FORMAT", true, false, "a message's feature json_format changes"},
    {"MESSAGE_SAME_MESSAGE_SET_WIRE_FORMAT", true, true,
     "a message's option message_set_wire_format changes"},
    {"MESSAGE_SAME_REQUIRED_FIELDS", true, true, "a required field is added or gone"},
    {"ONEOF_NO_DELETE", true, false, "a oneof is gone"},
    {"RESERVED_ENUM_NO_DELETE", true, true, "a number or name of an enum is reserved no longer"},
    {"RESERVED_MESSAGE_NO_DELETE", true, true,
     "a number or name of a message is reserved no longer"},
    {"RPC_NO_DELETE", true, false, "an rpc is gone"},
    {"RPC_SAME_CLIENT_STREAMING", true, true, "an rpc's requests become a stream, or stop"},
    {"RPC_SAME_IDEMPOTENCY_LEVEL", true, true, "an rpc's option idempotency_level changes"},
    {"RPC_SAME_REQUEST_TYPE", true, true, "an rpc's request is another message"},
    {"RPC_SAME_RESPONSE_TYPE", true, true, "an rpc's response is another message"},
    {"RPC_SAME_SERVER_STREAMING", true, true, "an rpc's responses become a stream, or stop"},
    {"SERVICE_NO_DELETE", true, false, "a service is gone from its file"},
};

}  // namespace

std::span<const BreakingRule> breaking_rules() { return kBreakingRules; }

const BreakingRule* rule_called(std::string_view name) {
  const auto* found =
      std::lower_bound(std::begin(kBreakingRules), std::end(kBreakingRules), name,
                       [](const auto& rule, auto wanted) { return rule.name < wanted; });
  return found;
}

}  // namespace dossier::proto
