#pragma once
// While it lives, what is done ends where the checkpoint throws: the statements of a database,
// those of a tool and not those that record it, or the calls of a transcript.
#include <functional>
#include <utility>

namespace dossier {

/// `subject` is borrowed, and has set_checkpoint().
template <typename Subject>
class Checked {
 public:
  Checked(Subject& subject, std::function<void()> checkpoint) : subject_(subject) {
    subject_.set_checkpoint(std::move(checkpoint));
  }
  ~Checked() { subject_.set_checkpoint({}); }
  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

 private:
  Subject& subject_;
};

}  // namespace dossier
