#include "agent/offline/concepts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace dossier::offline {
namespace {

constexpr std::string_view kStopWords[] = {
    "a",     "about", "after", "again",     "all",   "also",   "an",    "and",  "any",   "are",
    "as",    "at",    "be",    "because",   "been",  "before", "being", "but",  "by",    "can",
    "could", "did",   "do",    "does",      "done",  "during", "each",  "for",  "from",  "get",
    "gets",  "give",  "had",   "has",       "have",  "he",     "help",  "hey",  "hi",    "how",
    "i",     "if",    "in",    "into",      "is",    "it",     "its",   "just", "keep",  "kept",
    "know",  "let",   "like",  "long",      "look",  "made",   "many",  "may",  "me",    "might",
    "much",  "must",  "my",    "need",      "no",    "of",     "off",   "on",   "one",   "or",
    "our",   "out",   "over",  "part",      "place", "please", "say",   "see",  "she",   "should",
    "show",  "so",    "some",  "something", "tell",  "than",   "that",  "the",  "their", "them",
    "then",  "there", "these", "they",      "thing", "this",   "those", "to",   "too",   "u",
    "under", "up",    "us",    "use",       "used",  "uses",   "using", "want", "was",   "way",
    "we",    "well",  "were",  "what",      "when",  "where",  "which", "who",  "why",   "will",
    "with",  "would", "you",   "your"};

// What questions about programs say without meaning a symbol.
constexpr std::string_view kFiller[] = {
    "check",   "class",   "code",     "called", "decides", "defined", "field", "function",
    "handled", "happen",  "happens",  "hold",   "holds",   "kind",    "makes", "make",
    "method",  "program", "property", "run",    "runs",    "set",     "val",   "vals",
    "value",   "values",  "variable", "work",   "works"};
// Groups of stems that programs use for one idea. A word of a group brings in the others.
constexpr std::array<std::string_view, 62> kSynonyms = {
    "health hp hitpoint life lives vital",
    "attack damage dmg power strength strike hit",
    "money gold coin currency cash credit",
    "cost price money amount",
    "player hero character avatar",
    "enemy monster npc mob foe opponent",
    "inventory bag backpack item",
    "speed velocity pace feedrate",
    "run move walk speed",
    "jump leap",
    "die dies death dead died alive kill",
    "loot drop reward",
    "score point result",
    "level stage difficulty",
    "save store persist serialize write",
    "load read open restore deserialize",
    "file path stream",
    "remove delete erase clear",
    "find search locate lookup",
    "setting preference option config",
    "encrypt cipher crypt",
    "decrypt cipher crypt",
    "draw render paint",
    "compute calculate evaluate formula",
    "calculate compute evaluate formula",
    "create generate make build",
    "random shuffle",
    "verify validate check",
    "merge synchronize combine",
    "similar distance equal compare",
    "duplicate same similar",
    "color colour",
    "size width height length",
    "update upgrade version",
    "lock block",
    "hotkey shortcut key",
    "sound audio music",
    "log trace",
    "undo revert history",
    "redo history",
    "recent history last mru",
    "past history previous",
    "language translation locale culture",
    "plugin addon extension",
    "expire expiry expiration",
    "left remain countdown",
    "remain eta left",
    "time timer duration",
    "start begin launch",
    "end finish stop",
    "pause suspend",
    "picture image icon",
    "print printer",
    "jump goto offset",
    "algorithm strategy",
    "derivative derive",
    "integral simpson integrate",
    "simulate virtual emulate fake",
    "emulate emu emulation",
    "temporary temp tmp",
    "password pw pwd pass",
    "minimum min",
};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

bool is_stop(std::string_view word) {
  return std::find(std::begin(kStopWords), std::end(kStopWords), word) != std::end(kStopWords);
}

bool is_filler(std::string_view word) {
  return std::find(std::begin(kFiller), std::end(kFiller), word) != std::end(kFiller);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text) {
    if (c != ' ') {
      word += c;
    } else {
      out.push_back(std::move(word));
      word.clear();
    }
  }
  out.push_back(std::move(word));
  return out;
}

void add_synonyms(Concept& idea) {
  const auto add = [&](const std::string& stem) {
    if (std::find(idea.stems.begin(), idea.stems.end(), stem) == idea.stems.end())
      idea.stems.push_back(stem);
  };
  // Only what a group's first word stands for; chains of groups would drift away.
  for (const auto group : kSynonyms) {
    const auto words = split(group);
    const auto is_own = [&](const std::string& word) { return stem_of(word) == idea.stems[0]; };
    if (!is_own(words[0]) && (words.size() > 4 || std::none_of(words.begin(), words.end(), is_own)))
      continue;
    for (const auto& word : words) add(stem_of(word));
  }
}

}  // namespace

std::string stem_of(std::string_view word) {
  std::string out(word);
  // Longest first; what remains keeps three letters at least.
  for (const std::string_view ending :
       {"izations", "ization", "ations", "ating", "ation", "ments", "ings", "ated", "ates",
        "ions",     "ment",    "ing",    "ies",   "ied",   "ion",   "ors",  "ers",  "ate",
        "ed",       "es",      "or",     "er",    "s",     "y",     "e"}) {
    if (out.size() >= ending.size() + 4 && out.ends_with(ending) && !out.ends_with("ss")) {
      out.resize(out.size() - ending.size());
      break;
    }
  }
  if (out.size() > 4 && out.back() == out[out.size() - 2] && out.back() != 's' && out.back() != 'l')
    out.pop_back();  // plugging → plug
  return out;
}

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) out.push_back(std::move(word));
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (!is_word(name[i])) {
      flush();
      continue;
    }
    const auto before = i > 0 ? static_cast<unsigned char>(name[i - 1]) : ' ';
    const auto after = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : ' ';
    const bool starts =
        (std::isupper(c) != 0 && (std::isupper(before) == 0 || std::islower(after) != 0)) ||
        (std::isdigit(c) != 0) != (std::isdigit(before) != 0);
    if (starts) flush();
    word += lower(name[i]);
  }
  flush();
  return out;
}

std::vector<Concept> concepts_of(std::string_view question, size_t limit) {
  std::vector<Concept> out;
  std::string word;
  const auto flush = [&] {
    if (word.size() > 1 && !is_stop(word) && !is_filler(word)) {
      Concept idea{word, {stem_of(word)}};
      const bool known = std::any_of(out.begin(), out.end(), [&](const Concept& other) {
        return other.stems[0] == idea.stems[0];
      });
      if (!known) {
        add_synonyms(idea);
        out.push_back(std::move(idea));
      }
    }
    word.clear();
  };
  for (const char c : question) {
    if (c == '\'') {
      // "player's" is the player, "simpson's" is Simpson.
      flush();
      word = "'";
      continue;
    }
    if (is_word(c)) {
      if (word == "'") {
        if (c == 's') continue;
        word.clear();
      }
      word += lower(c);
    } else {
      if (word == "'") word.clear();
      flush();
    }
  }
  if (word == "'") word.clear();
  flush();
  if (out.size() > limit) out.resize(limit);
  return out;
}

bool asks_for_values(std::string_view question) {
  std::string words = " ";
  for (const char c : question) words += is_word(c) ? lower(c) : ' ';
  words += ' ';
  for (const std::string_view sign : {" val ", " vals ", " value ", " values ", " how much ",
                                      " how many ", " how fast ", " how long ", " amount "})
    if (words.find(sign) != words.npos) return true;
  return false;
}

std::vector<std::string> keywords_of(std::string_view message) {
  constexpr std::string_view kStripped = ".,;:()[]{}<>\"'";
  constexpr size_t kMost = 8;
  std::vector<std::string> out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty() && !is_stop(word) && std::find(out.begin(), out.end(), word) == out.end() &&
        out.size() < kMost)
      out.push_back(word);
    word.clear();
  };
  for (const char c : message) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0)
      flush();
    else if (kStripped.find(c) == kStripped.npos && c != '?' && c != '!')
      word += lower(c);
  }
  flush();
  return out;
}

}  // namespace dossier::offline
