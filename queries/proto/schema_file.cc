#include "queries/proto/schema_file.h"

#include <utility>

#include "engine/error.h"
#include "engine/readers/proto/proto.h"

namespace dossier::proto {

SchemaFile schema_file(std::string path, std::string_view contents) {
  SchemaFile file{std::move(path), {}};
  try {
    ReadSchema read = read_schema(contents);
    file.schema = std::move(read.schema);
    file.has_errors = read.has_errors;
    if (read.is_too_deep)
      file.limit = "what lies in more than " + std::to_string(kDeepest) + " blocks is skipped";
  } catch (const Error& error) {
    if (error.code() != ErrorCode::limit) throw;
    file.has_errors = true;
    file.limit = error.message();
  }
  return file;
}

}  // namespace dossier::proto
