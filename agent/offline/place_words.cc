#include "agent/offline/place_words.h"

#include <algorithm>
#include <cctype>

namespace dossier::offline {
namespace {

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
}

// Which lines begin like a comment or an attribute.
std::vector<bool> comments_in(std::string_view text, size_t lines) {
  static constexpr std::string_view kBegins[] = {"//", "/*", "*", "# ", "--", "@", "[", "#["};
  std::vector<bool> out(lines);
  size_t line = 1;
  for (size_t at = 0; at < text.size() && line < lines; ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t first = text.find_first_not_of(" \t", at);
    if (first < end)
      out[line] = std::any_of(std::begin(kBegins), std::end(kBegins), [&](std::string_view begin) {
        return text.substr(first, end - first).starts_with(begin);
      });
    at = end + 1;
  }
  return out;
}

// The place of each line.
std::vector<uint32_t> owners_of(const std::vector<Place>& places, std::string_view text) {
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 2;
  std::vector<uint32_t> out(lines, kNobody);
  for (uint32_t i = 0; i < places.size(); ++i)
    for (int64_t line = std::max<int64_t>(places[i].line, 1);
         line <= places[i].end_line && static_cast<size_t>(line) < lines; ++line)
      out[static_cast<size_t>(line)] = i;
  const auto is_comment = comments_in(text, lines);
  for (uint32_t i = 0; i < places.size(); ++i) {
    const auto first = static_cast<size_t>(std::max<int64_t>(places[i].line, 1));
    if (first >= lines || out[first] != i) continue;
    const uint32_t above = out[first - 1];
    for (size_t at = first - 1; at > 0 && is_comment[at] && out[at] == above; --at) out[at] = i;
  }
  return out;
}

// How much of a question a line says.
class LineSaid {
 public:
  LineSaid(const Question& question, const std::vector<double>& rarity) : said_(rarity.size()) {
    for (size_t i = 0; i < rarity.size(); ++i) {
      counts_.push_back(question.terms[i].weight * rarity[i]);
      all_ += counts_.back();
    }
  }
  void add(uint32_t term, float like) { said_[term] = std::max(said_[term], like); }
  /// Of the line that ends.
  double end(size_t line, LineWords* lines) {
    double sum = 0;
    for (size_t i = 0; i < said_.size(); ++i) {
      if (said_[i] == 0) continue;
      sum += said_[i] * counts_[i];
      if (lines != nullptr)
        lines->said.push_back({static_cast<uint32_t>(line), static_cast<uint32_t>(i), said_[i]});
    }
    std::fill(said_.begin(), said_.end(), 0.0F);
    return all_ > 0 ? sum / all_ : 0;
  }

 private:
  std::vector<float> said_;
  std::vector<double> counts_;
  double all_ = 0;
};

}  // namespace

void each_word(std::string_view text,
               const std::function<void(std::string_view word, int64_t line)>& visit) {
  int64_t line = 1;
  std::string word;
  const auto flush = [&] {
    if (word.size() > 1) visit(std::string_view(word), line);
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!is_word_byte(c)) {
      flush();
      if (c == '\n') ++line;
      continue;
    }
    const bool upper = c >= 'A' && c <= 'Z';
    const char before = i > 0 ? text[i - 1] : ' ';
    const char after = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool was_upper = before >= 'A' && before <= 'Z';
    const bool digit = c >= '0' && c <= '9', was_digit = before >= '0' && before <= '9';
    if ((upper && (!was_upper || (after >= 'a' && after <= 'z'))) || digit != was_digit) flush();
    word += upper ? static_cast<char>(c + 32) : c;
  }
  flush();
}

std::vector<PlaceWords> words_of_places(const std::vector<Place>& places, std::string_view text,
                                        const Question& question, const std::vector<double>& rarity,
                                        Likeness& likeness, LineWords* lines) {
  auto owner = owners_of(places, text);
  std::vector<PlaceWords> out(places.size());
  LineSaid line_said(question, rarity);
  size_t at_line = 0;
  const auto end_line = [&] {
    if (owner[at_line] == kNobody) return;
    double& best = out[owner[at_line]].together;
    best = std::max(best, line_said.end(at_line, lines));
  };
  each_word(text, [&](std::string_view word, int64_t number) {
    const auto line = static_cast<size_t>(number);
    if (line != at_line) {
      end_line();
      at_line = line;
    }
    if (owner[line] == kNobody) return;
    PlaceWords& place = out[owner[line]];
    ++place.words;
    for (const auto& [term, like] : likeness.of(word)) {
      place.counts.resize(question.terms.size());
      place.counts[term] += like;
      line_said.add(term, like);
    }
  });
  end_line();
  if (lines != nullptr) lines->place = std::move(owner);
  return out;
}

}  // namespace dossier::offline
