#pragma once
// One build holds many mutants; DOSSIER_MUTANT=N turns the Nth on. With DOSSIER_MUTANTS_SEEN=FILE
// each that is reached leaves a byte there, so that only tests which reach a mutant need run for
// it.
//
// An operator is replaced by itself with an operand more: `a < b` becomes `a < less(7) < b`, which
// keeps what binds to what, so that no operand has to be found in the text.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

// The mutants' own code is not to be warned about.
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"

namespace mutation {

inline constexpr int kMost = 4096;

inline int chosen() {
  static const int value = [] {
    const char* text = std::getenv("DOSSIER_MUTANT");
    return text ? std::atoi(text) : 0;
  }();
  return value;
}

inline unsigned char* seen() {
  static unsigned char* const bytes = []() -> unsigned char* {
    const char* path = std::getenv("DOSSIER_MUTANTS_SEEN");
    if (!path) return nullptr;
    const int file = ::open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return nullptr;
    void* at = ::mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return at == MAP_FAILED ? nullptr : static_cast<unsigned char*>(at);
  }();
  return bytes;
}

/// True where this mutant is the one that runs.
inline bool on(int number) {
  if (unsigned char* bytes = seen()) bytes[number] = 1;
  return number == chosen();
}

template <char Which>
struct Operator {
  int number;
};
template <char Which, typename A>
struct Left {
  const A& value;
  int number;
};

#define MUTATION_OPERATOR(which, from, to)                                     \
  template <typename A>                                                        \
  Left<which, A> operator from(const A& a, Operator<which> o) {                \
    return {a, o.number};                                                      \
  }                                                                            \
  template <typename A, typename B>                                            \
  auto operator from(Left<which, A> l, const B& b)->decltype(l.value from b) { \
    if (on(l.number)) return l.value to b;                                     \
    return l.value from b;                                                     \
  }
MUTATION_OPERATOR('<', <, <=)
MUTATION_OPERATOR('l', <=, <)
MUTATION_OPERATOR('>', >, >=)
MUTATION_OPERATOR('g', >=, >)
MUTATION_OPERATOR('=', ==, !=)
MUTATION_OPERATOR('!', !=, ==)
MUTATION_OPERATOR('+', +, -)
MUTATION_OPERATOR('-', -, +)
MUTATION_OPERATOR('*', *, /)
MUTATION_OPERATOR('/', /, *)
MUTATION_OPERATOR('%', %, +)
#undef MUTATION_OPERATOR

}  // namespace mutation
