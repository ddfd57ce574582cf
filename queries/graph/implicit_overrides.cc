#include "queries/graph/implicit_overrides.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "queries/graph/accessors.h"
#include "queries/graph/stored_symbols.h"
#include "queries/graph/walk.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr int64_t kMethodTable = 0x06;
constexpr std::string_view kBetweenNames = ",()<>[]&* ";

bool is_virtual_method(const Definition& one) {
  return one.kind == "method" && one.token >> 24 == kMethodTable && (one.flags & kVirtual) != 0;
}

/// The name of "in TShape : class".
std::string parameter_name(std::string_view detail) {
  detail = detail.substr(0, detail.find(" : "));
  for (const std::string_view word : {"in ", "out "})
    if (detail.starts_with(word)) detail.remove_prefix(word.size());
  return std::string(detail);
}

/// The arguments of "Type`1<A,B<C>>".
std::vector<std::string> arguments_of(std::string_view type) {
  std::vector<std::string> arguments;
  if (!type.ends_with('>')) return arguments;
  int depth = 0;
  size_t end = type.size() - 1;
  for (size_t at = type.size(); at-- > 0;) {
    if (type[at] == '>') ++depth;
    if (type[at] == '<') --depth;
    const bool is_first = type[at] == '<' && depth == 0;
    if (!is_first && (type[at] != ',' || depth != 1)) continue;
    arguments.emplace_back(type.substr(at + 1, end - at - 1));
    end = at;
    if (is_first) break;
  }
  std::reverse(arguments.begin(), arguments.end());
  return arguments;
}

template <typename Names>
std::string with_names(std::string_view text, const Names& names) {
  std::string out;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(kBetweenNames));
    const auto found = names.find(word);
    out += found == names.end() ? word : std::string_view(found->second);
    text.remove_prefix(word.size());
    if (text.empty()) break;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace

/// One way up from a method.
struct ImplicitOverrides::Climb {
  std::string name;
  std::string face;  // in the words of the type that it begins at
  std::vector<Definition> found;
  std::set<int64_t> seen;        // methods
  std::set<int64_t> types;       // classes passed
  std::set<int64_t> interfaces;  // passed below the class at hand

  bool add(Statements& store, int64_t symbol) {
    if (!seen.insert(symbol).second) return false;
    auto one = definition_of(store, symbol);
    if (!one) return false;
    if (const auto row = first_row<sql::ModuleOfSymbol>(store, symbol)) one->module = row->name;
    found.push_back(std::move(*one));
    return true;
  }
};

std::vector<std::string> ImplicitOverrides::generic_parameters(int64_t symbol) {
  std::vector<std::string> names;
  for (const auto& row : store_.rows<sql::SymbolDetails>(symbol))
    if (row.kind == static_cast<int64_t>(DetailKind::generic_parameter))
      names.push_back(parameter_name(row.text));
  return names;
}

std::vector<int64_t> ImplicitOverrides::types_meant(int64_t from, std::string_view type,
                                                    std::string_view assembly) {
  int64_t first = 0, last = 0;
  std::string own;
  if (const auto row = first_row<sql::ModuleOfSymbol>(store_, from)) {
    first = row->id;
    last = row->last;
    own = row->name;
  }
  std::vector<int64_t> named, any;
  for (const int64_t snapshot : scope_.snapshots) {
    for (const auto& row : store_.rows<sql::TypeDefiners>(type, snapshot)) {
      const bool is_own = row.symbol >= first && row.symbol <= last;
      if (is_own && assembly == own) return {row.symbol};
      const std::string_view whole = row.assembly.substr(0, row.assembly.find(','));
      const bool is_named = row.module == assembly || whole == assembly;
      std::vector<int64_t>& list = is_named ? named : any;
      if (std::find(list.begin(), list.end(), row.symbol) == list.end()) list.push_back(row.symbol);
    }
  }
  return named.empty() ? any : named;
}

const ImplicitOverrides::Node& ImplicitOverrides::node(int64_t type) {
  const auto [at, is_new] = nodes_.try_emplace(type);
  if (!is_new) return at->second;
  struct Listed {
    bool is_interface;
    std::string text, type, assembly;
  };
  std::vector<Listed> listed;
  for (const auto& row : store_.rows<sql::RefsFrom>(type, type)) {
    const auto kind = static_cast<ReferenceKind>(row.kind);
    if (kind == ReferenceKind::base || kind == ReferenceKind::interface)
      listed.push_back({kind == ReferenceKind::interface, std::string(row.target),
                        std::string(row.target_type), std::string(row.target_scope)});
  }
  Node made;
  made.parameters = generic_parameters(type);
  for (const Listed& one : listed)
    made.edges.push_back(
        {one.is_interface, types_meant(type, one.type, one.assembly), arguments_of(one.text)});
  return nodes_[type] = std::move(made);
}

const std::unordered_set<int64_t>& ImplicitOverrides::above(int64_t type) {
  const auto [at, is_new] = above_.try_emplace(type);
  if (!is_new) return at->second;
  Walk<int64_t> walk;
  walk.enter(type, type);
  walk.run(1, INT64_MAX, [&](const std::vector<int64_t>& level, int64_t) {
    for (const int64_t one : level)
      for (const Edge& edge : node(one).edges)
        for (const int64_t up : edge.types) walk.enter(up, up);
    return true;
  });
  return above_[type] = walk.entered();
}

ImplicitOverrides::Names ImplicitOverrides::bind(const Node& base, const Edge& edge,
                                                 const Names& names) {
  Names bound;
  if (base.parameters.size() != edge.arguments.size()) return bound;
  for (size_t i = 0; i < base.parameters.size(); ++i)
    bound[base.parameters[i]] = with_names(edge.arguments[i], names);
  return bound;
}

std::string ImplicitOverrides::face(int64_t symbol, std::string_view name,
                                    std::string_view signature, std::string_view parameters,
                                    const Names& names) {
  Names all = names;
  size_t position = 0;
  for (const auto& parameter : generic_parameters(symbol))
    all[parameter] = "!!" + std::to_string(position++);
  const size_t end = signature.find(" " + std::string(name));
  std::string text = with_names(signature.substr(0, end), all);
  return text + with_names(parameters, all) + "`" + std::to_string(position);
}

/// Whether the type says itself which of its methods implements this one.
bool ImplicitOverrides::is_explicit(int64_t type, int64_t method) {
  const auto owner = definition_of(store_, type);
  const auto meant = definition_of(store_, method);
  if (!owner || !meant) return false;
  const auto keys = keys_of(store_, *meant);
  for (const auto& row : store_.rows<sql::RefsFrom>(type, owner->last)) {
    if (row.kind == static_cast<int64_t>(ReferenceKind::override) &&
        std::find(keys.begin(), keys.end(), row.target_key) != keys.end())
      return true;
  }
  return false;
}

// The interfaces of `from`, and those that they extend. Where a class on the way says itself which
// method implements one, that one does.
void ImplicitOverrides::implement(Climb& climb, int64_t from, const Names& names) {
  const Node here = node(from);
  for (const Edge& edge : here.edges) {
    if (!edge.is_interface) continue;
    for (const int64_t interface : edge.types) {
      const Names bound = bind(node(interface), edge, names);
      std::vector<std::pair<int64_t, std::string>> members;
      struct Row {
        int64_t symbol, flags;
        std::string params, signature;
      };
      std::vector<Row> rows;
      for (const auto& row :
           store_.rows<sql::MembersNamed>(interface, std::string_view(climb.name)))
        if (row.kind == static_cast<int64_t>(MemberKind::method))
          rows.push_back({row.symbol, row.flags, std::string(row.params.value_or("()")),
                          std::string(row.signature)});
      for (const Row& row : rows)
        if (face(row.symbol, climb.name, row.signature, row.params, bound) == climb.face &&
            std::none_of(climb.types.begin(), climb.types.end(),
                         [&](int64_t type) { return is_explicit(type, row.symbol); }))
          climb.add(store_, row.symbol);
      if (climb.interfaces.insert(interface).second) implement(climb, interface, bound);
    }
  }
}

// The method's slot in the bases of `type`, up to the class that introduced it.
void ImplicitOverrides::climb(Climb& climb, int64_t type, const Names& names) {
  const Node here = node(type);
  for (const Edge& edge : here.edges) {
    if (edge.is_interface) continue;
    for (const int64_t base : edge.types) {
      if (!climb.types.insert(base).second) continue;
      const Names bound = bind(node(base), edge, names);
      std::vector<Definition> own;
      for (const auto& row : store_.rows<sql::MembersNamed>(base, std::string_view(climb.name))) {
        Definition made;
        made.symbol = row.symbol;
        made.flags = row.flags;
        made.key = row.params.value_or("()");
        made.signature = row.signature;
        if (row.kind == static_cast<int64_t>(MemberKind::method)) own.push_back(std::move(made));
      }
      bool is_first = false;
      for (const Definition& one : own) {
        if ((one.flags & kVirtual) == 0 ||
            face(one.symbol, climb.name, one.signature, one.key, bound) != climb.face)
          continue;
        climb.add(store_, one.symbol);
        is_first = (one.flags & kOverride) == 0;
        if ((one.flags & kPublic) != 0) {
          climb.interfaces.clear();
          implement(climb, base, bound);
        }
      }
      if (!is_first) this->climb(climb, base, bound);
    }
  }
}

std::vector<Definition> ImplicitOverrides::by(const Definition& method) {
  if (!is_virtual_method(method)) return {};
  Climb climb;
  const std::string_view key = method.key;
  const size_t open = std::min(key.find('(', method.type.size()), key.size());
  climb.name = key.substr(method.type.size() + 1, open - method.type.size() - 1);
  climb.face = face(method.symbol, climb.name, method.signature, key.substr(open), {});
  climb.seen.insert(method.symbol);
  climb.types.insert(method.type_symbol);
  const bool is_interface = kind_of_type(store_, method.type_symbol) == "interface";
  if (!is_interface && (method.flags & kPublic) != 0) implement(climb, method.type_symbol, {});
  if ((method.flags & kOverride) != 0) this->climb(climb, method.type_symbol, {});
  return std::move(climb.found);
}

std::vector<Definition> ImplicitOverrides::of(const std::vector<Definition>& methods) {
  std::vector<Definition> all;  // with the accessors that a property or an event stands for
  for (const Definition& one : methods) {
    all.push_back(one);
    for (Accessor& accessor : accessors_of(store_, one)) all.push_back(std::move(accessor.member));
  }
  std::map<std::string, std::vector<const Definition*>> by_name;
  for (const Definition& method : all) {
    if (!is_virtual_method(method)) continue;
    const std::string_view key = method.key;
    const size_t open = std::min(key.find('(', method.type.size()), key.size());
    by_name[std::string(key.substr(method.type.size() + 1, open - method.type.size() - 1))]
        .push_back(&method);
  }
  std::vector<Definition> found;
  for (const auto& [name, meant] : by_name) of_name(name, meant, found);
  return found;
}

void ImplicitOverrides::of_name(std::string_view name, const std::vector<const Definition*>& meant,
                                std::vector<Definition>& found) {
  for (Definition& one : members_everywhere(store_, scope_, name)) {
    if (!is_virtual_method(one)) continue;
    const auto& types = above(one.type_symbol);
    const auto may_be = [&](const Definition* method) {
      return method->symbol != one.symbol && types.contains(method->type_symbol);
    };
    if (std::none_of(meant.begin(), meant.end(), may_be)) continue;
    const auto ups = by(one);
    const auto is = [&](const Definition& up) {
      return std::any_of(meant.begin(), meant.end(), [&](const Definition* method) {
        return method->symbol == up.symbol && up.symbol != one.symbol;
      });
    };
    if (std::any_of(ups.begin(), ups.end(), is)) found.push_back(std::move(one));
  }
}

}  // namespace dossier
