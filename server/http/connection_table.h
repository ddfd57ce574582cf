#pragma once
// Who is connected, how long each may go on as it is, and who goes when there is no room.
//
// Connections of one phase stand in one list, the oldest first, so that what expires and what is
// evicted are found at its front. A full table takes a newcomer in the place of another: one that
// is only being seen off, else the one that idles longest, else the oldest that is slow to send or
// to take; never one that a worker has. Rejected: refusing newcomers, which lets whoever fills the
// table keep everybody else out for as long as he likes.
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
    std::chrono::milliseconds farewell{500};       // to see off a client that still sends
  };

  explicit ConnectionTable(Limits limits) : limits_(limits) {}

  /// Takes the connection in as busy, and returns it; null, and it is gone, when there is no room
  /// for it. Closes the one that makes room.
  Connection* admit(std::unique_ptr<Connection> connection);
  /// Puts it into the phase. One that is in it already keeps its place, and its time.
  void place(Connection& connection, Phase phase, Time now);
  /// Counts what the connection's buffers hold now.
  void weigh(Connection& connection);
  void erase(Connection& connection);
  void erase_all(Phase phase);
  /// Closes the one to go first, of this peer where one is named. False when nobody can go.
  bool evict(const std::string* peer = nullptr);
  /// Closes the client that has been taking its answer longest. False when there is none.
  bool evict_writer();

  /// Those whose time in their phase is over.
  std::vector<Connection*> late(Time now) const;
  size_t size() const { return all_.size(); }
  size_t count(Phase phase) const;
  /// Bytes of all buffers, as last counted.
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
  std::unordered_map<std::string, size_t> peers_;  // how many each has
  std::array<List, kPhases> lists_;
  size_t held_input_ = 0;
  size_t held_output_ = 0;
};

}  // namespace dossier
