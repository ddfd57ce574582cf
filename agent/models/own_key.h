#pragma once
// The key that a service was sent, taken out of what it answers. The rules of agent/redact know
// keys by their forms; this one is known itself, whatever its form, and a service may repeat it: in
// an error, or in a reply whose pieces part it.
//
// Rejected: a rule of redact(), which gives the same text for the same bytes in every environment.
#include <string>
#include <string_view>
#include <vector>

#include "agent/model.h"

namespace dossier::models {

class OwnKey {
 public:
  /// What is shorter stands for too much else.
  static constexpr size_t kShortest = 8;

  explicit OwnKey(const std::string& key = {});

  /// The text with a mark for the key: as it is, percent-encoded, and escaped as in JSON.
  std::string without(std::string_view text) const;
  Json without_in(const Json& value) const;
  void remove_from(ModelReply& reply) const;
  /// How many bytes at the end of the text may begin the key.
  size_t begun(std::string_view text) const;

 private:
  std::vector<std::string> forms_;  // the longest first
};

/// Pieces of a reply without the key, wherever they part it.
class KeylessPieces {
 public:
  explicit KeylessPieces(const OwnKey& key) : key_(key) {}
  /// What may be shown now; the rest waits for the next piece.
  std::string feed(std::string_view piece);
  /// What waited.
  std::string finish();

 private:
  const OwnKey& key_;
  std::string held_;
};

}  // namespace dossier::models
