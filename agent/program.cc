#include "agent/program.h"

#include <array>
#include <cctype>
#include <cstdlib>

#include "agent/json_texts.h"
#include "agent/keyword_paths.h"
#include "agent/models/http.h"
#include "agent/sql.h"
#include "engine/error.h"
#include "queries/ops/ops.h"
#include "queries/ops/tree_sink.h"

namespace dossier {
namespace {

constexpr size_t kOverviewBytes = 12'000;  // about 3,000 tokens
constexpr std::array<std::string_view, 4> kMembers = {"Fields", "Methods", "Properties", "Events"};

std::string path_of(const Json& module) {
  for (const std::string_view key : {"AssemblyPath", "ModuleFilePath", "FileName"})
    if (!module.text(key).empty()) return module.text(key);
  return {};
}

Json row_of(std::string_view kind, const Json& item, const Json& module) {
  return Json::object({{"kind", kind},
                       {"name", item.text("Name")},
                       {"fullName", item.text("FullName")},
                       {"moduleName", module.text("Name")},
                       {"assemblyPath", path_of(module)},
                       {"signature", item.text("Signature")}});
}

// The members and signatures of a project's types.
std::string outline_of(const Json& project) {
  std::string out;
  for (const auto& module : project["Modules"].each())
    for (const auto& type : module["Types"].each()) {
      out += type.text("FullName") + " : " + type.text("BaseType") + "\n";
      for (const auto key : kMembers)
        for (const auto& member : type[key].each()) {
          const std::string& signature = member.text("Signature");
          out += "  " + (signature.empty() ? member.text("Name") : signature) + "\n";
        }
      if (out.size() > kOverviewBytes) return out.substr(0, kOverviewBytes);
    }
  return out;
}

class ProjectProgram final : public Program {
 public:
  ProjectProgram(const Json& project, bool outline) : project_(project), outline_(outline) {}

  std::vector<Json> search(const std::string& path, bool exact, size_t limit) override {
    std::vector<Json> out;
    const auto take = [&](std::string_view kind, const Json& item, const Json& module) {
      if (out.size() < limit && path_hits(path, item.text("Name"), item.text("FullName"), exact))
        out.push_back(row_of(kind, item, module));
    };
    for (const auto& module : project_["Modules"].each())
      for (const auto& type : module["Types"].each()) {
        take("type", type, module);
        for (const auto key : kMembers)
          for (const auto& member : type[key].each()) take("member", member, module);
      }
    return out;
  }

  std::string overview() override {
    if (outline_) return outline_of(project_);
    std::string out;
    for (const auto& module : project_["Modules"].each()) {
      std::map<std::string, size_t> spaces;
      for (const auto& type : module["Types"].each()) ++spaces[type.text("Namespace")];
      out += module.text("Name") + ":";
      for (const auto& [space, count] : spaces)
        out += " " + (space.empty() ? "(none)" : space) + " " + std::to_string(count) + ";";
      out += "\n";
      if (out.size() > kOverviewBytes) break;
    }
    return out.substr(0, kOverviewBytes);
  }

 private:
  const Json& project_;
  bool outline_;
};

// The rows of a broad answer that the path hits by name.
std::vector<Json> hits_in(const Json& rows, const std::string& path, bool exact) {
  std::vector<Json> out;
  for (const auto& row : rows.each())
    if (row.text("kind") != "module" &&
        path_hits(path, row.text("name"), row.text("fullName"), exact))
      out.push_back(row);
  return out;
}

class StoreProgram final : public Program {
 public:
  explicit StoreProgram(Store& store) : store_(store) {}

  std::vector<Json> search(const std::string& path, bool exact, size_t limit) override {
    const Arguments arguments{{"pattern", pattern_of_path(path, exact)},
                              {"maxResults", std::to_string(limit)}};
    TreeSink sink;
    run(store_, kBroad, arguments, sink);
    return hits_in(sink.take(), path, exact);
  }

  std::string overview() override {
    std::string out;
    for (const auto& row : store_.rows<sql::TranscriptOverview>(int64_t{200})) {
      out += std::string(row.module) + " " + std::string(row.name_space) + " " +
             std::to_string(row.types) + "\n";
      if (out.size() > kOverviewBytes) break;
    }
    return out;
  }

 private:
  Store& store_;
};

class ServerProgram final : public Program {
 public:
  explicit ServerProgram(std::string url) : url_(std::move(url)) {
    while (url_.ends_with('/')) url_.pop_back();
  }

  /// What stands in the way of asking it; "" = nothing.
  std::string problem(int64_t timeout_ms) const {
    const auto health = models::get(url_ + "/health", timeout_ms);
    if (health.status != 200)
      return health.error.empty() ? "HTTP " + std::to_string(health.status) : health.error;
    return peer_json(health.body).text("status") == "ok" ? "" : "it is not the lookup server";
  }
  const std::string& url() const { return url_; }

  std::vector<Json> search(const std::string& path, bool exact, size_t limit) override {
    const auto answer =
        models::get(url_ + "/api/search/broad?pattern=" + encoded(pattern_of_path(path, exact)) +
                        "&maxResults=" + std::to_string(limit),
                    10'000);
    if (answer.status != 200)
      throw Error(ErrorCode::io,
                  "the server refused the search: HTTP " + std::to_string(answer.status), url_);
    return hits_in(peer_json(answer.body), path, exact);
  }

  std::string overview() override { return {}; }

 private:
  static std::string encoded(std::string_view text) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~')
        out += c;
      else
        (out += '%') += {kHex[byte >> 4], kHex[byte & 15]};
    }
    return out;
  }

  std::string url_;
};

}  // namespace

std::unique_ptr<Program> program_in(const Json& project, bool outline) {
  return std::make_unique<ProjectProgram>(project, outline);
}
std::unique_ptr<Program> program_in(Store& store) { return std::make_unique<StoreProgram>(store); }
std::unique_ptr<Program> program_at(const std::string& url) {
  auto server = std::make_unique<ServerProgram>(url);
  if (const std::string problem = server->problem(5000); !problem.empty())
    throw Error(ErrorCode::io, "no server answers: " + problem, server->url());
  return server;
}
std::unique_ptr<Program> program_answering(const std::string& url) {
  auto server = std::make_unique<ServerProgram>(url);
  if (!server->problem(1000).empty()) return nullptr;
  return server;
}

std::string usual_server() {
  const char* given = std::getenv("DOSSIER_SERVER");
  return given != nullptr ? given : "http://127.0.0.1:5015";
}

}  // namespace dossier
