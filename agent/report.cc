#include "agent/report.h"

#include <algorithm>
#include <span>

#include "agent/bounds.h"
#include "agent/json_texts.h"

namespace dossier {
namespace {

constexpr std::string_view kTools[] = {"broad_lookup", "clear_lookup", "reasoning_only"};
constexpr std::string_view kKinds[] = {"type", "field", "property", "method", "event", "other"};
constexpr std::string_view kImportances[] = {"high", "medium", "low"};

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

// Reads one object's fields, noting what is missing, mistyped or unknown.
class Shape {
 public:
  Shape(const Json& json, std::string path, std::vector<Violation>& violations)
      : json_(json), path_(std::move(path)), violations_(violations) {
    if (json.fields() == nullptr) fail({}, "must be an object");
  }

  std::string text(std::string_view key) {
    const Json* value = field(key);
    if (value == nullptr) return {};
    if (value->string() == nullptr) {
      fail(key, "must be a string, not " + std::string(value->type_name()));
      return {};
    }
    return *value->string();
  }
  std::string one_of(std::string_view key, std::span<const std::string_view> names) {
    const size_t before = violations_.size();
    std::string value = text(key);
    if (violations_.size() == before && json_.fields() != nullptr &&
        std::find(names.begin(), names.end(), value) == names.end())
      fail(key, "must be one of " + listed(names));
    return value;
  }
  int64_t count(std::string_view key) {
    const Json* value = field(key);
    if (value == nullptr) return 0;
    if (value->integer() == nullptr || *value->integer() < 0) {
      fail(key, "must be a whole number, 0 or more");
      return 0;
    }
    return *value->integer();
  }
  void exactly(std::string_view key, int64_t wanted) {
    const Json* value = field(key);
    if (value != nullptr && (value->integer() == nullptr || *value->integer() != wanted))
      fail(key, "must be " + std::to_string(wanted));
  }
  const Json::Array& list(std::string_view key) {
    static const Json::Array kNone;
    const Json* value = field(key);
    if (value == nullptr) return kNone;
    if (value->items() == nullptr) {
      fail(key, "must be an array, not " + std::string(value->type_name()));
      return kNone;
    }
    if (value->items()->size() > kPeerBounds.entries) {
      fail(key, "must have at most " + std::to_string(kPeerBounds.entries) + " entries");
      return kNone;
    }
    return *value->items();
  }
  /// To be called last: every field that was not asked for is one too many.
  void nothing_else() {
    if (json_.fields() == nullptr) return;
    for (const auto& [key, value] : *json_.fields())
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        fail(key, "is not part of the answer; remove it");
  }

 private:
  const Json* field(std::string_view key) {
    known_.emplace_back(key);
    const Json* value = json_.find(key);
    if (value == nullptr && json_.fields() != nullptr) fail(key, "is missing");
    return value;
  }
  void fail(std::string_view key, std::string message) {
    violations_.push_back(
        {key.empty() ? path_ : path_ + "." + std::string(key), std::move(message)});
  }

  const Json& json_;
  std::string path_;
  std::vector<Violation>& violations_;
  std::vector<std::string> known_;
};

ReportStep read_step(const Json& json, const std::string& path, std::vector<Violation>& out) {
  Shape shape(json, path, out);
  ReportStep step{shape.text("description"), shape.one_of("tool", kTools), shape.text("tool_input"),
                  shape.count("tool_output_count")};
  shape.nothing_else();
  return step;
}

Finding read_finding(const Json& json, const std::string& path, std::vector<Violation>& out) {
  Shape shape(json, path, out);
  Finding finding{shape.one_of("kind", kKinds), shape.text("name"),
                  shape.text("fullName"),       shape.text("moduleName"),
                  shape.text("assemblyPath"),   shape.text("sourcePath"),
                  shape.text("notes"),          shape.one_of("importance", kImportances)};
  shape.nothing_else();
  return finding;
}

}  // namespace

std::variant<Report, std::vector<Violation>> parse_report(std::string_view text) {
  std::vector<Violation> violations;
  const auto parsed = parse_peer_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&parsed)) {
    violations.push_back({"$", "is not exactly one JSON object (byte " +
                                   std::to_string(fault->offset) + ": " + fault->message + ")"});
    return violations;
  }
  Shape shape(std::get<Json>(parsed), "$", violations);
  Report answer;
  shape.exactly("version", 1);
  answer.question = shape.text("question");
  answer.summary = shape.text("summary");
  const auto& steps = shape.list("steps");
  for (size_t i = 0; i < steps.size(); ++i)
    answer.steps.push_back(read_step(steps[i], "$.steps[" + std::to_string(i) + "]", violations));
  const auto& findings = shape.list("findings");
  for (size_t i = 0; i < findings.size(); ++i)
    answer.findings.push_back(
        read_finding(findings[i], "$.findings[" + std::to_string(i) + "]", violations));
  shape.nothing_else();
  if (!violations.empty()) return violations;
  return answer;
}

Json to_json(const Report& answer) {
  Json steps = Json::array(), findings = Json::array();
  for (const auto& step : answer.steps)
    steps.add(Json::object({{"description", step.description},
                            {"tool", step.tool},
                            {"tool_input", step.tool_input},
                            {"tool_output_count", step.tool_output_count}}));
  for (const auto& finding : answer.findings)
    findings.add(Json::object({{"kind", finding.kind},
                               {"name", finding.name},
                               {"fullName", finding.full_name},
                               {"moduleName", finding.module_name},
                               {"assemblyPath", finding.assembly_path},
                               {"sourcePath", finding.source_path},
                               {"notes", finding.notes},
                               {"importance", finding.importance}}));
  return Json::object({{"version", 1},
                       {"question", answer.question},
                       {"summary", answer.summary},
                       {"steps", std::move(steps)},
                       {"findings", std::move(findings)}});
}

std::string correction_of(const std::vector<Violation>& violations) {
  std::string text = "Your answer does not have the required shape:\n";
  size_t told = 0;
  for (const auto& violation : violations) {
    if (told++ == kPeerBounds.complaints) {
      text += "- and " + std::to_string(violations.size() - kPeerBounds.complaints) + " more\n";
      break;
    }
    text += "- " + violation.path + ": " + violation.message + "\n";
  }
  return text + "Reply with the whole corrected JSON object and nothing else.";
}

}  // namespace dossier
