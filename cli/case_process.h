#pragma once
// Another process of this program, which does one command: what happens to it happens to no other
// case of a batch. It ends with its parent, whatever ends that, and is in a process group of its
// own: Ctrl-C is for the parent, which has to know that a case did not end by itself.
#include <sys/types.h>

#include <string>
#include <vector>

#include "engine/descriptor.h"

namespace dossier::cli {

class CaseProcess {
 public:
  /// Starts `dossier ARGUMENTS…` without standard input. Standard output replaces the file
  /// `output`, standard error is appended to the file `errors`. Must be called by a thread that
  /// lives as long as the child should. Throws Error{io}.
  CaseProcess(std::vector<std::string> arguments, const std::string& output,
              const std::string& errors);
  /// Kills it if it has not ended.
  ~CaseProcess();
  CaseProcess(CaseProcess&& other) noexcept;
  CaseProcess& operator=(CaseProcess&& other) noexcept;

  /// Readable once it has ended: for poll().
  int ended() const { return watched_.number(); }
  /// Waits for its end. The exit status, or minus the signal that ended it.
  int wait();
  /// Asks it to end as Ctrl-C does, so that it ends what it started, too.
  void interrupt();
  void kill();

 private:
  pid_t pid_ = -1;  // -1: waited for
  Descriptor watched_;
};

}  // namespace dossier::cli
