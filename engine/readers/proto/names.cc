#include "engine/readers/proto/names.h"

#include <algorithm>

namespace dossier::proto {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 32) : c; }
char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }
std::string lower(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
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

/// Swift's generator spells some words in capitals: product_id is productID, http_url httpURL.
std::string swift_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto word = name.substr(0, name.find('_'));
    name.remove_prefix(std::min(name.size(), word.size() + 1));
    const bool capitals = word == "id" || word == "url" || word == "http" || word == "https";
    if (out.empty()) {
      out += word;
    } else if (capitals) {
      std::transform(word.begin(), word.end(), std::back_inserter(out), to_upper);
    } else {
      out += pascal(word);
    }
  }
  return out;
}

/// `forms` are words with a '*' where `name` goes, parted by spaces.
void add_forms(std::vector<std::string>& names, std::string_view name, std::string_view forms) {
  while (!forms.empty()) {
    const auto form = forms.substr(0, forms.find(' '));
    forms.remove_prefix(std::min(forms.size(), form.size() + 1));
    const auto star = form.find('*');
    names.push_back(std::string(form.substr(0, star)).append(name).append(form.substr(star + 1)));
  }
}

void field_names(std::vector<std::string>& names, std::string_view name) {
  const std::string upper = pascal(name);
  std::string swift = swift_name(name);
  names.insert(names.end(), {upper, go_name(name), camel(name), swift});
  // C++, Ruby, Rust.
  add_forms(names, name,
            "set_* has_* clear_* mutable_* add_* release_* set_allocated_* *_size *_mut "
            "unsafe_arena_set_allocated_* unsafe_arena_release_*");
  // Java, Kotlin, Go, PHP, TypeScript.
  add_forms(names, upper,
            "Get* get* Set* set* Has* has* Clear* clear* Add* add* remove* addAll* put* "
            "putAll* contains* get*List set*List clear*List get*Map get*Count get*Bytes "
            "set*Bytes get*Value get*Builder add*Builder get*OrBuilder get*OrDefault "
            "get*OrThrow k* k*FieldNumber *FieldNumber");
  add_forms(names, camel(name), "*List *Map *Count *Bytes *Value *OrNull");
  names.push_back(shouted(name) + "_FIELD_NUMBER");
  if (swift == camel(name)) return;
  swift[0] = to_upper(swift[0]);
  add_forms(names, swift, "has* clear*");
}

/// Of the oneof itself; which of its fields is set, they say under the fields' names.
void oneof_names(std::vector<std::string>& names, std::string_view name) {
  const std::string upper = pascal(name);
  names.insert(names.end(), {upper, go_name(name), camel(name), shouted(name) + "_NOT_SET"});
  add_forms(names, name, "*_case clear_* has_*");
  add_forms(names, upper,
            "*Case *OneofCase OneOf_* Get* get* get*Case Clear* clear* Has* has* Which*");
  names.push_back(camel(name) + "Case");
}

void service_names(std::vector<std::string>& names, std::string_view name) {
  add_forms(names, name,
            "*Client *Server *Stub *Servicer *Grpc *Base *ClientBase *ServiceClient "
            "*ImplBase *BlockingStub *FutureStub *AsyncClient *GrpcKt *CoroutineStub "
            "*CoroutineImplBase *PromiseClient *ClientImpl *ServiceName *Handlers "
            "*Definition *_ServiceDesc *Interface *Handler New*Client New*Handler "
            "Register*Server Unimplemented*Server Unsafe*Server I*Client I*Server "
            "add*Service add_*Servicer_to_server Mock*Stub");
}

}  // namespace

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

std::string camel(std::string_view name) {
  std::string out = pascal(name);
  if (!out.empty()) out[0] = to_lower(out[0]);
  return out;
}

std::vector<std::string> generated_names(Definition definition, std::string_view name) {
  std::vector<std::string> names{std::string(name)};
  switch (definition) {
    case Definition::message:
      add_forms(names, name, "*OrBuilder I* *_builder *Kt");
      names.push_back(pascal(snake(name)));  // Rust: HTTPPage is HttpPage
      break;
    case Definition::field:
      field_names(names, name);
      break;
    case Definition::oneof:
      oneof_names(names, name);
      break;
    case Definition::enumeration:
      add_forms(names, name,
                "*_name *_value *_Name *_Parse *_IsValid *_MIN *_MAX *_ARRAYSIZE *_descriptor");
      break;
    case Definition::enum_value:
      names.insert(names.end(), {pascal(lower(name)), camel(lower(name)), names[0] + "_VALUE"});
      break;
    case Definition::service:
      service_names(names, name);
      break;
    case Definition::rpc:
      names.insert(names.end(), {camel(name), snake(name)});
      add_forms(names, name,
                "*Async get*Method Async* PrepareAsync* Request* Streamed* WithAsyncMethod_* "
                "WithCallbackMethod_*");
      break;
  }
  return distinct(std::move(names));
}

std::vector<std::string> generated_openers(Definition definition, std::string_view name) {
  if (definition == Definition::message) return distinct({camel(name), snake(name)});
  if (definition != Definition::service) return {};
  return {snake(name) + "_client", snake(name) + "_server"};
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
    case Definition::oneof:                 // Go, C++
      return {"is" + path + "_" + go_name(name), path + "_" + go_name(name) + "_not_set_case",
              path + "_" + pascal(name) + "Case"};
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

std::vector<std::string> swift_names(Definition definition, std::string_view package,
                                     std::string_view name) {
  std::string prefix;
  while (!package.empty()) {
    const auto part = package.substr(0, package.find('.'));
    package.remove_prefix(std::min(package.size(), part.size() + 1));
    prefix += pascal(part) + "_";
  }
  std::vector<std::string> names;
  const std::string own = prefix + std::string(name);
  if (!prefix.empty()) names.push_back(own);
  if (definition == Definition::service) {
    add_forms(names, own,
              "*Client *AsyncClient *NIOClient *Provider *AsyncProvider *ClientProtocol "
              "*AsyncClientProtocol");
  }
  return names;
}

std::string case_name(std::string_view field) { return shouted(field); }

std::string value_without_prefix(std::string_view enumeration, std::string_view value) {
  const std::string prefix = shouted(enumeration) + "_";
  if (!value.starts_with(prefix)) return {};
  return pascal(lower(value.substr(prefix.size())));
}

}  // namespace dossier::proto
