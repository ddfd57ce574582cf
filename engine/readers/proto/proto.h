#pragma once
// A .proto file as a Module of kind source: messages, enums and services are types; fields, enum
// values and rpcs are their members; types that are named, and imports, are references. Written for
// this project, because npm has no grammar of it; a hand-written parser also recovers where a
// generated one gives up: what it does not understand is skipped up to its ';' or balanced '}'.
//
// A field's number and an enum value's are details of kind value; options are details of kind
// attribute; fields of a oneof say so in their signature.
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"

namespace dossier::proto {

struct ReadProto {
  Module module;
  bool has_errors = false;  // something was skipped
};

/// Total: any bytes give a module. Nesting deeper than 100 is skipped.
ReadProto read(std::string_view path, std::string_view contents);

/// A definition of a .proto file, of which generators make names.
enum class Definition { message, field, enumeration, enum_value, service, rpc };

/// The names that protoc's generators for Go, Python, Java, C#, C++, TypeScript and their gRPC
/// plugins make of a definition's name, without repeats, the name itself first: of the field
/// product_ids: product_ids, ProductIds, productIds, GetProductIds, getProductIds, …; of the
/// service Shop: Shop, ShopClient, ShopServer, ShopStub, ShopServicer, …
std::vector<std::string> generated_names(Definition definition, std::string_view name);

/// The names that are made of a definition's and of what holds it: `outer` is the path of types
/// around it below the package ("Product.Part"), "" = none. Of the enum value KIND_BOOK in
/// Product.Kind: Product_Kind_KIND_BOOK, Product_KIND_BOOK, …
std::vector<std::string> generated_names_within(Definition definition, std::string_view outer,
                                                std::string_view name);

/// What C#, Swift and Rust call an enum value that starts with its enum's name: KIND_BOOK of Kind
/// is Book. "" = it does not start so.
std::string value_without_prefix(std::string_view enumeration, std::string_view value);

}  // namespace dossier::proto
