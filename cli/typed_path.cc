#include "cli/typed_path.h"

#include <algorithm>
#include <filesystem>

#include "engine/error.h"
#include "engine/path_text.h"
#include "store/index/contents.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;

bool is_held(Store& store, const Scope& scope, std::string_view path) {
  if (path.find_first_of("*?[") == path.npos && !files_at(store.statements(), scope, path).empty())
    return true;
  const auto files = files_in(store.statements(), scope);
  return std::any_of(files.begin(), files.end(),
                     [&](const FileEntry& file) { return is_meant(path, file.path); });
}

}  // namespace

bool is_meant(std::string_view place, std::string_view file) {
  if (place.empty() || file == place) return true;
  if (file.starts_with(place) && file[place.size()] == '/') return true;
  return place.find_first_of("*?[") != place.npos && path_matches(place, file);
}

PlacedPath typed_path(Store& store, const Scope& scope, std::string_view typed) {
  const std::string meant = path_meant(typed.empty() ? "." : typed);
  fs::path path = fs::path(meant).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  const bool is_here = meant == "." || meant.starts_with("./");
  const bool is_elsewhere = path.is_absolute() || *path.begin() == "..";
  if (path == ".") path.clear();

  std::error_code none;
  const fs::path here = fs::current_path(none);
  auto on_disk = placed(store.statements(), scope, (here / path).string());
  if (is_elsewhere && !on_disk)
    throw Error(ErrorCode::not_found, "lies in no folder that was imported", std::string(typed));
  if (is_elsewhere || (on_disk && is_here)) return *on_disk;
  // At the top of a folder both readings are one.
  const bool is_in_tree = !on_disk || on_disk->path == path || is_held(store, scope, path.string());
  return is_in_tree ? PlacedPath{scope, path.string()} : *on_disk;
}

}  // namespace dossier::cli
