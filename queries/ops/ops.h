#pragma once
// Every Op, in the order that help lists them. Adding one: a file beside this one, its SQL in
// queries/sql, its name in the two lists here.
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

inline constexpr const Op* kOps[] = {&kBroad,      &kClear,     &kTypeRefs, &kFind, &kRefs,
                                     &kCallers,    &kDerived,   &kLiterals, &kShow, &kGrep,
                                     &kReadSource, &kSnapshots, &kDiff};

inline std::span<const Op* const> ops() { return kOps; }

/// The op with this command word or tool name; null when there is none.
const Op* find_op(std::string_view name);

}  // namespace dossier
