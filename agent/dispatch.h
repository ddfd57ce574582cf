#pragma once
// Turns the failure of a model into a value, so that the transcript records it before anyone sees
// it.
#include <stop_token>
#include <variant>

#include "agent/model.h"
#include "engine/error.h"

namespace dossier {

/// The reply, or why there is none.
std::variant<ModelReply, Error> ask(Model& model, const ModelRequest& request,
                                    const ModelListener& listener, const std::stop_token& stop);

}  // namespace dossier
