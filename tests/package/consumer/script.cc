// Runs a script that nobody has read: script WORKER. The script may call one tool, `price`.
#include <cstdio>

#include "sandbox/sandbox.h"

using namespace dossier::sandbox;

int main(int, char** argv) {
  Sandbox sandbox(argv[1]);
  const auto price = one_by_one([](const Request& request) {
    if (request.name != "price") return Answer{false, "there is no such tool"};
    return Answer{true, request.params.text("of") == "tea" ? 3 : 4};
  });
  Limits limits;
  limits.time = std::chrono::seconds(60);
  const Outcome sum = sandbox.run({"const [tea, milk] = await batchCall(["
                                   "  {name: 'price', params: {of: 'tea'}},"
                                   "  {name: 'price', params: {of: 'milk'}}]);"
                                   "return tea.result + milk.result;"},
                                  limits, price);
  const Outcome endless = sandbox.run({"for (;;);"}, limits, price);
  std::printf("%s %s\n", sum.result.dump().c_str(), endless.stopped.c_str());
}
