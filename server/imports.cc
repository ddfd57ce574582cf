#include "server/imports.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/error.h"
#include "engine/json.h"
#include "engine/json_value.h"
#include "engine/reserved.h"
#include "engine/unicode.h"
#include "queries/open.h"
#include "server/sse.h"
#include "web/sample.h"

namespace dossier {
namespace {

constexpr size_t kMostNamed = 255;

int unnamed_file(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  const int memory = ::memfd_create("dossier-upload", MFD_CLOEXEC);
  if (memory < 0) throw Error(ErrorCode::io, "no room for an upload");
  return memory;
}

void write_all(int file, std::string_view bytes, int64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      throw Error(ErrorCode::io,
                  "the upload could not be kept, and is given up: " + reason_of(errno));
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += written;
  }
}

int64_t number_in(const Request& request, std::string_view name) {
  const std::string_view text = request.parameter(name).value_or("");
  int64_t number = -1;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < 0)
    throw Error(ErrorCode::invalid, "'" + std::string(name) + "' must be a number");
  return number;
}

Json body_of(const Request& request) {
  Json body = read_json(request.body);
  if (body.fields() == nullptr) throw Error(ErrorCode::invalid, "the body must be a JSON object");
  return body;
}

// The last part of a path of any system, without what no name of a file holds.
std::string file_name(std::string_view path) {
  const size_t last = path.find_last_of("/\\");
  std::string name(last == path.npos ? path : path.substr(last + 1));
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  return std::string(utf8_prefix(name, kMostNamed));
}

Response answer(std::string_view key, std::string value) {
  Response response;
  response.body = Json::object({{std::string(key), std::move(value)}}).dump();
  return response;
}

}  // namespace

Imports::Upload::~Upload() {
  if (file >= 0) ::close(file);
}

Imports::~Imports() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  uploads_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (watcher_.joinable()) watcher_.join();
}

Imports::Uploads::iterator Imports::most_silent() {
  return std::min_element(uploads_.begin(), uploads_.end(), [](const auto& a, const auto& b) {
    return a.second->heard < b.second->heard;
  });
}

void Imports::give_up_silent() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto next = most_silent();
    if (next == uploads_.end()) {
      uploads_changed_.wait(lock);
      continue;
    }
    const auto end = next->second->heard + silence_;
    if (std::chrono::steady_clock::now() >= end)
      uploads_.erase(next);
    else
      uploads_changed_.wait_until(lock, end);
  }
}

std::string Imports::begin(int64_t size, std::string_view name) {
  if (size <= 0 || size > kMostUploaded)
    throw Error(ErrorCode::limit, "an upload has 1 byte to 2 GB");
  const std::lock_guard lock(mutex_);
  if (uploads_.size() >= kMostUploads) uploads_.erase(most_silent());
  auto upload = std::make_shared<Upload>();
  upload->size = size;
  upload->name = file_name(name);
  if (upload->name.empty()) upload->name = "upload";
  const auto folder = std::filesystem::absolute(database_).parent_path().string();
  upload->file = unnamed_file(folder);
  upload->heard = std::chrono::steady_clock::now();
  std::string id = "u" + std::to_string(1'000'000 + ++numbers_);
  uploads_[id] = std::move(upload);
  if (!watcher_.joinable()) watcher_ = std::thread([this] { give_up_silent(); });
  uploads_changed_.notify_all();
  return id;
}

void Imports::take(const std::string& id, int64_t offset, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  const auto at = uploads_.find(id);
  if (at == uploads_.end()) throw Error(ErrorCode::not_found, "no such upload", id);
  Upload& upload = *at->second;
  upload.heard = std::chrono::steady_clock::now();
  const auto size = static_cast<int64_t>(bytes.size());
  if (offset <= upload.taken && size <= upload.taken - offset) return;
  if (offset != upload.taken)
    throw Error(ErrorCode::conflict, "the next piece begins at " + std::to_string(upload.taken));
  if (size > upload.size - offset)
    throw Error(ErrorCode::limit, "there are more bytes than were announced");
  try {
    write_all(upload.file, bytes, offset);
  } catch (const Error&) {
    uploads_.erase(at);  // what it holds of the disk with it
    throw;
  }
  upload.taken += size;
}

std::string Imports::start(const Wanted& wanted) {
  if (wanted.path == "-")
    throw Error(ErrorCode::invalid, "standard input is not imported from here; name a path", "-");
  const std::lock_guard lock(mutex_);
  if (job_.state == "running" && !job_.id.empty())
    throw Error(ErrorCode::conflict, "an import is running; wait for it");
  std::shared_ptr<Upload> upload;
  if (!wanted.upload.empty()) {
    const auto at = uploads_.find(wanted.upload);
    if (at == uploads_.end()) throw Error(ErrorCode::not_found, "no such upload", wanted.upload);
    upload = at->second;
    if (upload->taken != upload->size)
      throw Error(ErrorCode::conflict, "the upload is not complete");
    uploads_.erase(at);
  }
  if (thread_.joinable()) thread_.join();
  job_ = Job();
  job_.id = "i" + std::to_string(++numbers_);
  thread_ = std::thread([this, wanted, upload] {
    std::string problem;
    try {
      run(wanted, upload);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    const std::lock_guard ended(mutex_);
    job_.state = problem.empty() ? "done" : "failed";
    job_.problem = problem;
    changed_.notify_all();
  });
  return job_.id;
}

void Imports::run(const Wanted& wanted, const std::shared_ptr<Upload>& upload) {
  std::shared_ptr<Upload> source = upload;
  if (upload == nullptr && wanted.path.empty()) {
    source = std::make_shared<Upload>();
    source->name = "sample.project.json";
    source->file = unnamed_file(std::filesystem::absolute(database_).parent_path().string());
    write_all(source->file, web::sample::files()[0].text, 0);
  }
  ImportOptions options;
  options.path = source ? "/proc/self/fd/" + std::to_string(source->file) : wanted.path;
  if (source) {
    ::lseek(source->file, 0, SEEK_SET);
    options.source = source->name;
    options.project = default_project_name(source->name);
  }
  if (!wanted.project.empty()) options.project = wanted.project;
  const auto check = [this] {
    if (stopping_) throw Error(ErrorCode::limit, "stopping");
  };
  options.wait.meanwhile = check;
  options.progress = [this, check](const ImportProgress& progress) {
    check();
    const std::lock_guard lock(mutex_);
    job_.progress = progress;
    changed_.notify_all();
  };
  Store store = open_to_write(database_);
  // Within a statement, too; once, since what was written is then taken back.
  store.database().set_checkpoint([this, is_told = false]() mutable {
    if (stopping_ && !std::exchange(is_told, true)) throw Error(ErrorCode::limit, "stopping");
  });
  const ImportReport report = import(store, options);
  const std::lock_guard lock(mutex_);
  job_.snapshot = report.snapshot;
  job_.warnings = report.warnings;
}

std::string Imports::state(std::string_view id) const {
  auto now = known(id);
  if (!now) throw Error(ErrorCode::not_found, "no such import", std::string(id));
  return std::move(*now);
}

std::optional<std::string> Imports::known(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  if (job_.id.empty() || job_.id != id) return std::nullopt;
  return shown();
}

void Imports::wait(std::string_view id, const std::string& seen,
                   std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [&] { return job_.id != id || shown() != seen; });
}

std::string Imports::shown() const {
  Json warnings = Json::array();
  for (const auto& text : job_.warnings) warnings.add(text);
  const auto& progress = job_.progress;
  return Json::object(
             {{"id", job_.id},
              {"state", job_.state},
              {"modules", progress.modules},
              {"rows", progress.rows},
              {"bytes", static_cast<int64_t>(progress.bytes)},
              {"totalBytes",
               progress.total_bytes ? Json(static_cast<int64_t>(*progress.total_bytes)) : Json()},
              {"snapshot", job_.snapshot ? Json(job_.snapshot) : Json()},
              {"warnings", std::move(warnings)},
              {"problem", job_.problem}})
      .dump();
}

// The state, whole, whenever it changes: a client that comes back needs none before it.
Route Imports::watch_route() {
  const auto handler = [this](const Request& request, RequestContext&) {
    const std::string id(request.parameter("id").value_or(""));
    state(id);  // no such import is told at once
    return event_stream([this, id, number = last_event(request)](const SendPiece& send) mutable {
      for (std::string seen; send(": here\n\n");) {
        const auto now = known(id);
        if (!now || (*now != seen && !send(event_text(++number, "import", *now)))) return;
        seen = *now;
        if (read_json(seen).text("state") != "running") return;
        wait(id, seen, std::chrono::seconds(1));
      }
    });
  };
  return {"GET", "/api/import/watch", handler, Pace::unbounded};
}

std::vector<Route> Imports::routes(WriteRules rules) {
  Route piece = {"POST", "/api/import/piece", [this](const Request& request, RequestContext&) {
                   take(std::string(request.parameter("upload").value_or("")),
                        number_in(request, "offset"), request.body);
                   return answer("upload", std::string(*request.parameter("upload")));
                 }};
  Route begun = {"POST", "/api/import/begin", [this](const Request& request, RequestContext&) {
                   const Json body = body_of(request);
                   return answer("upload", begin(body.number("size"), body.text("name")));
                 }};
  Route started = {"POST", "/api/import", [this](const Request& request, RequestContext&) {
                     const Json body = body_of(request);
                     Wanted wanted{body.text("path"), body.text("upload"), body.text("project")};
                     if (wanted.path.empty() && wanted.upload.empty() && !body.flag("sample"))
                       throw Error(ErrorCode::invalid, "name a path or an upload");
                     return answer("import", start(wanted));
                   }};
  Route asked = {"GET", "/api/import", [this](const Request& request, RequestContext&) {
                   Response response;
                   response.body = state(request.parameter("id").value_or(""));
                   return response;
                 }};
  return {guarded_write(std::move(piece), rules), guarded_write(std::move(begun), rules),
          guarded_write(std::move(started), rules), std::move(asked), watch_route()};
}

}  // namespace dossier
