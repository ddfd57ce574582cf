// Describes files that contain no assembly. People import whole folders of games and applications;
// the message for each refused file says what it is and where its code can be found instead.
#include "engine/readers/assembly/bundle.h"
#include "engine/readers/assembly/image.h"

namespace dossier::assembly {
namespace {

bool contains(Bytes bytes, std::string_view needle) {
  return text_of(bytes).find(needle) != std::string_view::npos;
}

std::string describe_native(Bytes bytes, std::string_view what) {
  if (contains(bytes, "il2cpp_domain_get") || contains(bytes, "il2cpp_init")) {
    return "an IL2CPP build: its C# was compiled to native code. Run an IL2CPP dumper on it and "
           "global-metadata.dat, and import the dummy DLLs that it writes";
  }
  if (is_dotnet_host(bytes)) {
    return "a .NET host program: the assembly is the .dll of the same name beside it";
  }
  if (contains(bytes, "_MonoSpinLock") || contains(bytes, "mono_mkbundle_init")) {
    return "a native program with mono bundled in: import the assemblies it was bundled from";
  }
  return std::string(what) + ": it holds no managed code";
}

}  // namespace

std::string describe_unsupported(Bytes bytes) {
  const std::string_view start = text_of(slice(bytes, 0, 8));
  const auto begins = [&](std::string_view magic) {
    return start.substr(0, magic.size()) == magic;
  };
  if (bytes.empty()) return "an empty file";
  if (begins("MZ")) return describe_native(bytes, "a native Windows program or DLL");
  if (begins("\x7f"
             "ELF")) {
    return describe_native(bytes, "a native ELF program or library");
  }
  if (begins("\xcf\xfa\xed\xfe") || begins("\xce\xfa\xed\xfe") || begins("\xca\xfe\xba\xbe")) {
    return describe_native(bytes, "a native Mach-O program or library");
  }
  if (begins("\xaf\x1b\xb1\xfa")) {
    return "IL2CPP metadata (global-metadata.dat): run an IL2CPP dumper on it and the game's "
           "native "
           "library, and import the dummy DLLs that it writes";
  }
  if (begins("PK\3\4"))
    return "a zip archive (.nupkg, .apk, .vsix, …): unpack it and import the folder";
  if (begins("XALZ")) return "a compressed Xamarin assembly: unpack it first";
  if (begins("XABA")) return "a Xamarin assembly store: unpack it first";
  if (begins("BSJB"))
    return "bare .NET metadata, such as a portable PDB: import the assembly itself";
  if (begins(std::string_view("\0asm", 4))) return "a WebAssembly module with no assembly inside";
  return "not a .NET assembly";
}

}  // namespace dossier::assembly
