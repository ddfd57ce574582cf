#pragma once
// Who is told what when something changes: lists, resources, tasks. What other programs import is
// noticed by looking at the database, a few times a second, as long as somebody wants to know. Safe
// for several threads.
//
// Rejected: SQLite's update hook, which does not hear of other processes.
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <variant>

#include "agent/mcp/message.h"
#include "agent/mcp/outlet.h"

namespace dossier::mcp {

/// What a client wants to hear of.
struct Filter {
  static constexpr size_t kMostNamed = 1'000;

  bool tools = false, prompts = false, resources = false;
  std::set<std::string> uris, tasks;

  /// The filter of subscriptions/listen, or what is wrong with it.
  static std::variant<Filter, Refusal> read(const Json& notifications);
  Json text() const;  // as the acknowledgement has it
};

/// The newest snapshot of each project, and how many snapshots there are.
struct Heads {
  std::map<std::string, int64_t> newest;
  int64_t count = 0;
  bool operator==(const Heads&) const = default;
};

class Feed {
 public:
  static constexpr int64_t kLookMs = 250;
  static constexpr size_t kMostSubscriptions = 500;

  /// `look` reads what is now; absent where it cannot just now. It must not throw.
  explicit Feed(std::function<std::optional<Heads>()> look) : look_(std::move(look)) {}
  ~Feed();
  Feed(const Feed&) = delete;

  /// `id` of the request that subscribes; null for an earlier client, whose messages name none.
  /// `greeting` is sent first. Zero: there are too many.
  int64_t add(Json id, Filter filter, std::shared_ptr<Outlet> outlet, const std::string& greeting);
  void change(int64_t subscription, const std::function<void(Filter&)>& change);
  /// Its messages end. False if it had ended before.
  bool remove(int64_t subscription);

  void tools_changed();
  void prompts_changed();
  void task_changed(const std::string& id, const Json& task);

 private:
  struct Subscription {
    Json id;
    Filter filter;
    std::shared_ptr<Outlet> outlet;
  };
  using Wants = std::function<bool(const Filter&)>;

  void tell(const Wants& wants, std::string_view method, const Json& params);
  void compare(const Heads& now);
  bool is_watched() const;
  void start_looking();
  void watch(const std::stop_token& stop);

  std::function<std::optional<Heads>()> look_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::map<int64_t, Subscription> subscriptions_;
  int64_t last_ = 0;
  std::optional<Heads> heads_;
  std::jthread watcher_;  // last: it uses what is above
};

}  // namespace dossier::mcp
