#include "queries/graph/evidence.h"

#include "engine/readers/languages/language.h"

namespace dossier {

ReceiverTypes::Members Evidence::members(std::string_view receiver, int64_t module,
                                         std::string_view name, Use use) {
  if (receiver.empty()) return {};
  if (receiver == languages::kNoReceiver) return {.symbols = {}, .is_known = true};
  return receivers.members(receiver, module, name, use);
}

bool Evidence::is_likely(int64_t symbol, Aliases& names, bool has_receiver, Use use,
                         int64_t module) {
  // No variable is read of a value, but a function may extend its type.
  const bool is_enough = use == Use::value && receivers.is_free(symbol)
                             ? !has_receiver
                             : !has_receiver || names.is_likely(use);
  return is_enough && names.may_refer(names.name(), module) &&
         !(has_receiver && rivals.are_seen(symbol, names.name(), module));
}

}  // namespace dossier
