#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "cli/vouched.h"
#include "engine/json.h"
#include "store/origin.h"
#include "store/store.h"

namespace dossier::cli {

Command backup_command() {
  return {"backup",
          Group::store,
          "Copy the database to a file, safely while others use it",
          "",
          "dossier backup before-update.db",
          {{"FILE", "", "The file to create", true, false},
           {"--json", "", "Print the copy's path and size as one JSON object", false, false}},
          [](const Invocation& invocation) {
            Store store = open_reading(invocation);
            store.database().backup_to(invocation.text("FILE"));
            // A copy is whose the database is.
            if (const Origin origin = origin_of(store.database()); origin != Origin::foreign)
              remember(invocation.text("FILE"), invocation.text("FILE"),
                       identity_of(store.database()), origin);
            if (invocation.json()) {
              const std::string file = invocation.text("FILE");
              JsonWriter json;
              json.begin_object()
                  .field("file", file)
                  .field("bytes", static_cast<int64_t>(std::filesystem::file_size(file)))
                  .end_object();
              std::cout << json.text() << "\n";
              return 0;
            }
            std::cerr << "dossier: copied to " << invocation.text("FILE") << "\n";
            return 0;
          }};
}

}  // namespace dossier::cli
