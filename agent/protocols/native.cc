// Native tool calling: the provider carries calls and results as structure, so this dialect only
// checks what arrives. A provider that could not read a call's arguments passes them on as a
// string; that is the one fault here.
#include "agent/protocol.h"

namespace dossier {
namespace {

class Native final : public Protocol {
 public:
  std::string_view name() const override { return "native/1"; }

  Turn parse(const Message& reply) const override {
    Turn turn{reply.text, {}, {}};
    for (const auto& call : reply.calls) {
      if (call.input.fields() == nullptr) {
        turn.faults.push_back({0, "the arguments of " + call.tool + " are not a JSON object"});
        continue;
      }
      turn.calls.push_back(call);
    }
    return turn;
  }

  Message render(const Turn& turn) const override {
    return {Role::assistant, turn.text, turn.calls, {}};
  }

  Message render_results(std::span<const ToolResult> results) const override {
    return {Role::tool, {}, {}, {results.begin(), results.end()}};
  }

  Message correction(std::span<const Fault> faults) const override {
    std::string text = "Nothing of your last reply was run:\n";
    for (const auto& fault : faults) text += "- " + fault.message + "\n";
    text += "Call the tool again with arguments that match its schema.";
    return {Role::user, std::move(text), {}, {}};
  }
};

}  // namespace

const Protocol& native_calls() {
  static const Native protocol;
  return protocol;
}

}  // namespace dossier
