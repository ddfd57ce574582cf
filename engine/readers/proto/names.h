#pragma once
// The names that protoc's generators and their gRPC plugins make of a .proto's definitions, in C++,
// C#, Go, Java, Kotlin, PHP, Python, Ruby, Rust (prost, tonic),
// Swift and TypeScript: each by the rules of its generator, all in one set, since a name that no
// language makes is met nowhere. Pure functions of names.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::proto {

/// A definition of a .proto file, of which generators make names.
enum class Definition : uint8_t { message, field, oneof, enumeration, enum_value, service, rpc };

/// Made of the definition's own name, without repeats, that name first: of the field product_ids:
/// product_ids, ProductIds, productIds, GetProductIds, getProductIds, …; of the service Shop: Shop,
/// ShopClient, ShopServer, ShopStub, ShopServicer, …
std::vector<std::string> generated_names(Definition definition, std::string_view name);

/// Names of a message or service in lower case, which are its own only where they open a scope:
/// Rust's module (`find_request::Origin`, `shop_client::ShopClient`) and Kotlin's function
/// (`findRequest { … }`). Anywhere else they are names that people give to variables.
std::vector<std::string> generated_openers(Definition definition, std::string_view name);

/// Made of the definition's name and of what holds it: `outer` is the path of types around it below
/// the package ("Product.Part"), "" = none. Of the enum value KIND_BOOK in Product.Kind:
/// Product_Kind_KIND_BOOK, Product_KIND_BOOK, …
std::vector<std::string> generated_names_within(Definition definition, std::string_view outer,
                                                std::string_view name);

/// What Swift calls a type: `package` "shop.v1" makes Shop_V1_Item of it, and of a service also
/// Shop_V1_ShopClient and the like. Nested types are written behind the outer one's and a dot.
std::vector<std::string> swift_names(Definition definition, std::string_view package,
                                     std::string_view name);

/// What Java and JavaScript call a field where they say which one of a oneof is set: MAKER_NAME.
std::string case_name(std::string_view field);

/// What C#, Swift and Rust call an enum value that starts with its enum's name: KIND_BOOK of Kind
/// is Book. "" = it does not start so.
std::string value_without_prefix(std::string_view enumeration, std::string_view value);

/// product_ids → ProductIds: a letter behind an underscore, a digit or the start is upper-cased.
std::string pascal(std::string_view name);
/// The same with a lower-case beginning.
std::string camel(std::string_view name);

}  // namespace dossier::proto
