#pragma once
// A database as a client of the protocol sees it: a store and the tools over it. The tools are
// those of every agent under the names of the commands, since a person who reads what a client
// asked knows them from the command line. One call at a time.
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "agent/note.h"
#include "agent/tool.h"
#include "store/store.h"

namespace dossier::mcp {

/// The mode of the sessions that clients leave.
inline constexpr std::string_view kMode = "mcp";
/// The tag of tools that take long: a client that knows of tasks gets one.
inline constexpr std::string_view kLong = "task";

/// What a call has around it.
struct Around {
  NoteAuthor author{};                 // of notes
  std::function<void()> checkpoint{};  // runs about every millisecond, and may throw to stop it
  std::stop_token stop{};
  /// Is told how far a long call is (`total` below zero: nobody knows), and what went wrong in it.
  std::function<void(double done, double total, std::string_view message)> progress{};
  std::function<void(std::string_view warning)> warn{};
};

/// Which tools are offered: those that most questions need, every lookup and note, or also those
/// that take long.
enum class Offer { few, lookups, all };

class Place {
 public:
  /// `project` and `snapshot` apply to calls that name none ("" = every project, the newest);
  /// `model` answers the tool ask. With `only_reads` there is no tool that writes or takes long,
  /// nothing is recorded, and the store may be opened to read.
  Place(Store store, std::string project, std::string snapshot, Offer offer,
        std::string model = "offline", bool only_reads = false);
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  Store& store() { return store_; }
  const Toolbox& tools() const { return tools_; }
  const std::string& project() const { return project_; }
  const std::string& snapshot() const { return snapshot_; }
  const std::string& model() const { return model_; }
  bool only_reads() const { return only_reads_; }
  Around& around() { return around_; }

 private:
  Store store_;
  std::string project_, snapshot_, model_;
  const bool only_reads_;
  Around around_;
  Toolbox tools_;
};

/// Lends places, each to one thread at a time. Safe for several threads.
class Lender {
 public:
  /// How long what is done there may take: as long as a request may, or until it is stopped.
  enum Length { bounded, unbounded };

  virtual ~Lender() = default;
  /// Throws Error{limit} where none is free.
  virtual std::shared_ptr<Place> lend(const std::stop_token& stop, Length length) = 0;
};

/// Adds the tools of clients but the long ones, in the order in which they are listed. Everything
/// is borrowed.
void add_tools(Toolbox& tools, Store& store, const std::string& project,
               const std::string& snapshot, Offer offer, const Around& around);

/// Adds import and ask. Everything is borrowed.
void add_long_tools(Toolbox& tools, Store& store, const std::string& project,
                    const std::string& model, const Around& around);

/// The tool as `tools/list` describes it.
Json listed(const Tool& tool);
bool is_long(const Tool& tool);
/// Whether the tool changes something.
bool writes(const Tool& tool);

}  // namespace dossier::mcp
