#pragma once
// The page: one shell for every address of its rooms, and the files that it loads.
//
// The files are in the program, gzipped. Their names hold hashes of what is in them, so a browser
// keeps them for good; the shell has an ETag and is asked for each time. Nothing here is of the
// database, so these routes need no token: the page gets it from its address and sends it with what
// it asks. Rejected: a folder of files beside the program, which can be of another version.
#include <vector>

#include "server/http/http.h"

namespace dossier {

/// The routes of the shell and of /assets/*.
std::vector<Route> page_routes();

}  // namespace dossier
