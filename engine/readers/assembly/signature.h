#pragma once
// Renders signatures (ECMA-335 II.23.2) directly as text in Mono.Cecil's notation, without building
// a tree, because facts contain only text. A malformed signature gives nothing; a hostile one
// (deep, circular, exploding) exceeds limits and counts as malformed.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/assembly/names.h"

namespace dossier::assembly {

/// The owners of a signature's generic parameters, which give their names: rows of TypeDef and
/// MethodDef, 0 = by position.
struct GenericScope {
  uint32_t type = 0;
  uint32_t method = 0;
};

/// The innermost type of a constructed type: List`1 of List`1<int>[].
struct Element {
  std::string_view name;
  std::string_view scope;
  Token token;                 // TypeDef or TypeRef, none for the others
  bool is_definition = false;  // some module defines it; false for generic parameters and pointers
                               // to functions
};

/// A type named by a signature, with its generic instantiation.
struct Mention {
  std::string_view text;
  Element element;
};

struct MethodSignature {
  static constexpr size_t kNoVarargs = ~size_t{0};
  bool has_this = false;
  bool is_generic = false;
  std::string return_type;
  std::vector<std::string> parameters;
  size_t varargs_at = kNoVarargs;  // the first parameter after the sentinel

  /// "Int32,List`1<!0>"; ends at the sentinel if `fixed_only`.
  std::string parameter_list(bool fixed_only = false) const;
};

class SignatureReader {
 public:
  /// If given, `mentions` receives every type named.
  SignatureReader(Names& names, GenericScope scope, std::vector<Mention>* mentions = nullptr)
      : names_(names), scope_(scope), mentions_(mentions) {}

  /// Appends the type at the cursor; returns false if it is malformed. If given, `element` receives
  /// its innermost type.
  bool type(Cursor& in, std::string& out, Element* element = nullptr);
  /// Appends the type that a TypeDef, TypeRef or TypeSpec token names.
  bool type_token(Token token, std::string& out, Element* element = nullptr);
  std::optional<MethodSignature> method(Cursor& in);
  std::optional<std::string> field(Cursor& in, Element* element = nullptr);
  /// The type of a property; its indexes come from its accessors.
  std::optional<std::string> property(Cursor& in);
  /// The types of a method's locals; "pinned" is not part of the text.
  std::optional<std::vector<std::string>> locals(Cursor& in);

  /// Whether the text so far depends on the scope.
  bool names_type_parameter() const { return names_type_parameter_; }
  bool names_method_parameter() const { return names_method_parameter_; }

 private:
  bool is_within_limits(const std::string& out);
  bool primitive(uint8_t code, std::string& out, Element* element);
  bool suffixed(Cursor& in, std::string& out, Element* element, std::string_view suffix);
  bool modified(Cursor& in, std::string& out, Element* element, std::string_view keyword);
  bool array(Cursor& in, std::string& out, Element* element);
  bool generic_instance(Cursor& in, std::string& out, Element* element);
  bool variable(Cursor& in, std::string& out, Element* element, bool of_method);
  bool function_pointer(Cursor& in, std::string& out, Element* element);
  bool constructed(uint8_t code, Cursor& in, std::string& out, Element* element);
  void mention(std::string_view text, const Element& element);

  Names& names_;
  GenericScope scope_;
  std::vector<Mention>* mentions_;
  int depth_ = 0;
  int steps_ = 0;
  bool names_type_parameter_ = false;
  bool names_method_parameter_ = false;
};

}  // namespace dossier::assembly
