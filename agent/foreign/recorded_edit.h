#pragma once
// What a record tells of an edit: the contents before and after where it holds what the file held,
// else the diff that the call alone tells.
//
// Rejected: following what a record shows of files from call to call, with the commands of shells
// in between. An edit that was not recorded makes all that follows wrong, and nobody sees it.
#include "agent/foreign/change.h"
#include "agent/workspace.h"

namespace dossier::foreign {

struct RecordedEdit {
  Edit edit;  // contents only if `has_images`; counts and diff as far as they are told
  bool has_images = false;
  bool is_partial = false;  // the diff lacks the lines around the change and their numbers
};

/// `before` is what the file held, absent if the record does not hold it.
RecordedEdit recorded_edit(const Change& change, const std::optional<Content>& before);

}  // namespace dossier::foreign
