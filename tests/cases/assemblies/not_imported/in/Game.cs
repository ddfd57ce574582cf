// mcs -target:library -out:Game.dll Game.cs; it is not imported.
namespace Eng {
  public class Comp {
    public int hp;
    public static int Count { get; set; }
    public void Kill() {}
  }
  public class Gen<T> {
    public void Put(T one) {}
  }
  public class Twice {}
}
namespace Other {
  public class Twice {}
}
