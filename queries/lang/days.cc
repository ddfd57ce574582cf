#include "queries/lang/days.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "engine/ascii.h"

namespace dossier::lang {
namespace {

bool has_form(std::string_view text) {
  static constexpr std::string_view kForm = "0000-00-00";
  return std::equal(text.begin(), text.end(), kForm.begin(), kForm.end(),
                    [](char c, char form) { return form == '-' ? c == '-' : is_digit(c); });
}

bool is_day(const std::string& date) {
  const auto part = [&](size_t at, size_t size) { return std::stoi(date.substr(at, size)); };
  return std::chrono::year_month_day(std::chrono::year(part(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(part(8, 2))))
      .ok();
}

}  // namespace

std::optional<Days> days_of(const std::string& text) {
  const size_t dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  Days days{text.substr(0, dots), text.substr(dots + 2), {}};
  if (days.first.empty() && days.last.empty()) return std::nullopt;
  for (const auto& date : {days.first, days.last}) {
    if (date.empty()) continue;
    if (!has_form(date)) return std::nullopt;
    if (!is_day(date)) days.fault = "there is no day " + date;
  }
  const bool is_reversed = !days.first.empty() && !days.last.empty() && days.last < days.first;
  if (days.fault.empty() && is_reversed) days.fault = "the second day comes before the first";
  return days;
}

}  // namespace dossier::lang
