#pragma once
// The facts that readers produce: modules with their types, members, references and literals; and
// files.
//
// A reader turns bytes into facts and does not know SQL. A Module is a module of an assembly, a
// module of a project export, or a source file. It owns the text that its views point into, so
// views stay valid when it is moved. Rejected: std::string fields (three allocations per member, a
// third of the import's time).
//
// Symbols are numbered in discovery order: 0 is the module; then each type, followed by its fields,
// methods, properties and events. The `source` of a reference or literal is such an ordinal.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/digest.h"

namespace dossier {

/// Bump storage for the text of one module. Views stay valid while the arena lives, moves included.
class TextArena {
 public:
  TextArena() = default;
  TextArena(TextArena&&) = default;
  TextArena& operator=(TextArena&&) = default;

  /// A copy of `text` that lives as long as the arena.
  std::string_view keep(std::string_view text);
  /// The concatenation of the parts, kept.
  std::string_view join(std::initializer_list<std::string_view> parts);
  /// Throws Error{limit} from now on for more than `bytes` of text.
  void limit(size_t bytes) { limit_ = bytes; }
  /// Bytes reserved.
  size_t size() const { return reserved_; }

 private:
  char* reserve(size_t bytes);

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  size_t left_ = 0;
  size_t reserved_ = 0;
  size_t limit_ = SIZE_MAX;
};

/// Modifiers of a type or member, a set of bits. The numbers are stored: never renumber.
enum Flag : uint32_t {
  kStatic = 1u << 0,
  kPublic = 1u << 1,
  kAbstract = 1u << 2,
  kSealed = 1u << 3,
  kVirtual = 1u << 4,
  kProtected = 1u << 5,  // family; with kInternal: family or assembly
  kInternal = 1u << 6,
  kPrivate = 1u << 7,
  kConstructor = 1u << 8,
  kGenerated = 1u << 9,  // compiler-generated
  kOverride = 1u << 10,
  kReadOnly = 1u << 11,
  kConstant = 1u << 12,
};

/// Something known about a symbol beyond its columns. The numbers are stored: never renumber.
enum class DetailKind : uint8_t {
  attribute = 1,      // rendered with its arguments
  generic_parameter,  // "T : Constraint, new()"
  value,              // of a constant or an enum member, as text
  pinvoke,            // "library!entry"
  resource,           // name
  doc,                // doc comment, without markers
  reference,  // an assembly that the module references (full name), a .proto whose code it uses
  mvid,
  rva,             // in databases made before Member had it
  interface_name,  // as listed, in order
  open_key,  // the key as other modules write it, generic parameters by position: "List`1.Add(!0)"
  result,    // of a source's member: what it holds or gives, as receivers.h says it
};
struct Detail {
  uint32_t source = 0;  // ordinal of the symbol
  DetailKind kind = DetailKind::attribute;
  std::string_view text;
};

enum class MemberKind : uint8_t { field, method, property, event };
std::string_view name_of(MemberKind kind);

struct Member {
  MemberKind kind = MemberKind::field;
  std::string_view member_type;  // as an export words it: "Field", "Constructor", …
  std::string_view name;
  std::string_view full_name;
  std::string_view signature;
  uint32_t flags = 0;
  uint32_t token = 0;  // ECMA-335 metadata token, 0 = none
  uint32_t line = 0;   // 1-based first line in the source, 0 = unknown
  uint32_t end_line = 0;
  uint32_t rva = 0;   // address of a method's code in its image, 0 = none
  uint64_t body = 0;  // hash of its meaning (engine/readers/assembly/body_meaning.h), 0 = unknown
};

struct Type {
  std::string_view name;
  std::string_view name_space;
  std::string_view full_name;
  std::string_view base_type;
  std::string_view kind;  // class, struct, interface, enum, delegate, message, …; "" = unknown
  std::string_view source_path;  // belongs to the snapshot, not to the module's hash
  uint32_t flags = 0;
  uint32_t token = 0;
  uint32_t line = 0;
  uint32_t end_line = 0;
  std::vector<Member> members;  // fields, methods, properties, events, each in the input's order
};

/// The kind of a reference. The numbers are stored: never renumber.
enum class ReferenceKind : uint8_t {
  call = 1,
  new_object,
  function_pointer,
  read,
  write,
  address,
  type,  // from code
  base,
  interface,
  signature,
  attribute,
  override,  // from metadata
  import,
  rpc,  // from source
};
/// "call", "new", "ftn", "read", "write", "addr", "type", "base", "interface", "signature", …
std::string_view name_of(ReferenceKind kind);

/// The target_scope of an import that applies to every file of its project (C#'s `global using`).
inline constexpr std::string_view kGlobalImport = "global using";

struct Reference {
  uint32_t source = 0;  // ordinal of the symbol that holds the reference
  ReferenceKind kind = ReferenceKind::call;
  std::string_view target;        // as written, generic instantiation included
  std::string_view target_type;   // the open type
  std::string_view target_scope;  // assembly, or module of the source
  std::string_view target_key;    // the definition's key: Type.Name(ParamType,…)
  bool in_module = false;  // what is meant is the module's; of kind rpc: it declares the name
  bool by_name = false;    // resolved by name alone, not by exact metadata
  int32_t il_offset = -1;  // bytes into the method body, -1 = none
  uint32_t line = 0;       // 1-based, 0 = none
  uint32_t column = 0;
};

struct Literal {
  uint32_t source = 0;
  bool is_string = false;  // else a number
  std::string_view value;  // UTF-8 text; numbers as decimal text
  int32_t il_offset = -1;
  uint32_t line = 0;
};

/// The numbers are stored: never renumber.
enum class ModuleKind : uint8_t { exported = 1, assembly, source };
std::string_view name_of(ModuleKind kind);

struct Module {
  ModuleKind kind = ModuleKind::exported;
  std::string_view name;
  std::string_view full_name;  // AssemblyFullName
  std::string_view path;       // belongs to the snapshot, not to the module's hash
  std::string_view language;   // of a source file
  std::optional<Digest> file;  // SHA-256 of the assembly read; the snapshot's, like the path
  std::vector<Type> types;
  std::vector<Reference> references;
  std::vector<Literal> literals;
  std::vector<Detail> details;
  TextArena text;
};

/// A file of a repository snapshot. `contents` is empty for binaries and files over the cap.
struct File {
  std::string path;
  std::string language;
  std::string contents;
  int64_t size = 0;
  int64_t lines = 0;
  int64_t mtime_ns = 0;
  std::string object_id;  // git blob id, or empty
  bool is_generated = false;
  bool is_vendored = false;
  bool is_binary = false;
};

using Fact = std::variant<Module, File>;
using FactSink = std::function<void(Fact&&)>;

}  // namespace dossier
