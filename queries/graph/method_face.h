#pragma once
// The parameters and results of a method, so that two can be compared that are written in different
// files: "(string)int,error" of `Get(key string) (n int, err error)`. Names of parameters are left
// out, within types of functions too. In front of each type stands the package that it belongs to,
// as far as that is known; files call packages as they like, so their names tell nothing.
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dossier {

namespace languages {
struct Language;
}

/// What is known of the packages in one method's types.
struct FacePackages {
  std::string own;  // of types that are written without one
  /// Of a type as it is written, "a.Request"; absent where that is not known.
  std::function<std::optional<std::string>(std::string_view type)> of;
};

/// `parameters` are those of the method's key, "(string)"; the results are the signature's.
std::string method_face(const languages::Language& language, const FacePackages& packages,
                        std::string_view name, std::string_view parameters,
                        std::string_view signature);

/// Whether two faces are of the same types, as far as they tell their packages.
bool are_same_faces(std::string_view a, std::string_view b);

}  // namespace dossier
