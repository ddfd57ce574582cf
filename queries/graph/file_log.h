#pragma once
// When each file of a snapshot was last changed, and by whom: what its repository's history says,
// from the imported commit on, so that later commits are never seen.
//
// Read when it is asked for. Rejected: storing it with the snapshot, which would read the history
// at each import, also at one of a single edited file, for what few questions are about.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dossier {

class SearchIndex;

struct FileChange {
  std::string path;    // as the snapshot has it
  std::string commit;  // hexadecimal
  std::string author;  // a name, of any bytes
  int64_t at = 0;      // seconds since 1970
};

struct FileLog {
  std::vector<FileChange> files;  // the last changed first
  std::string note;               // why there is none, or why files are missing; "" = all are there
};

/// At most 50,000 commits are looked at, and for no longer than three seconds. Merges change
/// nothing, and renames are not followed, as in `git log`. The last eight logs are kept: a commit's
/// history never changes. Within a read transaction; throws as repository_of() does.
std::shared_ptr<const FileLog> file_log(SearchIndex& index, int64_t snapshot);

}  // namespace dossier
