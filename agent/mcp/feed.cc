#include "agent/mcp/feed.h"

#include <algorithm>
#include <chrono>

#include "agent/bounds.h"
#include "agent/json_texts.h"
#include "agent/mcp/uri.h"
#include "agent/mcp/version.h"

namespace dossier::mcp {
namespace {

// Adds the names of a list; false if it is none, or too long.
bool read_names(const Json& list, std::set<std::string>& names) {
  if (list.is_null()) return true;
  if (list.items() == nullptr || list.each().size() > Filter::kMostNamed) return false;
  for (const auto& name : list.each()) {
    if (name.string() == nullptr || name.string()->size() > kPeerBounds.name_bytes) return false;
    names.insert(*name.string());
  }
  return true;
}

}  // namespace

std::variant<Filter, Refusal> Filter::read(const Json& notifications) {
  if (notifications.fields() == nullptr)
    return Refusal{kInvalidParams, "subscriptions/listen needs notifications, which is an object"};
  Filter out;
  out.tools = notifications.flag("toolsListChanged");
  out.prompts = notifications.flag("promptsListChanged");
  out.resources = notifications.flag("resourcesListChanged");
  if (!read_names(notifications["resourceSubscriptions"], out.uris) ||
      !read_names(notifications["taskIds"], out.tasks))
    return Refusal{kInvalidParams, "resourceSubscriptions and taskIds are lists of at most " +
                                       std::to_string(kMostNamed) + " short texts"};
  return out;
}

Json Filter::text() const {
  Json out = Json::object();
  if (tools) out.set("toolsListChanged", true);
  if (prompts) out.set("promptsListChanged", true);
  if (resources) out.set("resourcesListChanged", true);
  if (!uris.empty()) out.set("resourceSubscriptions", list_of(uris));
  if (!tasks.empty()) out.set("taskIds", list_of(tasks));
  return out;
}

Feed::~Feed() {
  watcher_.request_stop();
  if (watcher_.joinable()) watcher_.join();
}

int64_t Feed::add(Json id, Filter filter, std::shared_ptr<Outlet> outlet,
                  const std::string& greeting) {
  const std::lock_guard lock(mutex_);
  if (subscriptions_.size() >= kMostSubscriptions) return 0;
  if (!greeting.empty()) outlet->send(greeting);
  subscriptions_[++last_] = {std::move(id), std::move(filter), std::move(outlet)};
  start_looking();
  return last_;
}

void Feed::change(int64_t subscription, const std::function<void(Filter&)>& change) {
  const std::lock_guard lock(mutex_);
  const auto at = subscriptions_.find(subscription);
  if (at == subscriptions_.end()) return;
  change(at->second.filter);
  start_looking();
}

bool Feed::remove(int64_t subscription) {
  const std::lock_guard lock(mutex_);
  const bool was = subscriptions_.erase(subscription) != 0;
  if (!is_watched()) heads_.reset();
  return was;
}

void Feed::tools_changed() {
  const std::lock_guard lock(mutex_);
  tell([](const Filter& filter) { return filter.tools; }, "notifications/tools/list_changed",
       Json::object());
}

void Feed::prompts_changed() {
  const std::lock_guard lock(mutex_);
  tell([](const Filter& filter) { return filter.prompts; }, "notifications/prompts/list_changed",
       Json::object());
}

void Feed::task_changed(const std::string& id, const Json& task) {
  const std::lock_guard lock(mutex_);
  tell([&id](const Filter& filter) { return filter.tasks.contains(id); }, "notifications/tasks",
       task);
}

// Under the lock, so that nobody is told anything after it has left.
void Feed::tell(const Wants& wants, std::string_view method, const Json& params) {
  for (const auto& [key, to] : subscriptions_) {
    if (!wants(to.filter)) continue;
    Json said = params;
    if (!to.id.is_null())
      said.set("_meta", Json::object({{std::string(kMetaSubscription), to.id}}));
    to.outlet->send(notification_text(method, std::move(said)));
  }
}

void Feed::compare(const Heads& now) {
  const Heads before = *heads_;
  heads_ = now;
  if (before == now) return;
  tell([](const Filter& filter) { return filter.resources; },
       "notifications/resources/list_changed", Json::object());
  std::set<std::string> changed{uri_of({"projects"})};
  for (const auto& [project, snapshot] : now.newest)
    if (const auto at = before.newest.find(project);
        at == before.newest.end() || at->second != snapshot)
      changed.insert(uri_of({"projects", project}));
  for (const auto& [project, snapshot] : before.newest)
    if (!now.newest.contains(project)) changed.insert(uri_of({"projects", project}));
  std::set<std::string> named;
  for (const auto& [key, to] : subscriptions_)
    named.insert(to.filter.uris.begin(), to.filter.uris.end());
  for (const auto& uri : named) {
    const bool is_changed = std::any_of(changed.begin(), changed.end(), [&](const auto& above) {
      return uri == above || (above != uri_of({"projects"}) && uri.starts_with(above + "/"));
    });
    if (is_changed)
      tell([&uri](const Filter& filter) { return filter.uris.contains(uri); },
           "notifications/resources/updated", Json::object({{"uri", uri}}));
  }
}

bool Feed::is_watched() const {
  return std::any_of(subscriptions_.begin(), subscriptions_.end(), [](const auto& one) {
    return one.second.filter.resources || !one.second.filter.uris.empty();
  });
}

// Under the lock. What is now is read before the client hears that it is subscribed.
void Feed::start_looking() {
  if (!is_watched()) return;
  if (!heads_) heads_ = look_();
  if (!watcher_.joinable())
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void Feed::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    stopped_.wait_for(lock, stop, std::chrono::milliseconds(kLookMs), [] { return false; });
    if (stop.stop_requested() || !is_watched()) continue;
    lock.unlock();
    const auto now = look_();
    lock.lock();
    if (!now || !is_watched()) continue;
    if (heads_)
      compare(*now);
    else
      heads_ = now;
  }
}

}  // namespace dossier::mcp
