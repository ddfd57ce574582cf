#pragma once
// All connections, with how long each may stay in its phase, and which one is closed if there is no
// room.
//
// The connections of one phase are in one list, oldest first, so those that expire or are evicted
// are at its front. A full table admits a new connection by closing another: one that is being
// closed anyway, else the longest idle one, else the oldest that is slow to send or receive; never
// one that a worker has. Rejected: refusing new connections, which lets anyone who fills the table
// lock out everyone else.
//
// Not locked: the owner has a mutex.
#include <array>
#include <chrono>
#include <memory>
#include <unordered_map>
#include <vector>

#include "server/http/connection.h"

namespace dossier {

class ConnectionTable {
 public:
  using Time = Connection::Time;

  struct Limits {
    size_t connections = 800;
    size_t per_peer = 800;                         // connections from one address
    std::chrono::milliseconds idle_time{60000};    // between requests
    std::chrono::milliseconds request_time{5000};  // from a request's first bytes to its last
    std::chrono::milliseconds write_time{30000};   // for a client to take an answer
    std::chrono::milliseconds farewell{500};       // to drain a client that still sends
  };

  explicit ConnectionTable(Limits limits) : limits_(limits) {}

  /// Adds the connection as busy and returns it. If there is no room, closes another one; returns
  /// null, having closed the new one, if that is impossible.
  Connection* admit(std::unique_ptr<Connection> connection);
  /// Moves it to a phase. If it is in this phase already, it keeps its position and its time.
  void place(Connection& connection, Phase phase, Time now);
  /// Updates the count of bytes that the connection's buffers take.
  void weigh(Connection& connection);
  void erase(Connection& connection);
  void erase_all(Phase phase);
  /// Closes the connection to be evicted first, of this peer if given. Returns false if there is
  /// none.
  bool evict(const std::string* peer = nullptr);
  /// Closes the client that has been receiving its answer longest. Returns false if there is none.
  bool evict_writer();

  /// The connections whose time in their phase is over.
  std::vector<Connection*> late(Time now) const;
  size_t size() const { return all_.size(); }
  size_t count(Phase phase) const;
  /// The bytes that all buffers take, as last counted: what they have room for, not what is in
  /// them.
  size_t held_input() const { return held_input_; }
  size_t held_output() const { return held_output_; }
  template <typename Visit>
  void each(Visit visit) const {
    for (const auto& [connection, owned] : all_) visit(*connection);
  }

 private:
  using List = std::list<Connection*>;
  static constexpr size_t kPhases = 5;

  List& list(Phase phase) { return lists_[static_cast<size_t>(phase)]; }
  const List& list(Phase phase) const { return lists_[static_cast<size_t>(phase)]; }
  std::chrono::milliseconds time_in(Phase phase) const;

  const Limits limits_;
  std::unordered_map<Connection*, std::unique_ptr<Connection>> all_;
  std::unordered_map<std::string, size_t> peers_;  // number of connections per peer
  std::array<List, kPhases> lists_;
  size_t held_input_ = 0;
  size_t held_output_ = 0;
};

}  // namespace dossier
