#include "sandbox/worker/vm.h"

#include <cstring>
#include <type_traits>

extern "C" {
#include <quickjs.h>  // made by wasm2c
#include <wasm-rt-impl.h>

// Both modules of imports are the machine itself.
struct Z_env_instance_t {
  dossier::sandbox::Vm::Hooks hooks;
  Z_quickjs_instance_t engine{};
  bool interrupted = false;
};
struct Z_wasi_snapshot_preview1_instance_t : Z_env_instance_t {};
}

namespace dossier::sandbox {

struct Vm::State_ : Z_wasi_snapshot_preview1_instance_t {};

namespace {

// Flags of qjs_init2 (quickjs-wasi's Intrinsics). Left out of a script's machine: Date (0) and
// performance (10), because a script has no clock; eval and Function (1); WeakRef and
// FinalizationRegistry (9), which show when memory is reclaimed.
constexpr uint32_t kEval = 1u << 1;
constexpr uint32_t kLanguage =
    (1u << 2) | (1u << 3) | (1u << 4) | (1u << 5) | (1u << 6) | (1u << 7) | (1u << 8) | (1u << 12);

int g_depth = 0;

// Runs `call` in the engine. A trap unwinds to the outermost call, over frames of the engine only:
// functions of the host that the engine calls hold nothing that would have to be destroyed.
template <typename Call>
auto guarded(Call call) -> decltype(call()) {
  if (g_depth > 0) return call();
  const int trap = wasm_rt_impl_try();
  if (trap != 0) {
    g_depth = 0;
    throw Trap(wasm_rt_strerror(static_cast<wasm_rt_trap_t>(trap)));
  }
  g_depth = 1;
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    g_depth = 0;
  } else {
    auto out = call();
    g_depth = 0;
    return out;
  }
}

// For calls from outside of the engine only: it throws.
uint8_t* at(Z_quickjs_instance_t& vm, uint32_t address, uint64_t size) {
  const wasm_rt_memory_t& memory = vm.w2c_memory;
  if (address + size > memory.size) throw Trap("an address outside the engine's memory");
  return memory.data + address;
}

uint32_t word_at(Z_quickjs_instance_t& vm, uint32_t address) {
  uint32_t out;
  std::memcpy(&out, at(vm, address, 4), 4);
  return out;
}

// A copy of the text in the engine's memory, ended by a zero byte.
class Copied {
 public:
  Copied(Z_quickjs_instance_t& vm, std::string_view text) : vm_(vm) {
    address_ = Z_quickjsZ_wasm_malloc(&vm, static_cast<uint32_t>(text.size() + 1));
    if (address_ == 0) throw Trap("out of memory");
    uint8_t* to = at(vm, address_, text.size() + 1);
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    to[text.size()] = 0;
  }
  ~Copied() { Z_quickjsZ_free(&vm_, address_); }
  Copied(const Copied&) = delete;
  Copied& operator=(const Copied&) = delete;
  uint32_t address() const { return address_; }

 private:
  Z_quickjs_instance_t& vm_;
  uint32_t address_;
};

}  // namespace

Vm::Vm(Hooks hooks, bool compiles) : state_(std::make_unique<State_>()) {
  static const bool ready = [] {
    wasm_rt_init();
    Z_quickjs_init_module();
    return true;
  }();
  (void)ready;
  state_->hooks = std::move(hooks);
  auto& vm = state_->engine;
  guarded([&] {
    Z_quickjs_instantiate(&vm, state_.get(), state_.get());
    Z_quickjsZ__initialize(&vm);
  });
  if (guarded([&] { return Z_quickjsZ_qjs_init2(&vm, kLanguage | (compiles ? kEval : 0)); }) != 0)
    throw Trap("the engine did not start");
  guarded([&] { Z_quickjsZ_qjs_set_interrupt_handler(&vm, 1); });
}

Vm::~Vm() { Z_quickjs_free(&state_->engine); }

void Vm::limit(uint32_t memory, uint32_t stack) {
  guarded([&] {
    Z_quickjsZ_qjs_set_memory_limit(&state_->engine, memory);
    Z_quickjsZ_qjs_set_max_stack_size(&state_->engine, stack);
  });
}

std::string Vm::compile(std::string_view code, const char* name) {
  auto& vm = state_->engine;
  Copied text(vm, code), file(vm, name), length(vm, "1234");
  const uint32_t bytes = guarded([&] {
    return Z_quickjsZ_qjs_compile(&vm, text.address(), static_cast<uint32_t>(code.size()),
                                  file.address(), 0, 0, length.address());
  });
  if (bytes == 0) return {};
  const uint32_t size = word_at(vm, length.address());
  std::string out(reinterpret_cast<char*>(at(vm, bytes, size)), size);
  Z_quickjsZ_free(&vm, bytes);
  return out;
}

Vm::Handle Vm::run(std::string_view bytecode) {
  auto& vm = state_->engine;
  Copied code(vm, bytecode);
  return guarded([&] {
    const Handle out =
        Z_quickjsZ_qjs_eval_bytecode(&vm, code.address(), static_cast<uint32_t>(bytecode.size()));
    return Z_quickjsZ_qjs_is_exception(&vm, out) != 0 ? 0 : out;
  });
}

Vm::Handle Vm::call(Handle function, std::initializer_list<Handle> arguments) {
  auto& vm = state_->engine;
  std::string words(arguments.size() * 4, '\0');
  size_t place = 0;
  for (const Handle argument : arguments) std::memcpy(&words[4 * place++], &argument, 4);
  Copied values(vm, words);
  return guarded([&] {
    const Handle nothing = Z_quickjsZ_qjs_get_undefined(&vm);
    const Handle out = Z_quickjsZ_qjs_call(
        &vm, function, nothing, static_cast<uint32_t>(arguments.size()), values.address());
    return Z_quickjsZ_qjs_is_exception(&vm, out) != 0 ? 0 : out;
  });
}

Vm::Handle Vm::property(Handle object, const char* name) {
  auto& vm = state_->engine;
  Copied key(vm, name);
  return guarded([&] { return Z_quickjsZ_qjs_get_prop_string(&vm, object, key.address()); });
}

Vm::Handle Vm::string(std::string_view text) {
  auto& vm = state_->engine;
  Copied copy(vm, text);
  return guarded([&] {
    return Z_quickjsZ_qjs_new_string(&vm, copy.address(), static_cast<uint32_t>(text.size()));
  });
}

std::string Vm::text(Handle value) {
  auto& vm = state_->engine;
  Copied length(vm, "1234");
  const uint32_t bytes =
      guarded([&] { return Z_quickjsZ_qjs_get_string_len(&vm, value, length.address()); });
  if (bytes == 0) return {};
  const uint32_t size = word_at(vm, length.address());
  std::string out(reinterpret_cast<char*>(at(vm, bytes, size)), size);
  guarded([&] { Z_quickjsZ_qjs_free_cstring(&vm, bytes); });
  return out;
}

Vm::Handle Vm::sender() {
  auto& vm = state_->engine;
  Copied name(vm, "send");
  return guarded([&] { return Z_quickjsZ_qjs_new_host_function(&vm, name.address(), 4, 0); });
}

void Vm::free(Handle value) {
  guarded([&] { Z_quickjsZ_qjs_free_value(&state_->engine, value); });
}

Vm::Handle Vm::exception() {
  return guarded([&] { return Z_quickjsZ_qjs_get_exception(&state_->engine); });
}

Vm::State Vm::state(Handle promise) {
  return static_cast<State>(
      guarded([&] { return Z_quickjsZ_qjs_promise_state(&state_->engine, promise); }));
}

Vm::Handle Vm::result(Handle promise) {
  return guarded([&] { return Z_quickjsZ_qjs_promise_result(&state_->engine, promise); });
}

bool Vm::run_job() {
  return static_cast<int32_t>(
             guarded([&] { return Z_quickjsZ_qjs_execute_pending_job(&state_->engine); })) > 0;
}

bool Vm::has_job() {
  return guarded([&] { return Z_quickjsZ_qjs_is_job_pending(&state_->engine); }) != 0;
}

bool Vm::interrupted() const { return state_->interrupted; }

uint32_t Vm::memory() const { return state_->engine.w2c_memory.size; }

}  // namespace dossier::sandbox

// What the engine imports. The engine is C: nothing here throws, and what could unwind to guarded()
// does so before there is anything to destroy.
namespace {

using Machine = Z_env_instance_t;

uint8_t* checked(Machine* machine, uint32_t address, uint64_t size) {
  const wasm_rt_memory_t& memory = machine->engine.w2c_memory;
  if (address + size > memory.size) wasm_rt_trap(WASM_RT_TRAP_OOB);
  return memory.data + address;
}

template <typename T>
T load(Machine* machine, uint32_t address) {
  T out;
  std::memcpy(&out, checked(machine, address, sizeof out), sizeof out);
  return out;
}

template <typename T>
void store(Machine* machine, uint32_t address, T value) {
  std::memcpy(checked(machine, address, sizeof value), &value, sizeof value);
}

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
uint64_t mixed(uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

constexpr uint32_t kBadDescriptor = 8, kNotSupported = 52;  // errno of WASI

}  // namespace

extern "C" {

// The only host function is the one of Vm::sender().
u32 Z_envZ_host_call(Z_env_instance_t* machine, u32, u32, u32, u32 count, u32 values) {
  auto& engine = machine->engine;
  if (count > 0) {
    const u32 length = Z_quickjsZ_wasm_malloc(&engine, 4);
    if (length == 0) wasm_rt_trap(WASM_RT_TRAP_OOB);
    const u32 bytes = Z_quickjsZ_qjs_get_string_len(&engine, load<u32>(machine, values), length);
    const u32 size = load<u32>(machine, length);
    Z_quickjsZ_free(&engine, length);
    if (bytes != 0) {
      machine->hooks.send({reinterpret_cast<char*>(checked(machine, bytes, size)), size});
      Z_quickjsZ_qjs_free_cstring(&engine, bytes);
    }
  }
  return Z_quickjsZ_qjs_dup_value(&engine, Z_quickjsZ_qjs_get_undefined(&engine));
}

u32 Z_envZ_host_interrupt(Z_env_instance_t* machine) {
  if (machine->hooks.interrupt && machine->hooks.interrupt()) machine->interrupted = true;
  return machine->interrupted ? 1 : 0;
}

u32 Z_envZ_host_get_timezone_offset(Z_env_instance_t*, u32, u32) { return 0; }
void Z_envZ_host_promise_rejection(Z_env_instance_t*, u32, u32, u32) {}
u32 Z_envZ_host_module_normalize(Z_env_instance_t*, u32, u32) { return 0; }
u32 Z_envZ_host_module_load(Z_env_instance_t*, u32, u32) { return 0; }

// The engine seeds Math.random with the microseconds of the clock, so this clock is the entropy.
u32 Z_wasi_snapshot_preview1Z_clock_time_get(Z_wasi_snapshot_preview1_instance_t* machine, u32, u64,
                                             u32 result) {
  store<u64>(machine, result, (mixed(machine->hooks.entropy) >> 11) * 1000);
  return 0;
}

u32 Z_wasi_snapshot_preview1Z_random_get(Z_wasi_snapshot_preview1_instance_t* machine, u32 to,
                                         u32 size) {
  uint8_t* bytes = checked(machine, to, size);
  for (u32 i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(mixed(machine->hooks.entropy + i) >> 56);
  return 0;
}

u32 Z_wasi_snapshot_preview1Z_fd_close(Z_wasi_snapshot_preview1_instance_t*, u32) {
  return kNotSupported;
}
u32 Z_wasi_snapshot_preview1Z_fd_fdstat_get(Z_wasi_snapshot_preview1_instance_t*, u32, u32) {
  return kBadDescriptor;
}
u32 Z_wasi_snapshot_preview1Z_fd_seek(Z_wasi_snapshot_preview1_instance_t*, u32, u64, u32, u32) {
  return kNotSupported;
}
u32 Z_wasi_snapshot_preview1Z_fd_write(Z_wasi_snapshot_preview1_instance_t*, u32, u32, u32, u32) {
  return kBadDescriptor;
}

}  // extern "C"
