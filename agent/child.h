#pragma once
// A child process with its three streams on pipes, in a process group of its own that is killed
// whole when the object goes away. No shell is involved, unless it is the command. Its input ends
// once all of it has been fed, unless it is kept for more.
//
// Rejected: popen, which has no time limit and leaves grandchildren behind.
#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

class CommandSandbox;

class ChildPipe {
 public:
  /// Fails with io.
  ChildPipe();
  ChildPipe(const ChildPipe&) = delete;
  ChildPipe& operator=(const ChildPipe&) = delete;
  ~ChildPipe();
  int end(size_t i) const { return ends_[i]; }
  void close_end(size_t i);
  void unblock(size_t i) const;

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

class Child {
 public:
  struct Options {
    std::string folder{};  // it runs in; "" = this one
    bool joined = false;   // its standard error goes into its output
    // Of "NAME=value"; absent = this program's.
    std::optional<std::vector<std::string>> environment{};
    bool keeps_input = false;  // until close_input()
    // Entered before the program begins; borrowed. Throws what it throws.
    const CommandSandbox* confinement = nullptr;
  };
  /// It gets no descriptor but its three streams. Fails with not_found.
  explicit Child(const std::vector<std::string>& arguments) : Child(arguments, Options{}) {}
  Child(const std::vector<std::string>& arguments, const Options& options);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Feeds and drains for a moment; false once there is nothing left to wait for. What comes to
  /// `output` is the caller's to bound, between two steps; of `errors` as much is kept as of any
  /// peer's.
  bool step(std::string_view& input, int wait_ms = 20);
  void close_input() { in_.close_end(1); }
  /// Whether all that it writes to its output has come.
  bool output_ended() const { return out_.end(0) < 0; }
  /// As waitpid gives it.
  int status() const { return status_; }

  std::string output, errors;

 private:
  void spawn(const std::vector<std::string>& arguments, const Options& options);
  void fork_confined(const std::vector<std::string>& arguments, const Options& options);
  void feed(std::string_view& input);

  const bool keeps_input_;
  ChildPipe in_, out_, err_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
  long long ended_at_ = 0;
};

}  // namespace dossier
