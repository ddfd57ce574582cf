#pragma once
// The wire between a program and its sandbox worker: frames on two pipes, one in each direction.
//
//   frame = kind (1 byte), length of the payload (4 bytes, little-endian), payload
//
//   to the worker    start   Start, the context's JSON, the script's UTF-8 text
//                    result  {"id", "ok", "value"|"error"} of a request
//   to the program   request {"id", "op", …}: what the script asks of the program
//                    wait    the script cannot go on without results; no payload
//                    done    the script's value as JSON; "" if it returned nothing
//                    failed  one line: why the script did not finish
//                    stopped a limit's name: fuel, memory, stack, pending or output
//
// The two never write at the same time: the worker reads after `wait` alone, as many results as
// there are requests without one, at most Start::parallel, in the order of the requests; the
// program writes them then alone. So neither can wait for the other with both pipes full, however
// long the frames are.
//
// The program believes nothing that a worker sends: lengths are bounded before memory is reserved,
// and the JSON is parsed by a reader that limits depth.
#include <cstdint>

namespace dossier::sandbox {

enum class Frame : uint8_t { start, result, request, done, failed, stopped, wait };

inline constexpr uint32_t kFrameHead = 5;

/// What a script may use. Fixed size, as sent: both ends are built from this header.
struct Start {
  uint64_t fuel;      // polls of the engine, each after about 10,000 branches and calls
  uint32_t memory;    // bytes of the engine's heap
  uint32_t stack;     // bytes of the engine's stack
  uint32_t output;    // bytes of one frame
  uint32_t pending;   // requests without a result
  uint32_t parallel;  // results after one `wait`
  uint32_t context;   // bytes of the JSON before the script: {"workspace", "conversation"}
};

}  // namespace dossier::sandbox
