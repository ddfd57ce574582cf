// mcs -target:library -r:Game.dll -out:Mod.dll Mod.cs
class My : Eng.Comp, System.IDisposable {
  public int Health { get; set; }
  void Heal(Eng.Gen<int> all) {
    hp = 3;
    Kill();
    all.Put(hp);
    Count -= 1;
  }
  static void Hit(My one) { one.Health -= 1; }
  static void Slay(My one) { one.Health = 0; }
  void System.IDisposable.Dispose() {}
  static void Use(System.IDisposable one) { one.Dispose(); }
  static object[] Both() { return new object[] { new Eng.Twice(), new Other.Twice() }; }
}
