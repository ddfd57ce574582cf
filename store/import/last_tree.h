#pragma once
// The files of a project's last tree, for comparison with the tree as it is now. They are read from
// the snapshot's rows, or kept from the import that wrote these: who imports one folder again and
// again would spend a third of the time on reading back what it has just written.
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/languages/package_folders.h"
#include "store/import/file_writer.h"

namespace dossier {

class Store;

class LastTree {
 public:
  /// The project whose last tree is wanted, where that came from, and the readers whose facts are
  /// of use.
  struct Wanted {
    std::string project, source, readers;
    bool operator==(const Wanted&) const = default;
  };

  /// Reads the project's newest tree, unless it is kept. Empty where other readers made it.
  void read(Store& store, const Wanted& wanted);
  /// Keeps what an import has just made the snapshot of, in the order of paths. The caller holds
  /// the lease of imports, so that no row has moved since.
  void keep(Store& store, const Wanted& wanted, int64_t snapshot,
            std::vector<std::shared_ptr<StoredFile>> files);
  /// What is kept outlives this one change of the store, which left its rows where they are.
  void outlive(int64_t generation);

  /// 0: there is none.
  int64_t snapshot() const { return snapshot_; }
  /// The modules of its files.
  const std::vector<int64_t>& modules() const { return modules_; }

  /// The stored file that `file` certainly still is; null if it has to be read. Finds them fastest
  /// in the order of their paths.
  std::shared_ptr<StoredFile> same(const File& file, size_t package_root, int64_t cap) const;
  /// The file with these contents whose symbols are those of `file`, but for what comes from the
  /// path; null if there is none. For any thread.
  const StoredFile* like(const File& file) const;
  /// Whether those of its files of which `is_one` holds are certainly these, and no others.
  bool has_all(const std::vector<File>& these, bool (*is_one)(std::string_view), int64_t cap) const;

 private:
  void take(std::vector<std::shared_ptr<StoredFile>> files);
  const std::shared_ptr<StoredFile>* find(std::string_view path) const;

  // By the hashes of their contents; made when the first is looked for.
  struct Contents {
    std::once_flag made;
    std::unordered_map<std::string_view, const StoredFile*> files;
  };

  Wanted wanted_;
  int64_t snapshot_ = 0;
  int64_t generation_ = -1;  // of the store when the rows were what is here
  int64_t imported_at_ = 0;
  bool is_same_source_ = false;
  std::vector<std::shared_ptr<StoredFile>> files_;  // in the order of their paths
  mutable size_t next_ = 0;                         // behind the one that was found last
  std::vector<int64_t> modules_;
  std::unique_ptr<Contents> contents_ = std::make_unique<Contents>();
  languages::PackageFolders packages_;
};

}  // namespace dossier
