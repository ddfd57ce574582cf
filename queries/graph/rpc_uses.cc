#include "queries/graph/rpc_uses.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/canonical.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/word_list.h"
#include "engine/short_name.h"
#include "queries/graph/definitions.h"
#include "queries/graph/meanings.h"
#include "queries/graph/names.h"
#include "queries/graph/receiver_text.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {
namespace {

using proto::canonical;

bool bears(std::string_view text, const std::string& name) {
  return !name.empty() && canonical(text).find(name) != std::string::npos;
}

bool begins_large(std::string_view path) {
  const char first = path.empty() ? '\0' : path[last_name(path)];
  return first >= 'A' && first <= 'Z';
}

/// The words of a text: "(string,*pb.Req)" has string, pb and Req.
template <typename Use>
void each_word(std::string_view text, const Use& use) {
  const auto in_word = [](char c) { return is_word_character(c); };
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end > at) use(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
}

}  // namespace

bool is_to_type(int64_t kind) {
  switch (static_cast<ReferenceKind>(kind)) {
    case ReferenceKind::type:
    case ReferenceKind::base:
    case ReferenceKind::interface:
    case ReferenceKind::signature:
    case ReferenceKind::attribute:
    case ReferenceKind::import:
      return true;
    default:
      return false;
  }
}

std::optional<Rpc> RpcUses::find(std::string_view type, std::string_view key) {
  const auto name = short_name(key);
  const auto type_name = name_id(statements_, type);
  const auto rpc_name = name_id(statements_, name);
  if (!type_name || !rpc_name) return std::nullopt;
  for (const auto& row : statements_.rows<sql::TypesCalled>(*type_name)) {
    const ScopeModule* around = meanings_.module_of(row.id);
    const auto* language = around == nullptr ? nullptr : languages::of(around->name);
    if (language == nullptr || language->name != proto::kLanguage) continue;
    if (kind_of_type(statements_, row.id) != "service") continue;
    for (const auto& member :
         statements_.rows<sql::MembersCalledIn>(*rpc_name, row.id + 1, row.last)) {
      const auto definition = definition_of(statements_, member.id);
      if (!definition) continue;
      Rpc found{canonical(short_name(type)), {}, {}};
      std::string* const messages[] = {&found.request, &found.response};
      size_t at = 0;
      for (const auto& one : statements_.rows<sql::RefsFrom>(member.id, member.id))
        if (one.kind == static_cast<int64_t>(ReferenceKind::signature) && at < 2)
          *messages[at++] = canonical(short_name(one.target_key));
      return found;
    }
  }
  return std::nullopt;
}

const Rpc* RpcUses::rpc(std::string_view type, std::string_view key) {
  if (key == type) return nullptr;
  const auto [at, is_new] = rpcs_.try_emplace(std::string(key));
  if (is_new) at->second = find(type, key);
  return at->second ? &*at->second : nullptr;
}

RpcUses::Tells RpcUses::referred(const Rpc& rpc, int64_t kind, const Referred& to,
                                 const ScopeModule& module) {
  if (bears(to.type, rpc.service) || bears(to.scope, rpc.service)) return Tells::rpc;
  if (is_to_type(kind)) return Tells::another;
  if (to.type.empty() || to.type == languages::kNoReceiver || !is_plain(to.type))
    return Tells::nothing;
  // Of what is imported by name nothing tells a value of a module from a type of it.
  const auto* language = languages::of(module.name);
  const bool may_be_value = language == nullptr || language->imports_names;
  if (to.key.size() > to.type.size() && to.key.starts_with(to.type)) {
    const bool is_package = to.scope == to.type || to.scope.find('/') != to.scope.npos;
    const bool is_type = begins_large(to.type) || (to.scope.empty() && !may_be_value);
    return is_package || is_type ? Tells::another : Tells::nothing;
  }
  const std::string declared = meanings_.evidence().receivers.declared(to.type, module.module);
  if (bears(declared, rpc.service)) return Tells::rpc;
  // `PromiseClient<typeof Store>` is a client of any service: its arguments are not stored.
  const bool may_be_client = may_be_value && canonical(short_name(declared)).ends_with("client");
  const bool is_type = !declared.empty() && is_plain(declared) && !may_be_client &&
                       (!may_be_value || begins_large(declared));
  return is_type ? Tells::another : Tells::nothing;
}

RpcUses::Tells RpcUses::declared(const Rpc& rpc, int64_t symbol, std::string_view name) {
  const auto method = definition_of(statements_, symbol);
  if (!method || method->kind != "method") return Tells::nothing;
  const std::string_view key = method->key;
  const auto open = std::min(key.find('('), key.size());
  if (short_name(key.substr(0, open)) != name) return Tells::nothing;
  const auto type = definition_of(statements_, method->type_symbol);
  bool may_implement = bears(method->type, rpc.service);
  if (type)
    for (const auto& row : statements_.rows<sql::BasesOfType>(type->symbol, type->last)) {
      if (bears(row.target, rpc.service)) return Tells::rpc;
      may_implement = true;
    }
  const auto* around = meanings_.module_of(symbol);
  const auto* language = around == nullptr ? nullptr : languages::of(around->name);
  const std::string_view parameters = key.substr(open);
  bool is_typed = parameters.find_first_not_of("()") == parameters.npos;
  Tells told = Tells::nothing;
  each_word(parameters, [&](std::string_view word) {
    for (const auto& message : {rpc.request, rpc.response, rpc.service})
      if (bears(word, message)) told = Tells::rpc;
    is_typed = is_typed || (language != nullptr && is_among(language->own_types, word));
  });
  if (told == Tells::nothing && is_typed && !may_implement) return Tells::another;
  return told;
}

}  // namespace dossier
