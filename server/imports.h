#pragma once
// Imports that a page asks for: of a path that the server can read, of an export that was sent in
// pieces, or of the sample. One runs at a time, on a thread of its own with a connection of its
// own, as `dossier import` would; its numbers are read while it runs.
//
// An export arrives in pieces of at most the limit of a body and goes to a file that has no name,
// so neither memory nor a folder ever holds what was not finished. Rejected: one long body, which a
// worker would have to hold or wait for, and which starts again when the connection breaks.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/writes.h"
#include "store/import/import.h"

namespace dossier {

/// An upload in bytes at most, how many may be unfinished, and for how long one may be silent
/// before it is given up, so that its bytes do not stay on the disk.
inline constexpr int64_t kMostUploaded = int64_t{2} << 30;
inline constexpr size_t kMostUploads = 4;
inline constexpr std::chrono::milliseconds kLongestSilence = std::chrono::minutes(10);

class Imports {
 public:
  explicit Imports(std::string database, std::chrono::milliseconds silence = kLongestSilence)
      : database_(std::move(database)), silence_(silence) {}
  /// Stops the import that runs: it leaves nothing.
  ~Imports();
  Imports(const Imports&) = delete;
  Imports& operator=(const Imports&) = delete;

  /// Begins an upload of this size; returns its id. Its snapshot, and a problem of its import, name
  /// the last part of `name` as its source. One too many takes the place of the one that has been
  /// silent the longest. Throws Error{limit}.
  std::string begin(int64_t size, std::string_view name);
  /// Takes the bytes at `offset`, which is where the last piece ended; a piece that came already is
  /// ignored. An upload whose bytes could not be kept is given up. Throws Error{not_found |
  /// conflict | limit | io}.
  void take(const std::string& upload, int64_t offset, std::string_view bytes);

  struct Wanted {
    std::string path, upload, project;  // a path or an upload; neither: the sample
  };
  /// Starts an import; returns its name. Throws Error{conflict} while one runs, and Error{invalid}
  /// for standard input, which is not the caller's.
  std::string start(const Wanted& wanted);
  /// {"id", "state", "modules", "rows", "bytes", "totalBytes", "snapshot", "warnings", "problem"}.
  std::string state(std::string_view id) const;
  /// Waits until the state is another than `seen`, at most so long.
  void wait(std::string_view id, const std::string& seen, std::chrono::milliseconds time) const;

  /// The routes; they borrow this.
  std::vector<Route> routes(WriteRules rules);

 private:
  struct Upload {
    int file = -1;
    int64_t size = 0, taken = 0;
    std::string name;
    std::chrono::steady_clock::time_point heard;  // last
    Upload() = default;
    ~Upload();
    Upload(const Upload&) = delete;
  };
  struct Job {
    std::string id;
    std::string state = "running";  // done, failed
    ImportProgress progress;
    int64_t snapshot = 0;
    std::vector<std::string> warnings;
    std::string problem;
  };
  using Uploads = std::map<std::string, std::shared_ptr<Upload>, std::less<>>;
  Uploads::iterator most_silent();  // under the lock
  void give_up_silent();            // until the end, on its own thread
  void run(const Wanted& wanted, const std::shared_ptr<Upload>& upload);
  std::optional<std::string> known(std::string_view id) const;  // its state
  std::string shown() const;                                    // under the lock
  Route watch_route();

  const std::string database_;
  const std::chrono::milliseconds silence_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::condition_variable uploads_changed_;  // also at the end
  Uploads uploads_;
  Job job_;
  int64_t numbers_ = 0;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
  std::thread watcher_;  // of uploads, from the first on
};

}  // namespace dossier
