#pragma once
// A .proto file as the values that two versions are compared by. Any bytes give one: what the
// reader refuses for its size declares nothing and has errors, so that its diff alone is compared.
#include <string>
#include <string_view>

#include "queries/proto/breaking.h"

namespace dossier::proto {

SchemaFile schema_file(std::string path, std::string_view contents);

}  // namespace dossier::proto
