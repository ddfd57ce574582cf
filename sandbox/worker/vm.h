#pragma once
// One QuickJS-NG virtual machine: the npm package quickjs-wasi, a WebAssembly module that wasm2c
// has turned into C. Its memory is a linear memory of its own; a wild access of the engine ends in
// a trap, which is thrown as Trap, and cannot reach the worker's memory.
//
// A value is a handle: the address of a JSValue in that memory. Handles are owned by who receives
// them and freed by free(); a VM lives for one script, so what lives as long is not freed.
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dossier::sandbox {

/// The engine ended: memory access, stack, an unreachable instruction.
struct Trap : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Vm {
 public:
  using Handle = uint32_t;

  struct Hooks {
    std::function<void(std::string_view)> send;  // the host function was called with this text
    std::function<bool()> interrupt;             // true ends the script
    uint64_t entropy = 0;
  };

  /// With `compiles`, the machine has eval and can compile; without, what is compiled elsewhere
  /// runs in it and nothing can make code from text.
  Vm(Hooks hooks, bool compiles);
  ~Vm();
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  void limit(uint32_t memory, uint32_t stack);
  /// Bytecode, or "" with error() set.
  std::string compile(std::string_view code, const char* name);
  /// 0 for an exception.
  Handle run(std::string_view bytecode);
  Handle call(Handle function, std::initializer_list<Handle> arguments);
  Handle property(Handle object, const char* name);
  Handle string(std::string_view text);
  /// The text of a string.
  std::string text(Handle value);
  /// A function that passes its first argument, a string, to Hooks::send.
  Handle sender();
  void free(Handle value);

  /// Takes the pending exception.
  Handle exception();
  enum class State { pending, fulfilled, rejected };
  State state(Handle promise);
  Handle result(Handle promise);
  /// Runs one job of the queue. False when there is none, or it ended in an exception that a script
  /// cannot catch.
  bool run_job();
  bool has_job();
  /// Whether the last interrupt() ended the script.
  bool interrupted() const;
  /// The bytes of the linear memory.
  uint32_t memory() const;

 private:
  struct State_;
  std::unique_ptr<State_> state_;
};

}  // namespace dossier::sandbox
