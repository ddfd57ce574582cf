#pragma once
// How sure it is that a reference by name means a definition.
#include <cstdint>
#include <string_view>

namespace dossier {

enum class Sure : uint8_t {
  resolved,  // its file says so: an import, what is in view, the type of the receiver
  likely,    // the only one of the name, or that the file sees, on a receiver of unknown type
  by_name,   // it bears the name
};

constexpr std::string_view name_of(Sure sure) {
  constexpr std::string_view kNames[] = {"resolved", "likely", "by name"};
  return kNames[static_cast<size_t>(sure)];
}

}  // namespace dossier
