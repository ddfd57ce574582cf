#pragma once
// A request as the one who works on it sees its client: who it is, how far the work is, what it may
// be told, and what it can be asked. Three kinds of asking are one function here: since 2026-07-28
// the request ends, and the client comes again with the answers; before, it is asked on the same
// connection; within a task it answers when it looks at the task.
//
// Rejected: exceptions to leave a request that has to ask, which catches would have to know.
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "agent/mcp/message.h"
#include "agent/mcp/version.h"

namespace dossier::mcp {

/// A subscription: no answer comes before its end.
struct Listening {
  int64_t subscription = 0;
};
/// How a request ends: with a result, with an error, or not yet.
using Outcome = std::variant<Json, Refusal, Listening>;

/// How grave a message to the client is.
enum class Level { debug, info, notice, warning, error, critical, alert, emergency };
std::string_view name_of(Level level);
std::optional<Level> level_called(std::string_view name);

/// The answers of the client by the keys of the questions, or how the request ends instead.
struct Asked {
  Json answers = Json::object();
  std::optional<Outcome> instead{};
};

class Dialogue {
 public:
  virtual ~Dialogue() = default;

  virtual const Caller& caller() const = 0;
  /// The client wants no answer any more.
  virtual const std::stop_token& stop() const = 0;
  /// How far the work is; it must rise. `total` below zero: nobody knows.
  virtual void progress(double done, double total, std::string_view message) = 0;
  virtual void log(Level level, std::string_view text) = 0;
  /// See Outlet.
  virtual void hang_up() = 0;
  /// Puts the requests of ours, by key, to the client, of which those are left out that it cannot
  /// answer. `is_sealed`: answers count only for questions that were put, about this request.
  virtual Asked ask(const Json& requests, bool is_sealed) = 0;
};

/// The requests that the client can answer.
Json answerable(const Json& requests, const Caller& caller);
/// A refusal that names the capabilities which these requests need.
Refusal missing_capabilities(const Json& requests);
/// The refusal of a client that has to know about tasks.
Refusal missing_tasks();
/// Whether this may be the answer to the request.
bool is_answer(const Json& request, const Json& answer);

/// A question with a form, as requests of ours have it.
Json elicitation(std::string message, Json schema);

}  // namespace dossier::mcp
