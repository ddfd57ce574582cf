#include "agent/evaluation/run.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "engine/clock.h"
#include "engine/error.h"
#include "engine/new_file.h"
#include "engine/regular_file.h"

namespace dossier::evaluation {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 64 << 20;  // of batch.json and of results.jsonl
constexpr int64_t kVersion = 1;

fs::path options_file(const fs::path& folder) { return folder / "batch.json"; }
fs::path results_file(const fs::path& folder) { return folder / "results.jsonl"; }

Outcome outcome_from(const Json& json, const std::string& place) {
  Outcome out;
  out.id = json.text("case");
  out.status = json.text("status");
  if (out.id.empty() || out.status.empty())
    throw Error(ErrorCode::corrupt, "the line has no case or no status", place);
  out.error = json.text("error");
  out.turns = json.number("turns");
  out.tokens_in = json.number("tokens_in");
  out.tokens_out = json.number("tokens_out");
  out.is_estimated = json.flag("tokens_estimated");
  out.ms = json.number("ms");
  out.files = json.number("files");
  out.added = json.number("added");
  out.removed = json.number("removed");
  return out;
}

// The bytes up to the last newline.
std::string whole_lines(const fs::path& path) {
  if (!is_anything_at(path.string())) return {};
  std::string text = read_regular(path.string(), kMostBytes);
  text.resize(text.rfind('\n') + 1);
  return text;
}

std::vector<Outcome> outcomes_in(const std::string& text, const fs::path& path) {
  std::map<std::string, Outcome> by_id;
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string place = path.string() + ":" + std::to_string(++number);
    const auto parsed = parse_json(std::string_view(text).substr(at, end - at));
    if (const auto* fault = std::get_if<JsonFault>(&parsed))
      throw Error(ErrorCode::corrupt, fault->message, place);
    Outcome outcome = outcome_from(std::get<Json>(parsed), place);
    by_id[outcome.id] = std::move(outcome);
    at = end + 1;
  }
  std::vector<Outcome> out;
  for (auto& [id, outcome] : by_id) out.push_back(std::move(outcome));
  return out;
}

void write_all(int fd, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t put = ::write(fd, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw Error(ErrorCode::io, std::strerror(errno), path.string());
    text.remove_prefix(static_cast<size_t>(put));
  }
}

// Below it every case gets a folder, in the place of what is there: of a dataset it would be the
// cases.
fs::path made(const fs::path& folder) {
  fs::create_directories(folder);
  if (is_run(folder)) return folder;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::is_directory(entry.symlink_status()))
      throw Error(ErrorCode::conflict,
                  "this folder holds others and no batch; --out names a new one", folder.string());
  return folder;
}

int opened(const fs::path& path, int flags) {
  const std::string why = is_anything_at(path.string()) ? why_unreadable(path.string()) : "";
  if (!why.empty()) throw Error(ErrorCode::io, why, path.string());
  const int fd = ::open(path.c_str(), flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) throw Error(ErrorCode::io, std::strerror(errno), path.string());
  return fd;
}

// The first option that differs, as "--model is 'a' there and 'b' here"; "" = none.
std::string difference(const Json& there, const Json& here) {
  const auto shown = [](const Json* value) {
    return value == nullptr ? std::string("not given") : value->dump();
  };
  for (const auto* side : {&there, &here})
    for (const auto& [name, value] : *side->fields()) {
      const Json *one = there.find(name), *other = here.find(name);
      if (one == nullptr || other == nullptr || !(*one == *other))
        return "--" + name + " is " + shown(one) + " there and " + shown(other) + " here";
    }
  return {};
}

}  // namespace

Json json_of(const Outcome& outcome) {
  return Json::object({{"case", outcome.id},
                       {"status", outcome.status},
                       {"error", outcome.error},
                       {"turns", outcome.turns},
                       {"tokens_in", outcome.tokens_in},
                       {"tokens_out", outcome.tokens_out},
                       {"tokens_estimated", outcome.is_estimated},
                       {"ms", outcome.ms},
                       {"files", outcome.files},
                       {"added", outcome.added},
                       {"removed", outcome.removed}});
}

std::string Outcome::tokens_text() const {
  return (is_estimated ? "~" : "") + std::to_string(tokens_in + tokens_out);
}

bool is_run(const fs::path& folder) {
  std::error_code unknown;
  return fs::is_regular_file(options_file(folder), unknown);
}

RunRecord read_run(const fs::path& folder) {
  if (!is_run(folder))
    throw Error(ErrorCode::not_found, "no batch was run here: there is no batch.json",
                folder.string());
  const std::string place = options_file(folder).string();
  const auto parsed = parse_json(read_regular(place, kMostBytes));
  const auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr) throw Error(ErrorCode::corrupt, std::get<JsonFault>(parsed).message, place);
  if (json->number("version") != kVersion || json->text("dataset").empty() ||
      (*json)["options"].fields() == nullptr)
    throw Error(ErrorCode::corrupt, "not the options of a batch of this version", place);
  return {folder, json->text("dataset"), (*json)["options"],
          outcomes_in(whole_lines(results_file(folder)), results_file(folder))};
}

RunFolder::RunFolder(const fs::path& folder, const fs::path& dataset, Json options, bool resume)
    : record_{made(folder), fs::canonical(dataset), std::move(options), {}},
      lock_(opened(folder / "batch.lock", O_RDWR)),
      results_(opened(results_file(folder), O_WRONLY | O_APPEND)) {
  if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0)
    throw Error(ErrorCode::conflict, "another batch writes this folder", folder.string());
  begin(resume);
  const fs::path results = results_file(folder);
  const std::string kept = whole_lines(results);
  record_.outcomes = outcomes_in(kept, results);
  // What a kill cut off would otherwise begin the next line.
  if (::ftruncate(results_.number(), static_cast<off_t>(kept.size())) != 0)
    throw Error(ErrorCode::io, std::strerror(errno), results.string());
  sync_folder_of(results.string());
}

void RunFolder::begin(bool resume) {
  const fs::path& folder = record_.folder;
  if (is_run(folder)) {
    if (!resume)
      throw Error(ErrorCode::conflict,
                  "there is a batch in this folder; --resume goes on with it, --out names another",
                  folder.string());
    const RunRecord before = read_run(folder);
    if (before.dataset != record_.dataset)
      throw Error(ErrorCode::conflict,
                  "the batch in this folder is of another dataset, " + before.dataset.string(),
                  folder.string());
    if (const auto other = difference(before.options, record_.options); !other.empty())
      throw Error(ErrorCode::conflict, "the batch in this folder has other options: " + other,
                  folder.string());
    return;
  }
  NewFile made(options_file(folder).string(), 0666);
  write_all(made.fd(),
            Json::object({{"version", kVersion},
                          {"dataset", record_.dataset.string()},
                          {"options", record_.options},
                          {"started_at", rfc3339(system_clock().now_ms())}})
                    .dump() +
                "\n",
            options_file(folder));
  made.replace();
}

void RunFolder::append(const Outcome& outcome) {
  const fs::path path = results_file(record_.folder);
  write_all(results_.number(), json_of(outcome).dump() + "\n", path);
  if (::fdatasync(results_.number()) != 0)
    throw Error(ErrorCode::io, std::strerror(errno), path.string());
  auto& all = record_.outcomes;
  std::erase_if(all, [&](const Outcome& one) { return one.id == outcome.id; });
  all.push_back(outcome);
}

}  // namespace dossier::evaluation
