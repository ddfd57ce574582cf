#pragma once
// The symbols that may answer a question, each once, with what is known of their types and modules.
// A symbol outside of the scope is never taken in.
//
// Of a program of assemblies, those count as its own that are called like what starts it: an .exe,
// or Unity's Assembly-CSharp. Rejected: a list of the names of frameworks, which may be the
// program.
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "agent/offline/rank.h"
#include "store/store.h"

namespace dossier::offline {

struct KnownType {
  std::string name, full_name, kind;
  int64_t flags = 0;
  int64_t last = 0;  // its last member
  bool is_aside = false;
  std::vector<float> own;    // per term, of its name
  std::vector<float> space;  // of its namespace and its module
};

struct KnownModule {
  std::string name, path;
  bool is_beside = false, is_aside = false, is_generated = false, is_foreign = false;
  std::vector<float> said;  // per term, of its name
};

/// A symbol of the pool, before its texts are read.
struct Pooled {
  int64_t symbol = 0;
  int64_t type = 0;  // that holds it; itself for a type
  int64_t name = 0;  // _name.id; 0 for a type
  int64_t kind = 0;  // MemberKind
  int64_t flags = 0;
  size_t module = 0;  // index into the scope's modules
  bool is_type = false;
  std::vector<float> own, doc, body, members, first;
  double body_words = 0;
  double together = 0;
};

class Pool {
 public:
  Pool(Store& store, const Scope& scope, const Question& question, Likeness& likeness);

  /// The index of the scope's module that holds a symbol; npos if none does.
  size_t module_of(int64_t symbol) const;
  const ScopeModules& modules() const { return *modules_; }
  /// All symbols of the scope.
  double size() const { return size_; }

  Pooled* add_type(int64_t type);
  Pooled* add_member(int64_t member, int64_t type, int64_t name, int64_t kind, int64_t flags);
  Pooled* find(int64_t symbol);
  std::vector<Pooled>& all() { return all_; }

  const KnownType& type(int64_t type);
  const KnownModule& module(size_t index);
  /// Per term, what a name says; borrowed.
  const std::vector<float>& of_name(int64_t name);

  /// The candidate with what its names say, but for its signature.
  Candidate candidate(const Pooled& pooled);
  /// Likewise, with its own name's text and signature.
  void complete(Candidate& candidate, const Pooled& pooled);

 private:
  bool is_foreign(std::string_view module) const;

  Store& store_;
  const Question& question_;
  Likeness& likeness_;
  std::shared_ptr<const ScopeModules> modules_;
  std::vector<std::pair<int64_t, size_t>> by_first_;  // module's id, index
  double size_ = 0;
  std::set<std::string> roots_;  // the first words of the program's own assemblies
  std::vector<Pooled> all_;
  std::unordered_map<int64_t, size_t> places_;
  std::unordered_map<int64_t, KnownType> types_;
  std::unordered_map<size_t, KnownModule> known_modules_;
  std::unordered_map<int64_t, std::vector<float>> names_;
  std::unordered_map<int64_t, std::pair<size_t, size_t>> parts_;  // of a name: said, all
};

}  // namespace dossier::offline
