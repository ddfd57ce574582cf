#include "engine/parameters.h"

#include <catch2/catch.hpp>

#include "engine/canonical.h"
#include "engine/readers/languages/language.h"

namespace dossier {

TEST_CASE("a parameter list's types, by the rules of each language") {
  struct Row {
    const char* language;
    const char* list;
    const char* types;
  };
  const Row rows[] = {
      {"Go", "ctx context.Context, a, b int", "context.Context,int,int"},
      {"Go", "context.Context, *pb.Item", "context.Context,*pb.Item"},
      {"Go", "done chan int, names ...string", "chan int,...string"},
      {"Go", "chan int, func(a, b int) error", "chan int,func(a,b int) error"},
      {"Go", "f func(a int) (int, error), m map[string]int",
       "func(a int) (int,error),map[string]int"},
      {"Go", "a, b, c", "a,b,c"},
      {"Go", "_ context.Context, _ *T", "context.Context,*T"},
      {"Go", "", ""},
      {"Rust", "&self, a: &'a [u8], b: Box<dyn Fn(u8) -> bool>,",
       "&self,&'a [u8],Box<dyn Fn(u8) -> bool>"},
      {"Rust", "&mut self, mut x: u8", "&mut self,u8"},
      {"Rust", "mut self, (a, b): (u8, u8)", "self,(u8,u8)"},
      {"Rust", "self: Pin<&mut Self>, x: std::fmt::Formatter<'_>",
       "Pin<&mut Self>,std::fmt::Formatter<'_>"},
      {"Kotlin", "vararg names: String, block: (Int) -> Unit = {}", "vararg String,(Int) -> Unit"},
      {"Kotlin", "private val name: String = \"a, b\"", "String"},
      {"Swift", "_ value: Int, to other: inout [String: Int], by: Int = 3",
       "Int,to:inout [String: Int],by:Int"},
      {"TypeScript", "public name: string, cb?: (x: T) => void, n: number = 3",
       "string,(x: T) => void,number"},
      {"TypeScript", "{ a, b }: Props, ...rest: T[]", "Props,...T[]"},
      {"TypeScript", " ", ""},
      {"C", "char *const name, char * const other", "char* const,char* const"},
      {"TypeScript", "untyped, other = 1", "any,any"},
      {"JavaScript", "options = {}, done", "options,done"},
      {"Python", "self, x: int = 5, *args: str, y=\",)\", **kw", "self,int,*str,y,**kw"},
      {"Python", "names: list[str] | None = None, /, *, flag: bool=True",
       "list[str] | None,/,*,bool"},
      {"C", "const char *ip, int port", "const char*,int"},
      {"C", "int argc, char *argv[]", "int,char*[]"},
      {"C", "void", ""},
      {"C", "unsigned int, const struct stat *st, unsigned flags",
       "unsigned int,const struct stat*,unsigned"},
      {"C", "void (*done)(int code, void *data), size_t n", "void (*)(int code,void* data),size_t"},
      {"C++", "const Request& request, Response &&, std::string",
       "const Request&,Response&&,std::string"},
      {"C++", "std::function<void(int, int)> f = nullptr, T &&...args",
       "std::function<void(int,int)>,T&&..."},
      {"C++", "const Foo, [[maybe_unused]] int x = 3, ...", "const Foo,int,..."},
      {"Java", "final @Nullable String name, int... rest", "String,int..."},
      {"Java", "Map<String, List<T>> byName, String args[]", "Map<String,List<T>>,String[]"},
      {"C#", "this IHost host, [FromBody] Order order, params string[] rest",
       "IHost,Order,string[]"},
      {"C#", "ref int count, out string text, int n = 3", "ref int,out string,int"},
      {"C#", "(int a, string b) pair, Func<int, bool> f = null", "(int a,string b),Func<int,bool>"},
      {"PHP", "private readonly ?string $name = null, array &$found,", "?string,array&"},
      {"PHP", "$any, int|string ...$rest, #[A] int $x", "mixed,int|string...,int"},
      {"Ruby", "base = A::Base, key: :one, name=:b, *rest, **options, &block",
       "base,key:,name,*rest,**options,&block"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.language, row.list);
    std::string types;
    append_parameter_types(types, row.list, languages::named(row.language).parameters);
    CHECK(types == row.types);
  }
}

TEST_CASE("the key of a source's member holds its types wherever the list stands") {
  struct Row {
    const char* language;
    MemberKind kind;
    const char* name;
    const char* signature;
    const char* key;
  };
  constexpr auto method = MemberKind::method, property = MemberKind::property;
  const Row rows[] = {
      {"Go", method, "Map", "func Map[T, U any](from []T, f func(T) U) ([]U, error)",
       "N.T.Map([]T,func(T) U)"},
      {"Go", method, "T", "func (t *T) T(x int) (a, b int)", "N.T.T(int)"},
      {"C#", method, ".ctor", "public T(string id) : base(id, 1)", "N.T..ctor(string)"},
      {"C#", method, "op_Addition", "public static T operator +(T a, T b)", "N.T.op_Addition(T,T)"},
      {"C#", property, "Item", "public int this[string name]", "N.T.Item(string)"},
      {"C#", property, "Size", "public int Size", "N.T.Size"},
      {"C", method, "copy", "char *copy(const char *text) __attribute__((malloc))",
       "N.T.copy(const char*)"},
      {"C++", method, "T", "T(int size) : size_(size), f_(g(size))", "N.T.T(int)"},
      {"C++", method, "operator()", "bool operator()(const T &a) const",
       "N.T.operator()(const T&)"},
      {"Rust", method, "each", "fn each<F: Fn(u8) -> bool>(f: F) -> (u8, u8)", "N.T.each(F)"},
      {"TypeScript", method, "add", "add = async <T>(items: T[], item: T): Promise<T[]>",
       "N.T.add(T[],T)"},
      {"TypeScript", method, "cast", "cast: <T>(value: T) => Draft<T> = x", "N.T.cast(T)"},
      {"TypeScript", method, "twice", "twice = (x: number) => x * 2", "N.T.twice(number)"},
      {"TypeScript", property, "size", "get size(): number", "N.T.size"},
      {"Kotlin", property, "done", "val done: (Int) -> Unit", "N.T.done"},
      {"Swift", method, "init", "init?(_ text: String)", "N.T.init(String)"},
      {"Python", method, "find", "def find(self, text: str = \")\", /) -> tuple[int, int]",
       "N.T.find(self,str,/)"},
      {"Ruby", method, "name", "def name", "N.T.name"},
      {"", method, "Add", "System.Void Add(System.Int32 x)", "N.T.Add(System.Int32)"},
  };
  Type type;
  type.name = "T";
  type.full_name = "N.T";
  for (const Row& row : rows) {
    CAPTURE(row.language, row.signature);
    Member member;
    member.kind = row.kind;
    member.name = row.name;
    member.signature = row.signature;
    CHECK(member_key(type, member, row.language) == row.key);
  }
}

}  // namespace dossier
