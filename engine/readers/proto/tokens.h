#pragma once
// The tokens of a .proto file (the lexical elements of the language specification). Comments are
// kept with the tokens they document. Total: any bytes become tokens.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::proto {

struct Token {
  enum class Kind : uint8_t { word, number, text, symbol, end } kind = Kind::end;
  std::string_view text;  // of the file; a string with its quotes
  uint32_t line = 0;      // 1-based
  uint32_t column = 0;    // 1-based, in bytes
  uint32_t end_line = 0;
  std::string_view doc;  // the comment right above, with markers; "" = none
};

/// All tokens, then one of kind end. Borrows `text`.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace dossier::proto
