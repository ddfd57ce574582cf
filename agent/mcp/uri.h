#pragma once
// The names of resources: dossier:///PART/PART, each part percent-encoded.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::mcp {

std::string uri_of(const std::vector<std::string>& parts);
/// The decoded parts; absent for what is no such name.
std::optional<std::vector<std::string>> parts_of(std::string_view uri);

}  // namespace dossier::mcp
