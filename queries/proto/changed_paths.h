#pragma once
// The files in which two snapshots differ, each in its category, moved ones told from a removal
// beside an addition. What no reader of the change needs (documents, images, lock files,
// continuous integration, vendored trees) is `ignored`, with the reason; the lists are in
// noise.txt.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace dossier::proto {

enum class Category : uint8_t { schema, generated, handwritten, ignored };

struct Categorized {
  Category category = Category::handwritten;
  std::string_view reason = {};  // of `ignored` and `generated`
};
/// What is known of a file beside its path and its text.
struct FileTraits {
  bool is_vendored = false, is_generated = false, is_binary = false;
};
/// The one rule of categories. The text is asked for only where the rest does not decide.
Categorized category_of(std::string_view path, const FileTraits& traits,
                        const std::function<std::string()>& text);
/// Of a file as a snapshot has it. Within a read transaction.
Categorized category_in(Store& store, int64_t snapshot, std::string_view path);

struct ChangedPath {
  enum What : uint8_t { added, removed, changed, moved } what = changed;
  std::string path;  // in the later version; of what was removed, in the earlier
  std::string from;  // of what was moved: where it was
  Category category = Category::handwritten;
  std::string_view reason;  // of `ignored` and `generated`
};
std::string_view name_of(ChangedPath::What what);

/// In the byte order of paths; of those alone that end so. Within a read transaction.
std::vector<ChangedPath> changed_paths(Store& store, int64_t before, int64_t after,
                                       std::string_view ending = {});

/// A file that the later version has elsewhere.
struct Move {
  std::string from, to;
};
std::vector<Move> moves_in(std::span<const ChangedPath> changed);

/// Why a path is noise, by noise.txt: "docs", "image", …; "" = it is not.
std::string_view noise_of(std::string_view path);
/// Whether the first lines of a text say that it is generated.
bool has_generated_header(std::string_view text);

/// A file's text in a snapshot; absent if it has none there (a binary, above the import's cap).
std::optional<std::string> text_in(Store& store, int64_t snapshot, std::string_view path);

}  // namespace dossier::proto
