#include "queries/graph/receiver_types.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/type_text.h"
#include "engine/readers/word_list.h"
#include "queries/graph/names.h"
#include "queries/graph/receiver_text.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr int kMostDeep = 24;  // results of results, and bases of bases
constexpr size_t kMostBases = 64;
// Of an object that is written where one of several types is expected, it is not told which it is:
// so many members of one name are each meant.
constexpr size_t kMostMeant = 4;

void add_new(std::vector<int64_t>& all, const std::vector<int64_t>& some) {
  for (const int64_t one : some)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

using languages::kNoReceiver;

}  // namespace

std::vector<int64_t> ReceiverTypes::types_called(std::string_view full_name) {
  std::vector<int64_t> found;
  if (const auto id = name_id(statements_, full_name))
    for (const auto& row : statements_.rows<sql::TypesCalled>(*id))
      if (aliases_.module_of(row.id) != nullptr) found.push_back(row.id);
  return found;
}

const ReceiverTypes::TypeFacts& ReceiverTypes::facts(int64_t type) {
  const auto [at, is_new] = facts_.try_emplace(type);
  TypeFacts& made = at->second;
  if (!is_new) return made;
  const ScopeModule* module = aliases_.module_of(type);
  made.module = module == nullptr ? 0 : module->module;
  if (const auto definition = definition_of(statements_, type)) made.full_name = definition->type;
  if (const auto row = first_row<sql::TypeFacts>(statements_, type)) {
    made.is_free = is_kind_of_scope(row->kind);
    made.is_alias = row->kind == "alias";
    const auto dot = made.full_name.find_last_of(".+");
    made.is_nested = dot != std::string::npos && dot > row->name_space.size();
  }
  if (made.is_alias) made.stands_for = result_of(statements_, type);
  for (const int64_t part : types_called(made.full_name)) {
    const ScopeModule* around = aliases_.module_of(part);
    const auto definition = definition_of(statements_, part);
    if (around != nullptr && definition)
      made.parts.push_back({part, definition->last, around->module});
  }
  for (const auto& part : made.parts)
    for (const auto& row : statements_.rows<sql::BasesOfType>(part.first, part.last))
      if (made.bases.size() < kMostBases)
        made.bases.emplace_back(row.target, part.module);
      else
        is_cut_ = true;
  return made;
}

/// Whether a limit is met, beyond which nothing is known.
bool ReceiverTypes::is_over(int depth) {
  const bool is_over = left_ == 0 || depth > kMostDeep;
  is_cut_ = is_cut_ || is_over;
  return is_over;
}

bool ReceiverTypes::is_free(int64_t member) {
  const auto row = first_row<sql::MemberOwner>(statements_, member);
  return row && facts(row->type).is_free;
}

bool ReceiverTypes::derives(int64_t type, int64_t from) {
  const std::string wanted = facts(from).full_name;
  std::vector<int64_t> above{type};
  for (size_t i = 0; i < above.size(); ++i) {
    if (above.size() > kMostBases) {
      is_cut_ = true;
      break;
    }
    const auto bases = facts(above[i]).bases;
    for (const auto& [base, module] : bases) add_new(above, value(base, module).types);
  }
  return std::any_of(above.begin() + 1, above.end(),
                     [&](int64_t one) { return facts(one).full_name == wanted; });
}

/// The types that a function's parameter, or its type's constructor's, is declared with.
void ReceiverTypes::add_parameter(int64_t symbol, size_t index, Value& made) {
  const auto definition = definition_of(statements_, symbol);
  const ScopeModule* around = aliases_.module_of(symbol);
  if (!definition || around == nullptr) return;
  if (definition->is_type) {
    const Members constructors = members_of(symbol, "constructor", Use::call, 0);
    for (const int64_t one : constructors.symbols)
      if (one != symbol) add_parameter(one, index, made);
    return;
  }
  const auto* language = languages::of(around->name);
  std::string_view written = parameter_of(definition->key, definition->type.size(), index);
  if (written.empty() && index == 0) written = properties_of(definition->signature);
  const auto label = languages::outside_brackets(written, ":");
  if (language != nullptr && language->parameters.labels && label != written.npos)
    written.remove_prefix(label + 1);
  std::vector<std::string> names;
  for (bool is_last = false; !is_last;) {
    const auto bar = languages::outside_brackets(written, "|");
    is_last = bar == written.npos;
    auto type = languages::type_parts(languages::bare_type(written.substr(0, bar)));
    if (language != nullptr && is_among(language->wrappers, type.name))
      type = languages::type_parts(languages::bare_type(type.arguments));
    if (!type.name.empty() && !type.is_array) names.emplace_back(type.name);
    if (!is_last) written.remove_prefix(bar + 1);
  }
  std::vector<std::string> keys;
  for (const auto& row : statements_.rows<sql::RefsFrom>(symbol, symbol))
    if (row.kind == static_cast<int64_t>(ReferenceKind::signature) &&
        std::find(names.begin(), names.end(), row.target) != names.end() &&
        std::find(keys.begin(), keys.end(), row.target_key) == keys.end())
      keys.emplace_back(row.target_key);
  for (const std::string& key : keys) add_new(made.types, value(key, around->module).types);
}

/// Where members are that are called on the type: in a class's companions; of one without a name,
/// in its class.
const std::vector<int64_t>& ReceiverTypes::companions_of(int64_t type) {
  const auto [at, is_new] = companions_.try_emplace(type);
  if (!is_new) return at->second;
  const ScopeModule* module = aliases_.module_of(type);
  const auto* language = module == nullptr ? nullptr : languages::of(module->name);
  if (language == nullptr || language->nameless.first.empty()) return at->second;
  const std::string full_name = facts(type).full_name;
  const std::string nameless = "." + std::string(language->nameless.second);
  std::vector<int64_t> found;
  if (full_name.ends_with(nameless))
    found = types_called(full_name.substr(0, full_name.size() - nameless.size()));
  else
    for (const auto& row : statements_.rows<sql::TypesBetween>(module->module, module->last))
      if ((row.flags & kStatic) != 0 && row.full_name.starts_with(full_name + ".") &&
          row.full_name.find('.', full_name.size() + 1) == row.full_name.npos &&
          !row.full_name.ends_with(nameless))
        found.push_back(row.id);
  return companions_[type] = std::move(found);
}

const ReceiverTypes::Members& ReceiverTypes::members_of(int64_t type, std::string_view name,
                                                        Use use, int depth) {
  const auto [at, is_new] = members_.try_emplace({type, std::string(name), use});
  Members& found = at->second;
  if (!is_new) return found;  // also where bases go round in a circle
  if (is_over(depth)) return found;
  --left_;
  const TypeFacts& own = facts(type);
  std::vector<int64_t> others;  // of the other use
  const auto is_local = [&](int64_t symbol) {
    const auto member = definition_of(statements_, symbol);
    return member && member->is_local;  // a method's own function
  };
  if (const auto id = name_id(statements_, name))
    for (const auto& part : own.parts)
      for (const auto& row :
           statements_.rows<sql::MembersCalledIn>(*id, part.first + 1, part.last)) {
        if (row.is_spelled != 0 && is_local(row.id)) continue;
        const bool is_method = row.kind == static_cast<int64_t>(MemberKind::method);
        (is_method == (use == Use::call) ? found.symbols : others).push_back(row.id);
      }
  if (found.symbols.empty()) found.symbols = std::move(others);
  found.is_known = !own.is_alias;
  if (!found.symbols.empty()) return found;
  for (const int64_t one : companions_of(type)) {
    const Members& there = members_of(one, name, use, depth + 1);
    add_new(found.symbols, there.symbols);
  }
  if (!found.symbols.empty()) return found;
  for (const auto& [base, module] : own.bases) {
    const Value& above = value(base, module);
    if (above.types.empty()) found.is_known = false;
    for (const int64_t one : above.types) {
      const Members& inherited = members_of(one, name, use, depth + 1);
      found.is_known = found.is_known && inherited.is_known;
      add_new(found.symbols, inherited.symbols);
    }
    if (!found.symbols.empty()) {
      found.is_known = true;
      break;
    }
  }
  return found;
}

/// What a name alone can mean: types, and what is outside of types; also an extension of a type.
std::vector<int64_t> ReceiverTypes::functions(std::string_view name, int64_t module) {
  std::vector<int64_t> found = aliases_.definitions(name, module);
  if (found.empty()) {
    const ScopeModule* around = aliases_.module_of(module);
    const auto* language = around == nullptr ? nullptr : languages::of(around->name);
    if (language != nullptr && language->full_names_anywhere) return types_called(name);
  }
  std::erase_if(found, [&](int64_t symbol) {
    const auto definition = definition_of(statements_, symbol);
    return !definition || !(definition->is_type || is_free(symbol));
  });
  // A type within another one is called by its name alone there only.
  std::vector<int64_t> outside;
  for (const int64_t symbol : found) {
    const auto definition = definition_of(statements_, symbol);
    const ScopeModule* around = aliases_.module_of(symbol);
    const bool is_near = around != nullptr && around->module == module;
    if (is_near || !definition->is_type || !facts(symbol).is_nested) outside.push_back(symbol);
  }
  return outside.empty() ? found : outside;
}

std::vector<int64_t> ReceiverTypes::named(std::string_view path, int64_t module, Use use) {
  std::vector<int64_t> found;
  if (is_plain(path)) found = types_called(path);
  const size_t last = last_name(path);
  const auto name = path.substr(last);
  // What a module gives by default, though a variable of the file may be called like the module.
  if (found.empty() && last > 1 && name == languages::kDefault)
    found = types_called(aliases_.renamed(path));
  if (found.empty() && last > 1) {
    const std::vector<int64_t> owners = value(path.substr(0, last - 1), module).types;
    for (const int64_t owner : owners) {
      add_new(found, members_of(owner, name, use, 0).symbols);
      if (!found.empty()) continue;
      for (const char separator : {'.', '+'})
        add_new(found, types_called(facts(owner).full_name + separator + std::string(name)));
    }
    // A module may pass on what it does not define.
    const bool is_type = std::any_of(owners.begin(), owners.end(),
                                     [&](int64_t owner) { return !facts(owner).is_free; });
    if (is_type) return found.empty() ? functions(name, module) : found;
  }
  if (!found.empty() || !is_plain(path)) return found;
  if (last == 0) return functions(path, module);
  for (const int64_t symbol : aliases_.definitions(path, module)) found.push_back(symbol);
  if (found.empty() && depth_ < kMostDeep) {
    const std::string meant = aliases_.renamed(path);
    if (!meant.empty()) {
      ++depth_;
      found = named(meant, module, use);
      --depth_;
    }
  }
  return found;
}

ReceiverTypes::Value ReceiverTypes::worked_out(std::string_view expression, int64_t module) {
  Value made;
  const bool is_one = expression.starts_with('[') && expression.find(']') + 1 == expression.size();
  if (const auto bar = expression.find('|'); !is_one && bar != expression.npos) {
    const Value left = value(expression.substr(0, bar), module);
    made = value(expression.substr(bar + 1), module);
    add_new(made.types, left.types);
    made.is_foreign = made.is_foreign && left.is_foreign;
    return made;
  }
  if (expression.starts_with('[') || expression == "\"\"" || expression == "0") {
    made.is_foreign = true;  // a collection, a text, a number
    return made;
  }
  if (const auto open = argument_at(expression); open != expression.npos) {
    const size_t index = static_cast<size_t>(expression[open + 1] - '0');
    for (const int64_t symbol : named(expression.substr(0, open), module, Use::call))
      add_parameter(symbol, index, made);
    return made;
  }
  const bool is_element = expression.ends_with("[]");
  if (is_element) expression.remove_suffix(2);
  const bool is_called = expression.ends_with("()");
  if (is_called) expression.remove_suffix(2);
  for (const int64_t symbol : named(expression, module, is_called ? Use::call : Use::value)) {
    const auto definition = definition_of(statements_, symbol);
    if (!definition) continue;
    const bool is_alias = definition->is_type && facts(symbol).is_alias;
    if (is_element && definition->is_type && !is_alias) continue;
    if (definition->is_type && !(is_alias && !facts(symbol).stands_for.empty())) {
      add_new(made.types, {symbol});
      continue;
    }
    std::string result = is_alias ? facts(symbol).stands_for : result_of(statements_, symbol);
    if (is_element) {
      if (!result.starts_with('[')) continue;
      result = result.substr(1, result.size() - 2);
    }
    const ScopeModule* around = aliases_.module_of(symbol);
    if (result.empty() || around == nullptr) continue;
    const Value& given = value(result, around->module);
    add_new(made.types, given.types);
    made.is_foreign = given.is_foreign;
    made.declared = given.declared;
  }
  if (is_called || is_element || !made.types.empty() || made.is_foreign) return made;
  if (expression.empty() || !is_plain(expression)) return made;
  const size_t last = last_name(expression);
  // What a type in scope does not have itself may be a field that a base declares.
  const bool is_type = last == 0 || value(expression.substr(0, last - 1), module).types.empty();
  if (is_type && made.declared.empty()) made.declared = expression;
  const auto name = expression.substr(last);
  const auto& scope = aliases_.scope();
  made.is_foreign = std::all_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t one) {
    return !statements_.rows<sql::TypesNamed>(name, one).next() &&
           !statements_.rows<sql::MembersCalled>(name, one).next();
  });
  return made;
}

const ReceiverTypes::Value& ReceiverTypes::value(std::string_view expression, int64_t module) {
  static const Value kUnknown;
  const auto [at, is_new] = values_.try_emplace({std::string(expression), module});
  if (!is_new) return at->second;
  if (is_over(depth_)) return kUnknown;
  --left_;
  ++depth_;
  at->second = worked_out(expression, module);
  stubs_.add_defining(at->second.types);
  --depth_;
  return at->second;
}

const ReceiverTypes::Bearers& ReceiverTypes::bearers_of(std::string_view name) {
  const auto [at, is_new] = bearers_.try_emplace(std::string(name));
  if (!is_new) return at->second;
  Bearers found;
  for (const int64_t snapshot : aliases_.scope().snapshots) {
    found.is_member =
        found.is_member || !!statements_.rows<sql::MembersCalled>(name, snapshot).next();
    for (const auto& row : statements_.rows<sql::TypesNamed>(name, snapshot))
      found.types.push_back(row.symbol);
  }
  std::erase_if(found.types, [&](int64_t type) { return facts(type).bases.empty(); });
  return at->second = std::move(found);
}

bool ReceiverTypes::has_own(int64_t type, std::string_view name) {
  const auto id = name_id(statements_, name);
  const auto& parts = facts(type).parts;
  return id && std::any_of(parts.begin(), parts.end(), [&](const TypeFacts::Part& part) {
           return !!statements_.rows<sql::MembersCalledIn>(*id, part.first + 1, part.last).next();
         });
}

std::vector<int64_t> ReceiverTypes::members_through(std::string_view path, int64_t module,
                                                    std::string_view name, Use use) {
  const Bearers& bearers = bearers_of(path.substr(last_name(path)));
  // Of what a type has itself, the key is the member's.
  const bool may_lead =
      bearers.is_member || std::any_of(bearers.types.begin(), bearers.types.end(),
                                       [&](int64_t type) { return !has_own(type, name); });
  return may_lead ? members(path, module, name, use).symbols : std::vector<int64_t>();
}

/// The object's own: `cart.add()` of `const cart = { add() {} }`, `Sign.PLUS.apply()`.
std::vector<int64_t> ReceiverTypes::own_members(std::string_view object, std::string_view name) {
  std::vector<int64_t> own;
  if (!is_plain(object) || object.find('.') == object.npos) return own;
  const std::string full = std::string(object) + "." + std::string(name);
  for (const auto& row : statements_.rows<sql::MembersByStoredFullName>(full))
    if (aliases_.module_of(row.symbol) != nullptr) own.push_back(row.symbol);
  std::erase_if(own, [&](int64_t symbol) {
    const auto member = definition_of(statements_, symbol);
    return !member || member->is_local;
  });
  return own;
}

ReceiverTypes::Members ReceiverTypes::members(std::string_view receiver, int64_t module,
                                              std::string_view name, Use use) {
  Members found = members_behind(receiver, module, name, use);
  stubs_.settle(found.symbols);
  return found;
}

ReceiverTypes::Members ReceiverTypes::members_behind(std::string_view receiver, int64_t module,
                                                     std::string_view name, Use use) {
  if (receiver == kNoReceiver) {
    return {functions(name, module), true};
  }
  if (const auto cut = receiver.find(languages::kElse); cut != receiver.npos) {
    Members first = members(receiver.substr(0, cut), module, name, use);
    if (!first.symbols.empty()) return first;
    Members rest = members(receiver.substr(cut + 1), module, name, use);
    rest.is_known = rest.is_known && first.is_known;
    return rest;
  }
  if (std::vector<int64_t> own = own_members(receiver, name); !own.empty())
    return {std::move(own), true};
  const Value& is = value(receiver, module);
  if (is.types.empty()) return {{}, is.is_foreign};
  Members found{{}, true};
  for (const int64_t type : std::vector<int64_t>(is.types)) {
    const Members& some = members_of(type, name, use, 0);
    add_new(found.symbols, some.symbols);
    found.is_known = found.is_known && some.is_known;
  }
  if (found.symbols.size() > kMostMeant && argument_at(receiver) != receiver.npos) return {};
  return found;
}

}  // namespace dossier
