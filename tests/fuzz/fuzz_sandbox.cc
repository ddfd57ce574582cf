// layer: sandbox
// What a worker may say: the input is its whole output, as a file; what the program says goes
// nowhere. Whatever it is, the outcome keeps its limits and can be written as JSON, and the same
// bytes give the same outcome.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "sandbox/conversation.h"

using namespace dossier;
using namespace dossier::sandbox;

namespace {

struct Heard {
  Outcome outcome;
  size_t asked = 0, largest = 0;
};

Limits limits() {
  Limits out;
  out.output = 2000;
  out.pending = 8;
  out.parallel = 3;
  out.requests = 20;
  out.logs = 5;
  out.log_bytes = 50;
  return out;
}

Heard hear(const uint8_t* data, size_t size) {
  const int from = ::memfd_create("worker", MFD_CLOEXEC);
  const int to = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (from < 0 || to < 0 || ::write(from, data, size) != static_cast<ssize_t>(size)) std::abort();
  ::lseek(from, 0, SEEK_SET);
  Channel channel{Descriptor(to), Descriptor(from)};
  Heard out;
  out.outcome = converse(channel, {"return 1", "/work", "c"}, limits(),
                         [&](const std::vector<Request>& requests) {
                           out.asked += requests.size();
                           out.largest = std::max(out.largest, requests.size());
                           std::vector<Answer> answers;
                           for (const auto& one : requests)
                             answers.push_back({one.name != "bad", one.params});
                           return answers;
                         });
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Heard heard = hear(data, size);
  const Outcome& outcome = heard.outcome;
  if (heard.asked > limits().requests || heard.largest > limits().parallel) std::abort();
  if (outcome.logs.size() > limits().logs) std::abort();
  for (const auto& line : outcome.logs)
    if (line.size() > limits().log_bytes) std::abort();
  if (!outcome.error.empty() && !outcome.result.is_null()) std::abort();
  if (!outcome.stopped.empty() && outcome.error.empty()) std::abort();
  for (const Json& text : {outcome.result, Json(outcome.error), Json(outcome.stopped)})
    if (std::holds_alternative<JsonFault>(parse_json(text.dump()))) std::abort();
  const Heard again = hear(data, size);
  if (again.outcome.result != outcome.result || again.outcome.error != outcome.error ||
      again.outcome.stopped != outcome.stopped || again.asked != heard.asked)
    std::abort();
  return 0;
}
