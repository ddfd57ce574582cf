#include "cli/failure.h"

#include <algorithm>
#include <string_view>

#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"

namespace dossier::cli {

bool asks_for_json(int argc, const char* const* argv) {
  const auto* end = std::find(argv, argv + argc, std::string_view("--"));
  return std::find(argv, end, std::string_view("--json")) != end;
}

std::string failure_line(const std::exception& failure, bool json) {
  if (!json) return "dossier: " + printable(failure.what()) + "\n";
  const auto* error = dynamic_cast<const Error*>(&failure);
  JsonWriter out;
  out.begin_object().key("error").begin_object();
  out.field("code", name_of(error != nullptr ? error->code() : ErrorCode::internal));
  out.field("message", error != nullptr ? std::string_view(error->message()) : failure.what());
  out.field("place", error != nullptr ? error->origin() : std::string());
  return out.end_object().end_object().take() + "\n";
}

}  // namespace dossier::cli
