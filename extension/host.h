#pragma once
// Included before everything that is compiled into dossier.so: each sqlite3_… call goes through the
// table of functions that the host program hands over, so that the extension works with the host's
// SQLite, however it was linked.
#include <sqlite3ext.h>

extern "C" {
extern const sqlite3_api_routines* sqlite3_api;
}
