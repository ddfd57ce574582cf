#pragma once
// Places over one database for the threads that answer clients: so many at most, each opened when
// it is first needed.
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "agent/mcp/place.h"
#include "engine/mapped_files.h"
#include "server/pool.h"

namespace dossier::cli {

class McpPlaces final : public mcp::Lender {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// `deadline` of what is bounded; zero: there is none.
  McpPlaces(size_t most, Milliseconds deadline, Pool<mcp::Place>::Make make)
      : deadline_(deadline), places_(most, std::move(make), is_whole) {}

  std::shared_ptr<mcp::Place> lend(const std::stop_token& stop, Length length) override;
  /// Likewise, with a checkpoint and a deadline of the caller's.
  std::shared_ptr<mcp::Place> lend(std::chrono::steady_clock::time_point until,
                                   std::function<void()> checkpoint);

 private:
  static bool is_whole(mcp::Place& place) { return !is_spoilt(place.store().database()); }

  const Milliseconds deadline_;
  Pool<mcp::Place> places_;
};

}  // namespace dossier::cli
