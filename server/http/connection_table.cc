#include "server/http/connection_table.h"

#include <algorithm>

namespace dossier {
namespace {

// Who goes first when room is needed.
constexpr Phase kEvicted[] = {Phase::leaving, Phase::idle, Phase::reading, Phase::writing};

}  // namespace

Connection* ConnectionTable::admit(std::unique_ptr<Connection> connection) {
  const auto peer = peers_.find(connection->peer);
  if (peer != peers_.end() && peer->second >= limits_.per_peer) {
    if (!evict(&connection->peer)) return nullptr;
  } else if (all_.size() >= limits_.connections && !evict()) {
    return nullptr;
  }
  Connection& it = *connection;
  ++peers_[it.peer];
  it.phase = Phase::busy;
  it.place = list(Phase::busy).insert(list(Phase::busy).end(), &it);
  all_.emplace(&it, std::move(connection));
  return &it;
}

void ConnectionTable::place(Connection& connection, Phase phase, Time now) {
  weigh(connection);
  if (connection.phase == phase) return;
  list(phase).splice(list(phase).end(), list(connection.phase), connection.place);
  connection.phase = phase;
  connection.since = now;
}

void ConnectionTable::weigh(Connection& connection) {
  held_input_ += connection.input.capacity() - connection.held_input;
  held_output_ += connection.output.capacity() - connection.held_output;
  connection.held_input = connection.input.capacity();
  connection.held_output = connection.output.capacity();
}

void ConnectionTable::erase(Connection& connection) {
  connection.abandon();
  held_input_ -= connection.held_input;
  held_output_ -= connection.held_output;
  list(connection.phase).erase(connection.place);
  const auto peer = peers_.find(connection.peer);
  if (--peer->second == 0) peers_.erase(peer);
  all_.erase(&connection);
}

void ConnectionTable::erase_all(Phase phase) {
  while (!list(phase).empty()) erase(*list(phase).front());
}

bool ConnectionTable::evict(const std::string* peer) {
  for (const Phase phase : kEvicted) {
    const List& from = list(phase);
    const auto found = std::find_if(from.begin(), from.end(), [&](const Connection* one) {
      return peer == nullptr || one->peer == *peer;
    });
    if (found == from.end()) continue;
    erase(**found);
    return true;
  }
  return false;
}

bool ConnectionTable::evict_writer() {
  if (list(Phase::writing).empty()) return false;
  erase(*list(Phase::writing).front());
  return true;
}

std::vector<Connection*> ConnectionTable::late(Time now) const {
  std::vector<Connection*> out;
  for (const Phase phase : kEvicted) {
    for (Connection* connection : list(phase)) {
      if (now < connection->since + time_in(phase)) break;
      out.push_back(connection);
    }
  }
  return out;
}

size_t ConnectionTable::count(Phase phase) const { return list(phase).size(); }

std::chrono::milliseconds ConnectionTable::time_in(Phase phase) const {
  switch (phase) {
    case Phase::idle:
      return limits_.idle_time;
    case Phase::reading:
      return limits_.request_time;
    case Phase::writing:
      return limits_.write_time;
    default:
      return limits_.farewell;
  }
}

}  // namespace dossier
