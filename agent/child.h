#pragma once
// A child process with its three streams on pipes, in a process group of its own that is killed
// whole when the object goes away. No shell is involved, unless it is the command.
//
// Rejected: popen, which has no time limit and leaves grandchildren behind.
#include <sys/types.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

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
  /// Runs the command in `folder` ("" = this one). With `joined`, its standard error goes into its
  /// output. Fails with not_found.
  explicit Child(const std::vector<std::string>& arguments, const std::string& folder = {},
                 bool joined = false);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Feeds and drains for a moment; false once there is nothing left to wait for. What comes to
  /// `output` is the caller's to bound, between two steps; of `errors` as much is kept as of any
  /// peer's.
  bool step(std::string_view& input);
  /// As waitpid gives it.
  int status() const { return status_; }

  std::string output, errors;

 private:
  void feed(std::string_view& input);

  ChildPipe in_, out_, err_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
  long long ended_at_ = 0;
};

}  // namespace dossier
