#pragma once
// The dialogue of a request, in either era.
#include "agent/mcp/dialogue.h"
#include "agent/mcp/outlet.h"
#include "agent/mcp/replies.h"
#include "agent/mcp/seal.h"

namespace dossier::mcp {

class RequestDialogue final : public Dialogue {
 public:
  /// What it works with; all of it is borrowed.
  struct Parts {
    const Incoming& request;
    const Caller& caller;
    Outlet* outlet;    // null: nothing can be sent before the answer
    Replies& replies;  // of the connection
    Seal& seal;
    Level level;  // below it nothing is told; of requests of 2026-07-28 their own counts
    std::stop_token stop;
  };
  explicit RequestDialogue(Parts parts);

  /// What is wrong with the answers that the request brings, if it brings any.
  const std::optional<Refusal>& refusal() const { return refusal_; }

  const Caller& caller() const override { return parts_.caller; }
  const std::stop_token& stop() const override { return parts_.stop; }
  void progress(double done, double total, std::string_view message) override;
  void log(Level level, std::string_view text) override;
  void hang_up() override;
  Asked ask(const Json& requests, bool is_sealed) override;

 private:
  void read_answers();
  std::string subject() const;
  Asked ask_again(const Json& requests, bool is_sealed);
  Asked ask_now(const Json& requests);

  Parts parts_;
  std::optional<Level> level_;     // absent: nothing is told
  Json answers_ = Json::object();  // that the request brings, or brought before
  Json asked_ = Json::object();    // those that were asked for so far
  bool is_sealed_ = false;         // the request says which questions it answers
  std::optional<Refusal> refusal_;
  double done_ = -1;
};

}  // namespace dossier::mcp
