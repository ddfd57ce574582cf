// Numbers that compilers count up in names: which they are, and that no other is touched.
#include <catch2/catch.hpp>

#include "engine/readers/assembly/ordinals.h"

using namespace dossier::assembly;

TEST_CASE("names that compilers make lose the numbers that they count up, and no others") {
  const struct {
    const char *name, *without;
  } cases[] = {
      {"N.C+<>c.<Load>b__12_0(System.Int32)", "N.C+<>c.<Load>b#(System.Int32)"},
      {"N.C+<>c__DisplayClass12_0.<>4__this", "N.C+<>c__DisplayClass#.<>4__this"},
      {"N.C+<>c.<>9__12_0", "N.C+<>c.<>#"},
      {"N.C+<Load>d__12`1.MoveNext()", "N.C+<Load>d#`1.MoveNext()"},
      {"N.C+<<Load>b__0_1>d.<>u__1", "N.C+<<Load>b#>d.<>u#"},
      {"N.C.<Load>g__Add2|12_1(N.C+<>c__DisplayClass12_0&)",
       "N.C.<Load>g__Add2|#(N.C+<>c__DisplayClass#&)"},
      {"N.C+<>O.<0>__Load", "N.C+<>O.<#>__Load"},
      {"N.C+<Load>d__1.<item2>5__3", "N.C+<Load>d#.<item2>#"},
      {"N.C+<Load>d__1.<>3__part2", "N.C+<Load>d#.<>3__part2"},
      {"N.C+<GetEnumerator>c__Iterator0", "N.C+<GetEnumerator>c__Iterator#"},
      {"N.C.<>f__am$cache0", "N.C.<>f__am$cache#"},
      {"N.load@31-1.Invoke()", "N.load@#.Invoke()"},
      {"N.C+_Closure$__12-0._Lambda$__1", "N.C+_Closure$__#._Lambda$__#"},
      {"N.C+VB$StateMachine_4_Load2", "N.C+VB$StateMachine_#_Load2"},
      {"System.Func`2<N.C+<>c__DisplayClass3_0,N.Item2>[]",
       "System.Func`2<N.C+<>c__DisplayClass#,N.Item2>[]"},
      {"N.List`1<System.Int32>.Add_2(T)", "N.List`1<System.Int32>.Add_2(T)"},
      {"N.C.<Item2>k__BackingField", "N.C.<Item2>k__BackingField"},
      {"<PrivateImplementationDetails>.9D753", "<PrivateImplementationDetails>.9D753"},
      {"N.a>b<c>>1@$__", "N.a>b<c>>1@$__"},
      {"<", "<"},
      {"N.Int32.op_2", "N.Int32.op_2"},
  };
  for (const auto& [name, without] : cases) CHECK(without_ordinals(name) == without);
}

TEST_CASE("a name of nothing but brackets takes no longer than another") {
  std::string name;
  for (int i = 0; i < 1 << 13; ++i) name += '<';
  for (int i = 0; i < 1 << 13; ++i) name += '>';
  CHECK(without_ordinals(name) == name);
  name.insert(name.size() / 2, "12");
  CHECK(without_ordinals(name).size() == name.size() - 1);
}

TEST_CASE("within one text numbers are told apart by their order") {
  Ordinals ordinals;
  CHECK(ordinals.replace("N.C.<A>b__7_0") == "N.C.<A>b#0");
  CHECK(ordinals.replace("N.C.<A>b__7_1") == "N.C.<A>b#1");
  CHECK(ordinals.replace("N.C.<A>b__7_0") == "N.C.<A>b#0");
  CHECK(ordinals.replace("N.C.Plain7") == "N.C.Plain7");
  ordinals.start();
  CHECK(ordinals.replace("N.C.<A>b__9_1") == "N.C.<A>b#0");
}
