#pragma once
// Imports the output of other indexers: SCIP (`index.scip`) and the JSON lines of universal-ctags.
// It imports modules only, because these indexes do not contain file contents.
#include "engine/readers/bytes.h"
#include "store/import/import.h"

namespace dossier {

/// The format of an index; absent for other inputs. SCIP is recognized by its name, because it can
/// begin with any bytes. `beginning` is the start of the input.
enum class IndexFormat { scip, ctags };
std::optional<IndexFormat> index_format(const ImportOptions& options, std::string_view beginning);

ImportReport import_index(Store& store, const ImportOptions& options, IndexFormat format,
                          ByteInput& input);

}  // namespace dossier
