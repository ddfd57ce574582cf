#include "engine/readers/snapshot/walk.h"

#include "engine/error.h"
#include "engine/readers/snapshot/kept_listing.h"

namespace dossier::snapshot {

namespace fs = std::filesystem;

std::string canonical_folder(const fs::path& folder) {
  std::error_code error;
  auto canonical = fs::canonical(folder, error);
  if (error) throw Error(ErrorCode::not_found, "no such directory", folder.string());
  if (!fs::is_directory(canonical))
    throw Error(ErrorCode::invalid, "not a directory", folder.string());
  return canonical.string();
}

Listing walk(const fs::path& root, bool all, const std::function<void()>& checkpoint) {
  return KeptListing(canonical_folder(root), all).take(checkpoint);
}

}  // namespace dossier::snapshot
