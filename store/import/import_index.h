#pragma once
// Importing what another indexer found: SCIP (`index.scip`) and universal-ctags' JSON lines.
// Modules only: such indexes hold no contents of files.
#include "engine/readers/bytes.h"
#include "store/import/import.h"

namespace dossier {

/// Which index the input holds; nothing for other inputs. SCIP is told by its name, since any bytes
/// may begin one; `beginning` is the start of the input.
enum class IndexFormat { scip, ctags };
std::optional<IndexFormat> index_format(const ImportOptions& options, std::string_view beginning);

ImportReport import_index(Store& store, const ImportOptions& options, IndexFormat format,
                          ByteSource& source);

}  // namespace dossier
