#include "queries/ops/ops.h"

namespace dossier {

const Op* find_op(std::string_view name) {
  for (const Op* op : ops())
    if (op->command == name || op->tool == name) return op;
  return nullptr;
}

}  // namespace dossier
