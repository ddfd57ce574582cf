#pragma once
// What @file and @symbol in a message stand for: the text of a file, the listing of a folder, the
// card of a symbol. They are asked for as tools, so what cannot be read is no failure here.
#include <string>
#include <vector>

#include "agent/tool.h"

namespace dossier::cli {

bool ends_word(char c);
/// Whether a mention may stand behind this character.
bool begins_mention(char before);

/// A message with what it mentions, for the model, and what a person has to know of the mentions,
/// in sentences.
struct Mentions {
  std::string message;
  std::vector<std::string> remarks;
};
/// A mention is @NAME, without the punctuation that ends it, or @"NAME", which may hold spaces.
/// Files are attached as far as they fit.
Mentions with_mentions(const Toolbox& tools, const std::string& typed);

}  // namespace dossier::cli
