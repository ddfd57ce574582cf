#include "engine/moved.h"

#include <sqlite3.h>

#include "engine/database.h"

namespace dossier {

bool has_moved(const Database& database) {
  int moved = 0;
  const int code = sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code == SQLITE_OK && moved != 0;
}

}  // namespace dossier
