#include <iostream>

#include "cli/command.h"
#include "queries/store.h"

namespace dossier::cli {

Command backup_command() {
  return {"backup",
          Group::store,
          "Copy the database to a file, safely while others use it",
          "",
          "dossier backup before-update.db",
          {{"FILE", "", "The copy; must not exist yet", true, false}},
          [](const Invocation& invocation) {
            Store store = Store::open_to_read(invocation.database());
            store.database().backup_to(invocation.text("FILE"));
            std::cerr << "dossier: copied to " << invocation.text("FILE") << "\n";
            return 0;
          }};
}

}  // namespace dossier::cli
