#include "agent/dispatch.h"

namespace dossier {

std::variant<ModelReply, Error> ask(Model& model, const ModelRequest& request,
                                    const ModelListener& listener, const std::stop_token& stop) {
  if (stop.stop_requested()) return Error(ErrorCode::conflict, "stopped");
  try {
    return model.reply(request, listener, stop);
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace dossier
