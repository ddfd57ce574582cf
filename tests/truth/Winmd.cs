// Winmd.exe IN.dll OUT.winmd: the same metadata as a file of Windows metadata, written by Mono.Cecil.
using System.Linq;
using Mono.Cecil;
static class Winmd {
  static int Main(string[] a) {
    using (var module = ModuleDefinition.ReadModule(a[0])) {
      module.RuntimeVersion = "WindowsRuntime 1.4;CLR v4.0.30319";
      module.Assembly.Name.IsWindowsRuntime = true;
      foreach (var type in module.Types.Where(t => t.IsPublic)) type.IsWindowsRuntime = true;
      module.Mvid = new System.Guid("0dd0dd0d-0dd0-0dd0-0dd0-0dd0dd0dd0dd");
      module.Write(a[1]);
    }
    return 0;
  }
}
