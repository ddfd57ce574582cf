#include "agent/request_record.h"

namespace dossier {

Json setup_of(const ModelRequest& request) {
  Json tools = Json::array();
  for (const auto& tool : request.tools)
    tools.add(Json::object(
        {{"name", tool.name}, {"description", tool.description}, {"schema", tool.schema}}));
  return Json::object({{"system", request.system}, {"tools", std::move(tools)}});
}

void read_setup(const Json& body, ModelRequest& request) {
  request.system = body.text("system");
  request.tools.clear();
  for (const auto& tool : body["tools"].each())
    request.tools.push_back({tool.text("name"), tool.text("description"), tool["schema"]});
}

std::string RequestDigest::of(const ModelRequest& request) {
  size_t known = 0;
  Digest running{};
  std::vector<Hashed> hashed;
  hashed.reserve(request.messages.size());
  for (const auto& message : request.messages) {
    const size_t size = message.text.size() + message.calls.size() + message.results.size();
    if (known == hashed.size() && known < hashed_.size() && hashed_[known].size == size) {
      running = hashed_[known++].digest;
    } else {
      running = sha256({bytes_of(running), to_json(message).dump()});
    }
    hashed.push_back({size, running});
  }
  hashed_ = std::move(hashed);
  std::string tools;
  for (const auto& tool : request.tools) tools += "\n" + tool.name + tool.schema.dump();
  return hex(bytes_of(sha256({request.system, tools, "\n", bytes_of(running)})));
}

}  // namespace dossier
