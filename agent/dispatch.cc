#include "agent/dispatch.h"

#include "agent/bounds.h"

namespace dossier {
namespace {

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
    return reply;
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace dossier
