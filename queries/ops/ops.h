#pragma once
// The list of all ops, in the order of help. A new op needs a file in this folder, its SQL in
// queries/sql, and its name in both lists here.
#include <span>
#include <string_view>

#include "queries/ops/op.h"

namespace dossier {

extern const Op kBroad;
extern const Op kClear;
extern const Op kTypeRefs;
extern const Op kFind;
extern const Op kRefs;
extern const Op kCallers;
extern const Op kDerived;
extern const Op kLiterals;
extern const Op kShow;
extern const Op kGrep;
extern const Op kReadSource;
extern const Op kSnapshots;
extern const Op kDiff;
extern const Op kProtoChanges;
extern const Op kProtoSuspects;

inline constexpr const Op* kOps[] = {
    &kBroad, &kClear, &kTypeRefs,   &kFind,      &kRefs, &kCallers,      &kDerived,      &kLiterals,
    &kShow,  &kGrep,  &kReadSource, &kSnapshots, &kDiff, &kProtoChanges, &kProtoSuspects};

inline std::span<const Op* const> ops() { return kOps; }

/// The op with this command word or tool name; null when there is none.
const Op* find_op(std::string_view name);

}  // namespace dossier
