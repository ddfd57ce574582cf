#pragma once
// A child process with its three streams on pipes, in a process group of its own that is killed
// whole when the object goes away. No shell is involved, unless it is the command. Its input ends
// once all of it has been fed, unless it is kept for more. A confined one ends with the program,
// too, however that ends, and so does all that it has started (engine/first_process.h).
//
// Rejected: popen, which has no time limit and leaves grandchildren behind.
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/spawn.h"

namespace dossier {

/// Confines a child that was forked, before its program begins. Neither prepare() nor enter() calls
/// anything that allocates or locks. They return null, or what failed; then errno says why.
class ChildConfinement {
 public:
  virtual ~ChildConfinement() = default;
  /// In the first process of these namespaces (flags of clone(2); 0 = none).
  virtual const char* prepare(unsigned long namespaces) const noexcept = 0;
  /// In the process that is about to become the program.
  virtual const char* enter() const noexcept = 0;
  /// Throws the error of what either returned.
  [[noreturn]] virtual void fail(const char* what, int error) const = 0;
};

class Child {
 public:
  static constexpr size_t kMostErrors = 64 << 10;  // bytes that are kept of `errors`

  struct Options {
    std::string folder{};  // it runs in; "" = this one
    bool joined = false;   // its standard error goes into its output
    // Of "NAME=value"; absent = this program's.
    std::optional<std::vector<std::string>> environment{};
    bool keeps_input = false;                       // until close_input()
    const ChildConfinement* confinement = nullptr;  // borrowed
  };
  /// It gets no descriptor but its three streams. Fails with not_found.
  explicit Child(const std::vector<std::string>& arguments) : Child(arguments, Options{}) {}
  Child(const std::vector<std::string>& arguments, const Options& options);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Feeds and drains for a moment; false once there is nothing left to wait for. What comes to
  /// `output` is the caller's to bound, between two steps; of `errors` kMostErrors are kept.
  bool step(std::string_view& input, int wait_ms = 20);
  void close_input() { in_.writes = Descriptor(); }
  /// Whether all that it writes to its output has come.
  bool output_ended() const { return !out_.reads; }
  /// As waitpid gives it.
  int status() const { return status_; }

  std::string output, errors;

 private:
  void spawn(const std::vector<std::string>& arguments, const Options& options);
  void fork_confined(const std::vector<std::string>& arguments, const Options& options);
  bool has_ended();
  void feed(std::string_view& input);

  const bool keeps_input_;
  PipeEnds in_, out_, err_;
  Descriptor report_;  // of a confined one's parent (engine/first_process.h)
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
  long long ended_at_ = 0;
};

}  // namespace dossier
