#pragma once
// The names that protoc's generators and their gRPC plugins derive from the definitions of a .proto
// file, for the spellings of all languages together: a name that no language uses is never met.
// Pure functions of names.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/proto/generated.h"

namespace dossier::proto {

/// Where a definition stands, as far as the names made of it tell.
struct Place {
  std::string_view package;
  std::string_view outer;  // the types around it, below the package: "Shop.Item"
  bool in_oneof = false;   // of a field
};

/// A name that depends on the definition's place.
struct PlacedName {
  std::string text;
  Around around = Around::nothing;
  /// Nobody is called so by chance: it has the names of what is around in it.
  bool is_strong() const { return around != Around::prefix && around != Around::choice; }
};

class Spellings {
 public:
  explicit Spellings(std::span<const Generated* const> generators);

  /// The names derived from the definition's own name, without repeats, that name first. For the
  /// field product_ids: product_ids, ProductIds, productIds, GetProductIds, getProductIds, …; for
  /// the service Shop: Shop, ShopClient, ShopServer, ShopStub, ShopServicer, …
  std::vector<std::string> of(Definition definition, std::string_view name) const;

  /// The names of a definition in its place, without the bare name. For the enum value KIND_BOOK of
  /// Product.Kind: Product_KIND_BOOK, Product_Kind_KIND_BOOK, and Book, which is KIND_BOOK without
  /// its enum's name.
  std::vector<PlacedName> placed(Definition definition, std::string_view name,
                                 const Place& place) const;

  /// The names derived with `around` in front, without the bare name (see Around). For the enum
  /// value KIND_BOOK beside Product: Product_KIND_BOOK.
  std::vector<std::string> within(Around around, Definition definition, std::string_view outer,
                                  std::string_view name) const;

 private:
  struct Form {
    Definition of;
    Around around;
    Case letters;
    std::string_view form;
  };
  std::vector<Form> forms_;  // each once
};

/// The package as a prefix in Swift: "shop.v1" is Shop_V1_.
std::string package_prefix(std::string_view package);

/// KIND_BOOK of Kind is BOOK. "" if the value does not start with its enum's name.
std::string_view value_without_prefix(std::string_view enumeration, std::string_view value);

/// product_ids → ProductIds: a letter after an underscore, after a digit or at the start is
/// upper-cased.
std::string pascal(std::string_view name);

}  // namespace dossier::proto
