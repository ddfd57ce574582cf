#pragma once
// The cases of a dataset: DATASET/PROJECT/{pullrequest,issue}/NAME/{premerge_*,merge_*}, each a
// tree before a change and after it. A folder that is laid out otherwise is a case with a fault,
// which is told of it alone and stops no other.
#include <filesystem>
#include <string>
#include <vector>

namespace dossier::evaluation {

struct DatasetCase {
  std::string id;  // PROJECT/KIND/NAME
  std::string name;
  std::filesystem::path folder;
  std::filesystem::path premerge, merge;
  std::string fault;  // why it is not a case; "" = it is one
};

/// More cases than this are refused.
inline constexpr size_t kMostCases = 20'000;

/// In the byte order of their ids. Throws Error{not_found} if `dataset` is not a folder, and
/// Error{invalid} if it holds no case.
std::vector<DatasetCase> cases_of(const std::filesystem::path& dataset);

}  // namespace dossier::evaluation
