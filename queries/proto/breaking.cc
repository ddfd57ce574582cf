#include "queries/proto/breaking.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/readers/proto/names.h"
#include "queries/proto/scanned.h"
#include "queries/proto/schema_pairs.h"
#include "queries/proto/schema_version.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

/// The file's options that a rule of their own watches: FILE_SAME_ and the name in upper case.
constexpr std::string_view kFileOptions[] = {"cc_enable_arenas",
                                             "cc_generic_services",
                                             "csharp_namespace",
                                             "go_package",
                                             "java_generic_services",
                                             "java_multiple_files",
                                             "java_outer_classname",
                                             "java_package",
                                             "objc_class_prefix",
                                             "optimize_for",
                                             "php_class_prefix",
                                             "php_generic_services",
                                             "php_metadata_namespace",
                                             "php_namespace",
                                             "py_generic_services",
                                             "ruby_package",
                                             "swift_prefix"};

/// What an option that is not given means.
std::string_view otherwise(std::string_view name) {
  if (name == "cc_enable_arenas") return "true";
  if (name.ends_with("_generic_services") || name == "java_multiple_files") return "false";
  if (name == "optimize_for") return "SPEED";
  return "\"\"";
}

int wire_cardinality(std::string_view cardinality) {
  if (cardinality == "required") return 1;
  return cardinality == "repeated" || cardinality == "map" ? 2 : 0;
}

bool reserves(const std::vector<Range>& ranges, int64_t number) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.first <= number && number <= range.last;
  });
}

/// Whether every number of `inner` lies in `outer`, ranges that touch taken as one.
bool covers(std::vector<Range> outer, const std::vector<Range>& inner) {
  std::sort(outer.begin(), outer.end(), [](auto a, auto b) { return a.first < b.first; });
  return std::all_of(inner.begin(), inner.end(), [&](const Range& range) {
    int64_t next = range.first;
    for (const Range& candidate : outer)
      if (candidate.first <= next && candidate.last >= next) next = candidate.last + 1;
    return next > range.last;
  });
}

class Comparison {
 public:
  Comparison(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
             std::span<const SchemaFile> rest)
      : files_(before), before_(before, rest), after_(after, rest) {
    for (const SchemaFile& file : after)
      for (const Declaration& declaration : file.schema.declarations)
        if (!declaration.extends.empty())
          extensions_.try_emplace(extended(after_, declaration),
                                  SchemaVersion::Placed{&file, &declaration});
  }

  std::vector<Breach> run() {
    for (const SchemaFile& file : files_) {
      const auto later = after_.paths.find(file.path);
      file_ = &file;
      if (later != after_.paths.end() && later->second->path == file.path)
        file_pair(file, *later->second);
      else
        add("FILE_NO_DELETE", nullptr);  // a file that moved is gone, and nothing else of it
      for (const Declaration& declaration : file.schema.declarations) {
        if (!declaration.extends.empty()) extension(file, declaration);
        if (!is_type(declaration)) continue;
        const auto found = after_.types.find(declaration.full_name());
        if (found == after_.types.end() || found->second.it->kind != declaration.kind) continue;
        file_ = &file;
        later_file_ = found->second.file;
        type_pair(declaration, *found->second.it);
      }
    }
    return std::move(found_);
  }

 private:
  /// The message that an extension is of, and its number there.
  static std::string extended(const SchemaVersion& version, const Declaration& extension) {
    return version.resolved(extension.extends, extension.owner) + " " +
           std::to_string(extension.number);
  }

  /// Extensions are compared as fields are, wherever they are declared; they have no name in JSON
  /// but their full one.
  void extension(const SchemaFile& file, const Declaration& was) {
    const auto found = extensions_.find(extended(before_, was));
    if (found == extensions_.end()) return;
    file_ = &file;
    later_file_ = found->second.file;
    field_pair(was, *found->second.it);
  }

  void add(std::string_view rule, const Declaration* declaration, std::string_view option = {}) {
    found_.push_back({rule_called(rule), file_, declaration, std::string(option)});
  }

  void file_pair(const SchemaFile& before, const SchemaFile& after) {
    file_ = &before;
    if (before.schema.package != after.schema.package) add("FILE_SAME_PACKAGE", nullptr, "package");
    if (before.schema.syntax != after.schema.syntax) add("FILE_SAME_SYNTAX", nullptr, "syntax");
    for (const std::string_view name : kFileOptions) {
      const auto was = option(before.schema.options, name).value_or(otherwise(name));
      if (was == option(after.schema.options, name).value_or(otherwise(name))) continue;
      std::string rule = "FILE_SAME_";
      for (const char c : name) rule += c == '_' ? c : static_cast<char>(c - 'a' + 'A');
      add(rule, nullptr, name);
    }
    // By the name inside of the package: a package that changes is a breach of its own.
    std::set<std::string> there;
    const auto inside = [](const SchemaFile& file, const Declaration& declaration) {
      return std::to_string(static_cast<int>(declaration.kind)) + " " +
             std::string(below_package(file, declaration.full_name()));
    };
    for (const auto& declaration : after.schema.declarations)
      there.insert(inside(after, declaration) + declaration.extends);
    for (const auto& declaration : before.schema.declarations) {
      if (there.contains(inside(before, declaration) + declaration.extends)) continue;
      if (!declaration.extends.empty()) add("EXTENSION_NO_DELETE", &declaration);
      if (declaration.kind == Definition::message) add("MESSAGE_NO_DELETE", &declaration);
      if (declaration.kind == Definition::enumeration) add("ENUM_NO_DELETE", &declaration);
      if (declaration.kind == Definition::service) add("SERVICE_NO_DELETE", &declaration);
    }
  }

  void type_pair(const Declaration& was, const Declaration& is) {
    const std::string name = was.full_name();
    const auto& old_members = before_.members_of(name);
    const auto& new_members = after_.members_of(name);
    const auto same_feature = [&](const char* called, const char* in_proto2,
                                  const char* otherwise) {
      return feature(*file_, was, called, in_proto2, otherwise) ==
             feature(*later_file_, is, called, in_proto2, otherwise);
    };
    const auto has_json = [](const SchemaFile& file, const Declaration& of) {
      return feature(file, of, "json_format", "LEGACY_BEST_EFFORT", "ALLOW") == "ALLOW";
    };
    const bool loses_json = has_json(*file_, was) && !has_json(*later_file_, is);
    const auto flag = [](const Declaration& of, const char* called) {
      return option(of.options, called).value_or("false") == "true";
    };
    const bool still_reserved =
        covers(is.reserved, was.reserved) &&
        std::all_of(
            was.reserved_names.begin(), was.reserved_names.end(), [&](const auto& reserved) {
              return std::count(is.reserved_names.begin(), is.reserved_names.end(), reserved);
            });
    if (was.kind == Definition::message) {
      if (!still_reserved) add("RESERVED_MESSAGE_NO_DELETE", &was);
      if (!covers(is.extension_ranges, was.extension_ranges))
        add("EXTENSION_MESSAGE_NO_DELETE", &was);
      if (loses_json) add("MESSAGE_SAME_JSON_FORMAT", &was);
      if (!flag(was, "no_standard_descriptor_accessor") &&
          flag(is, "no_standard_descriptor_accessor"))
        add("MESSAGE_NO_REMOVE_STANDARD_DESCRIPTOR_ACCESSOR", &was);
      if (flag(was, "message_set_wire_format") != flag(is, "message_set_wire_format"))
        add("MESSAGE_SAME_MESSAGE_SET_WIRE_FORMAT", &was);
      if (required(old_members) != required(new_members)) add("MESSAGE_SAME_REQUIRED_FIELDS", &was);
      fields(is, old_members, new_members);
    } else if (was.kind == Definition::enumeration) {
      if (!still_reserved) add("RESERVED_ENUM_NO_DELETE", &was);
      if (loses_json) add("ENUM_SAME_JSON_FORMAT", &was);
      if (!same_feature("enum_type", "CLOSED", "OPEN")) add("ENUM_SAME_TYPE", &was);
      values(is, old_members, new_members);
    } else {
      rpcs(old_members, new_members);
    }
  }

  static std::set<int64_t> required(const std::vector<const Declaration*>& members) {
    std::set<int64_t> numbers;
    for (const auto* member : members)
      if (member->label == "required") numbers.insert(member->number);
    return numbers;
  }

  void fields(const Declaration& message, const std::vector<const Declaration*>& old_members,
              const std::vector<const Declaration*>& new_members) {
    std::unordered_map<int64_t, const Declaration*> by_number;
    for (const auto* member : new_members)
      if (member->kind == Definition::field) by_number.try_emplace(member->number, member);
    for (const auto* member : old_members) {
      if (member->kind == Definition::oneof) {
        const bool stays = std::any_of(new_members.begin(), new_members.end(), [&](auto* other) {
          return other->kind == Definition::oneof && other->name == member->name;
        });
        if (!stays) add("ONEOF_NO_DELETE", member);
      } else if (member->kind == Definition::field) {
        const auto found = by_number.find(member->number);
        if (found != by_number.end()) {
          field_pair(*member, *found->second);
          continue;
        }
        add("FIELD_NO_DELETE", member);
        if (!reserves(message.reserved, member->number))
          add("FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED", member);
      }
    }
  }

  void field_pair(const Declaration& was, const Declaration& is) {
    const FieldType old_type = encoded(*file_, was, type_of(before_, was));
    const FieldType new_type = encoded(*later_file_, is, type_of(after_, is));
    const bool is_extension = !was.extends.empty();
    const auto differs = [&](const char* rule, const auto& one, const auto& other) {
      if (one != other) add(rule, &was);
    };
    const auto given = [](const Declaration& of, const char* name) {
      return option(of.options, name).value_or("");
    };
    const auto old_cardinality = cardinality(*file_, was, old_type);
    const auto new_cardinality = cardinality(*later_file_, is, new_type);
    differs("FIELD_SAME_CARDINALITY", old_cardinality, new_cardinality);
    const auto both = [&](const char* types) {
      return is_listed(types, old_type.kind) && is_listed(types, new_type.kind);
    };
    const auto in_cpp = [&](const Declaration& of) {
      return given(of, "ctype") == "STRING" ? "" : given(of, "ctype");
    };
    if (both(" string bytes ")) differs("FIELD_SAME_CPP_STRING_TYPE", in_cpp(was), in_cpp(is));
    differs("FIELD_SAME_DEFAULT", default_value(was), default_value(is));
    if (!is_extension) differs("FIELD_SAME_JSON_NAME", json_name(was), json_name(is));
    const auto in_js = [&](const Declaration& of) {
      return given(of, "jstype") == "JS_NORMAL" ? "" : given(of, "jstype");
    };
    if (both(" int64 uint64 sint64 fixed64 sfixed64 "))
      differs("FIELD_SAME_JSTYPE", in_js(was), in_js(is));
    differs("FIELD_SAME_NAME", is_extension ? was.full_name() : was.name,
            is_extension ? is.full_name() : is.name);
    differs("FIELD_SAME_ONEOF", was.oneof, is.oneof);
    const bool same_map = old_type.kind == "map" || new_type.kind == "map"
                              ? old_type.kind == new_type.kind && old_type.name == new_type.name
                              : old_type == new_type;
    if (!same_map) add("FIELD_SAME_TYPE", &was);
    if (old_type.kind == "string" && new_type.kind == "string") {
      const auto checked = [&](const SchemaFile& file, const Declaration& field) {
        return feature(file, field, "utf8_validation", "NONE", "VERIFY");
      };
      const auto in_jvm = [&](const SchemaFile& file, const Declaration& field) {
        const bool asks = option(file.schema.options, "java_string_check_utf8") == "true";
        return asks ? "VERIFY" : checked(file, field);
      };
      differs("FIELD_SAME_UTF8_VALIDATION", checked(*file_, was), checked(*later_file_, is));
      differs("FIELD_SAME_JAVA_UTF8_VALIDATION", in_jvm(*file_, was), in_jvm(*later_file_, is));
    }
    differs("FIELD_WIRE_COMPATIBLE_CARDINALITY", wire_cardinality(old_cardinality),
            wire_cardinality(new_cardinality));
    if (!same_wire(old_type, new_type)) add("FIELD_WIRE_COMPATIBLE_TYPE", &was);
  }

  /// A message that a field holds as a group does is one.
  static FieldType encoded(const SchemaFile& file, const Declaration& field, FieldType type) {
    constexpr const char* kUsual = "LENGTH_PREFIXED";
    if (type.kind == "message" &&
        feature(file, field, "message_encoding", kUsual, kUsual) == "DELIMITED")
      type.kind = "group";
    return type;
  }

  /// The type of a map's keys or of its values.
  static FieldType part_of_map(const SchemaVersion& version, std::string_view type) {
    if (wire_group(type) >= 0) return {std::string(type), ""};
    const auto found = version.types.find(std::string(type));
    const bool is_enum =
        found != version.types.end() && found->second.it->kind == Definition::enumeration;
    return {is_enum ? "enum" : "message", std::string(type)};
  }

  bool same_wire(const FieldType& was, const FieldType& is) const {
    if (was == is || (was.kind == "string" && is.kind == "bytes")) return true;
    if (was.kind == "map" && is.kind == "map") {
      const auto part = [](const SchemaVersion& version, const FieldType& map, bool is_value) {
        const std::string_view both = map.name;
        const auto comma = both.find(", ");
        return part_of_map(version, is_value ? both.substr(comma + 2) : both.substr(0, comma));
      };
      return same_wire(part(before_, was, false), part(after_, is, false)) &&
             same_wire(part(before_, was, true), part(after_, is, true));
    }
    const int group = wire_group(was.kind);
    if (group >= 0) return group == wire_group(is.kind);
    if (was.kind != "enum" || is.kind != "enum") return false;
    // An enum elsewhere will do that is called so and has every name of this one, with its number.
    if (last_part(was.name) != last_part(is.name)) return false;
    const auto& there = after_.members_of(is.name);
    const auto& here = before_.members_of(was.name);
    return std::all_of(here.begin(), here.end(), [&](const Declaration* value) {
      return std::any_of(there.begin(), there.end(), [&](const Declaration* other) {
        return other->name == value->name && other->number == value->number;
      });
    });
  }

  void values(const Declaration& enumeration, const std::vector<const Declaration*>& old_members,
              const std::vector<const Declaration*>& new_members) {
    std::map<int64_t, std::set<std::string>> old_names, new_names;
    for (const auto* member : old_members) old_names[member->number].insert(member->name);
    for (const auto* member : new_members) new_names[member->number].insert(member->name);
    std::set<int64_t> told;
    for (const auto* member : old_members) {
      if (!told.insert(member->number).second) continue;
      const auto found = new_names.find(member->number);
      if (found == new_names.end()) {
        add("ENUM_VALUE_NO_DELETE", member);
        if (!reserves(enumeration.reserved, member->number))
          add("ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED", member);
      } else if (!std::includes(found->second.begin(), found->second.end(),
                                old_names[member->number].begin(),
                                old_names[member->number].end())) {
        add("ENUM_VALUE_SAME_NAME", member);
      }
    }
  }

  void rpcs(const std::vector<const Declaration*>& old_members,
            const std::vector<const Declaration*>& new_members) {
    for (const auto* was : old_members) {
      const auto found = std::find_if(new_members.begin(), new_members.end(),
                                      [&](auto* other) { return other->name == was->name; });
      if (found == new_members.end()) {
        add("RPC_NO_DELETE", was);
        continue;
      }
      const Declaration* is = *found;
      const auto level = [](const Declaration* rpc) {
        return option(rpc->options, "idempotency_level").value_or("IDEMPOTENCY_UNKNOWN");
      };
      if (was->client_streaming != is->client_streaming) add("RPC_SAME_CLIENT_STREAMING", was);
      if (level(was) != level(is)) add("RPC_SAME_IDEMPOTENCY_LEVEL", was);
      if (before_.resolved(was->request, was->owner) != after_.resolved(is->request, is->owner))
        add("RPC_SAME_REQUEST_TYPE", was);
      if (before_.resolved(was->response, was->owner) != after_.resolved(is->response, is->owner))
        add("RPC_SAME_RESPONSE_TYPE", was);
      if (was->server_streaming != is->server_streaming) add("RPC_SAME_SERVER_STREAMING", was);
    }
  }

  std::span<const SchemaFile> files_;
  SchemaVersion before_, after_;
  std::unordered_map<std::string, SchemaVersion::Placed> extensions_;  // later ones, by extended()
  const SchemaFile* file_ = nullptr;        // of the declaration that is compared
  const SchemaFile* later_file_ = nullptr;  // of the other
  std::vector<Breach> found_;
};

}  // namespace

std::string_view below_package(const SchemaFile& file, std::string_view full_name) {
  const auto& package = file.schema.package;
  const bool is_below = !package.empty() && full_name.starts_with(package + ".");
  return full_name.substr(is_below ? package.size() + 1 : 0);
}

std::vector<Breach> breaches(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
                             std::span<const SchemaFile> rest) {
  return Comparison(before, after, rest).run();
}

}  // namespace dossier::proto
