// dossier grpc context: master_context.json and the files 01 to 05.
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <filesystem>
#include <iostream>

#include "agent/grpc_context.h"
#include "cli/grpc.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/new_file.h"
#include "queries/proto/context.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFiles[] = {"01_proto.txt",          "02_protoFileChanges.txt",
                                       "03_fileChanges.txt",    "04_surroundedFilePaths.txt",
                                       "05_suspectedFiles.txt", "master_context.json"};

// Every file is complete before the first one gets its name.
void write_files(const std::string& folder, const std::vector<proto::ContextFile>& files) {
  std::deque<NewFile> made;
  for (const auto& file : files) {
    const std::string path = (fs::path(folder) / file.name).string();
    refuse_reserved(path);
    std::error_code none;
    if (fs::is_directory(path, none))
      throw Error(ErrorCode::conflict, "a folder has the name of a file to write", path);
    NewFile& next = made.emplace_back(path, 0666);
    for (size_t at = 0; at < file.text.size();) {
      const ssize_t done = ::write(next.fd(), file.text.data() + at, file.text.size() - at);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw Error(ErrorCode::io, "cannot be written", path);
      at += static_cast<size_t>(done);
    }
  }
  for (auto& file : made) file.replace();
}

// What an earlier run wrote into the later version is no change of it.
std::vector<std::string> own_files(const GrpcPair& pair, const std::string& folder) {
  std::vector<std::string> paths;
  if (pair.after_root.empty() || folder.empty()) return paths;
  std::error_code none;
  const fs::path place = fs::weakly_canonical(folder, none)
                             .lexically_relative(fs::weakly_canonical(pair.after_root, none));
  if (place.empty() || *place.begin() == "..") return paths;
  for (const auto file : kFiles) paths.push_back((place / file).lexically_normal().string());
  return paths;
}

void print_written(const Invocation& invocation, const Json& master, const std::string& folder) {
  if (invocation.json()) {
    Json files = Json::array();
    for (const auto file : kFiles) files.add(file);
    std::cout << Json::object({{"summary", master["summary"]},
                               {"folder", folder},
                               {"files", std::move(files)},
                               {"database", master["database"]},
                               {"session", master["session"]}})
                     .dump()
              << "\n";
    return;
  }
  std::cout << printable(master.text("summary")) << "\n";
  std::cout << "written to " << printable(folder) << ": " << kFiles[0] << " to " << kFiles[4]
            << ", " << kFiles[5] << "\n";
}

int run_context(const Invocation& invocation) {
  proto::ContextRequest request;
  request.top = grpc_number(invocation, "--top", request.top, proto::kMostTop);
  const std::string out = invocation.text("--out");
  std::error_code none;
  if (fs::exists(out, none) && !fs::is_directory(out, none))
    throw Error(ErrorCode::invalid, "--out is no folder", out);
  GrpcPair pair = open_pair(invocation, out);
  const std::string folder = out.empty() ? pair.folder : out;
  request.before = pair.before;
  request.after = pair.after;
  request.commit = pair.commit;
  request.notes = pair.notes;
  request.own_files = own_files(pair, folder);
  Store& store = *pair.store;
  const proto::Context context = [&] {
    const Transaction reading(store.database(), Transaction::reading);
    return proto::make_context(store, request);
  }();
  Json master = proto::to_json(context);
  const std::string session = record_context(store, {pair.title, pair.project}, context, master);
  // A path that means the same from every folder.
  master.set("project", pair.project)
      .set("database", fs::absolute(pair.database).lexically_normal().string())
      .set("session", session);
  if (folder.empty()) {
    std::cout << proto::indented(master);
  } else {
    fs::create_directories(folder, none);
    write_files(folder, proto::context_files(context, master));
    print_written(invocation, master, folder);
  }
  if (!invocation.json())
    for (const auto& note : context.notes) std::cerr << "dossier: " << printable(note) << "\n";
  std::cerr << styled("session " + session + ": dossier sessions show " + session, Style::dim)
            << "\n";
  return 0;
}

}  // namespace

GrpcAction grpc_context_action() {
  return {
      "context",
      "  context [FOLDER FOLDER | CASE | REPO --rev A..B | A..B | SNAPSHOT SNAPSHOT]\n"
      "                     what changed in the .proto files, which files have to follow, and what "
      "lies\n"
      "                     around them. Two folders, a dataset's case (a folder with premerge_… "
      "and\n"
      "                     merge_…), two revisions, two snapshots; nothing means HEAD and the "
      "work tree.\n"
      "                     Imports what the database does not have. With --out, and for a case "
      "into its\n"
      "                     folder, writes 01_proto.txt to 05_suspectedFiles.txt and "
      "master_context.json,\n"
      "                     all of them or none; otherwise prints master_context.json",
      {{"--rev", "A..B", "Two revisions of the repository (default: of this folder's)"},
       {"--top", "N",
        "context: suspects whose contents are given (default: 3); suspects: that are "
        "listed (default: 10)"},
       {"--out", "FOLDER",
        "context: write the files here, the database too unless --db names one; batch: the run "
        "(default: DATASET-run); report: this file (default: RUN/report.html)"},
       {"--project", "NAME",
        "The project of the snapshots that are made (default: from the path)"}},
      run_context};
}

}  // namespace dossier::cli
