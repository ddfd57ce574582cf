#include <algorithm>

#include "engine/readers/proto/proto.h"

namespace dossier::proto {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 32) : c; }
char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }

/// product_ids → ProductIds: a letter behind an underscore, a digit or the start is upper-cased.
std::string pascal(std::string_view name) {
  std::string out;
  bool up = true;
  for (const char c : name) {
    if (c == '_') {
      up = true;
      continue;
    }
    out += up ? to_upper(c) : c;
    up = c >= '0' && c <= '9';
  }
  return out;
}

/// Go keeps an underscore before a digit, and a leading one becomes X.
std::string go_name(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const char next = i + 1 < name.size() ? name[i + 1] : '\0';
    if (i == 0 && name[i] == '_') {
      out += 'X';
    } else if (name[i] == '_' && is_lower(next)) {
      continue;  // the letter behind it is upper-cased
    } else if (is_lower(name[i]) && (i == 0 || name[i - 1] == '_')) {
      out += to_upper(name[i]);
    } else {
      out += name[i];
    }
  }
  return out;
}

std::string camel(std::string_view name) {
  std::string out = pascal(name);
  if (!out.empty()) out[0] = to_lower(out[0]);
  return out;
}

/// GetPrices → get_prices.
std::string snake(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts_word =
        is_upper(name[i]) && i > 0 && name[i - 1] != '_' &&
        (!is_upper(name[i - 1]) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (starts_word) out += '_';
    out += to_lower(name[i]);
  }
  return out;
}

std::string shouted(std::string_view name) {
  std::string out = snake(name);
  std::transform(out.begin(), out.end(), out.begin(), to_upper);
  return out;
}

std::vector<std::string> distinct(std::vector<std::string>&& names) {
  std::vector<std::string> kept;
  for (auto& one : names) {
    if (std::find(kept.begin(), kept.end(), one) == kept.end()) kept.push_back(std::move(one));
  }
  return kept;
}

void field_names(std::vector<std::string>& names, const std::string& name) {
  const std::string upper = pascal(name);
  names.insert(names.end(), {upper, go_name(name), camel(name)});
  for (const char* prefix : {"Get", "get", "Set", "set", "Has", "has", "Clear", "clear", "Add"}) {
    names.push_back(prefix + upper);
  }
  for (const char* prefix : {"set_", "has_", "clear_", "mutable_", "add_"}) {
    names.push_back(prefix + name);
  }
  for (const char* suffix : {"List", "Map", "Count", "FieldNumber"}) {
    names.push_back(camel(name) + suffix);
    names.insert(names.end(), {"get" + upper + suffix, "set" + upper + suffix});
  }
  names.insert(names.end(),
               {upper + "FieldNumber", "k" + upper + "FieldNumber", shouted(name) + "_FIELD_NUMBER",
                "addAll" + upper, "put" + upper, name + "_size", "add" + upper, "remove" + upper});
}

void service_names(std::vector<std::string>& names, const std::string& name) {
  for (const char* suffix :
       {"Client", "Server", "Stub", "Servicer", "Grpc", "Base", "ClientBase", "ServiceClient",
        "ImplBase", "BlockingStub", "FutureStub", "AsyncClient", "GrpcKt", "CoroutineStub",
        "CoroutineImplBase", "PromiseClient", "ClientImpl", "ServiceName", "Handlers"}) {
    names.push_back(name + suffix);
  }
  names.insert(
      names.end(),
      {"New" + name + "Client", "Register" + name + "Server", "Unimplemented" + name + "Server",
       "Unsafe" + name + "Server", name + "_ServiceDesc", "add_" + name + "Servicer_to_server",
       "I" + name + "Client", "I" + name + "Server", name + "Definition", name + "_ServiceDesc",
       "Unsafe" + name + "Server", "New" + name + "Handler", "add" + name + "Service"});
}

}  // namespace

std::vector<std::string> generated_names(Definition definition, std::string_view given) {
  const std::string name(given);
  std::vector<std::string> names{name};
  switch (definition) {
    case Definition::message:
      names.insert(names.end(), {name + "OrBuilder", "I" + name, name + "_builder"});
      break;
    case Definition::field:
      field_names(names, name);
      break;
    case Definition::enumeration:
      names.insert(names.end(), {name + "_name", name + "_value"});
      break;
    case Definition::enum_value: {
      std::string lower(name);
      std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
      names.push_back(pascal(lower));
      break;
    }
    case Definition::service:
      service_names(names, name);
      break;
    case Definition::rpc:
      names.insert(names.end(),
                   {camel(name), snake(name), name + "Async", "get" + name + "Method"});
      break;
  }
  return distinct(std::move(names));
}

std::vector<std::string> generated_names_within(Definition definition, std::string_view outer,
                                                std::string_view name) {
  if (outer.empty()) return {};
  std::string path(outer);
  std::replace(path.begin(), path.end(), '.', '_');
  const std::string own(name);
  switch (definition) {
    case Definition::message:
    case Definition::enumeration:
      return {path + "_" + own};  // Go, C++
    case Definition::field:
      return {path + "_" + go_name(name)};  // Go: one of a oneof
    case Definition::enum_value: {
      std::vector<std::string> names{path + "_" + own};
      const auto cut = path.rfind('_');
      if (cut != path.npos) names.push_back(path.substr(0, cut) + "_" + own);
      return names;
    }
    case Definition::rpc:  // Go, Java
      return {path + "_" + own + "_FullMethodName", "_" + path + "_" + own + "_Handler",
              path + "_" + own + "Client", path + "_" + own + "Server"};
    case Definition::service:
      break;
  }
  return {};
}

std::string value_without_prefix(std::string_view enumeration, std::string_view value) {
  const std::string prefix = shouted(enumeration) + "_";
  if (!value.starts_with(prefix)) return {};
  std::string rest(value.substr(prefix.size()));
  std::transform(rest.begin(), rest.end(), rest.begin(), to_lower);
  return pascal(rest);
}

}  // namespace dossier::proto
