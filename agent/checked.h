#pragma once
// While it lives, the statements of a database run under a checkpoint: those of a tool, and not
// those that record it.
#include <functional>
#include <utility>

#include "engine/database.h"

namespace dossier {

class Checked {
 public:
  Checked(Database& database, std::function<void()> checkpoint) : database_(database) {
    database_.set_checkpoint(std::move(checkpoint));
  }
  ~Checked() { database_.set_checkpoint({}); }
  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

 private:
  Database& database_;
};

}  // namespace dossier
