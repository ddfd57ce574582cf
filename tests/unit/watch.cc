// Ends the test program when one of its tests hangs, and names the test. However slow the machine
// is, whole programs have no limit. Rejected: a limit of ctest's for each program, which grows with
// what is put into it.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

namespace {

std::string message;  // for the handler, which may not allocate

unsigned limit() {
  const char* seconds = std::getenv("TEST_SECONDS");
  return seconds ? static_cast<unsigned>(std::atoi(seconds)) : 600;
}

void end(int) {
  (void)!::write(STDOUT_FILENO, message.data(), message.size());
  ::_exit(1);
}

struct Watch : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& test) override {
    message = "\n\"" + test.name + "\" hangs: ended after " + std::to_string(limit()) + " s\n";
    ::signal(SIGALRM, end);
    ::alarm(limit());
  }
  void testCaseEnded(const Catch::TestCaseStats&) override { ::alarm(0); }
};
CATCH_REGISTER_LISTENER(Watch)

}  // namespace

// What unit/hanging runs with a limit of a second.
TEST_CASE("a test that waits for nothing", "[.hanging]") {
  for (;;) ::pause();
}
