#include "agent/dispatch.h"

#include "agent/bounds.h"

namespace dossier {
namespace {

constexpr int64_t kMostCounted = 1'000'000'000'000;

size_t said_bytes(const Message& message) {
  size_t bytes = message.text.size();
  for (const auto& call : message.calls) bytes += call.tool.size() + call.input.dump().size();
  return bytes;
}

}  // namespace

std::variant<ModelReply, Error> ask(Model& model, const ModelRequest& request,
                                    const ModelListener& listener, const std::stop_token& stop) {
  if (stop.stop_requested()) return Error(ErrorCode::conflict, "stopped");
  try {
    ModelReply reply = model.reply(request, listener, stop);
    if (said_bytes(reply.message) > kPeerBounds.message_bytes)
      return Error(ErrorCode::limit, over("the reply", kPeerBounds.message_bytes), model.name());
    // What a provider cannot have counted it did not count.
    for (int64_t* tokens : {&reply.usage.in, &reply.usage.out})
      if (*tokens < 0 || *tokens > kMostCounted) *tokens = -1;
    return reply;
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace dossier
