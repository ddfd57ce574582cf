// Data: the opcodes in the order of their codes. An empty name is a code that the instruction set
// leaves free.
#include "engine/readers/assembly/opcodes.h"

namespace dossier::assembly {
namespace {

using enum Operand;

// clang-format off
constexpr Opcode kOpcodes[225] = {
    {"nop"}, {"break"}, {"ldarg.0"}, {"ldarg.1"}, {"ldarg.2"}, {"ldarg.3"}, {"ldloc.0"},
    {"ldloc.1"}, {"ldloc.2"}, {"ldloc.3"}, {"stloc.0"}, {"stloc.1"}, {"stloc.2"}, {"stloc.3"},
    {"ldarg.s", variable8}, {"ldarga.s", variable8}, {"starg.s", variable8}, {"ldloc.s", variable8},
    {"ldloca.s", variable8}, {"stloc.s", variable8}, {"ldnull"}, {"ldc.i4.m1"}, {"ldc.i4.0"},
    {"ldc.i4.1"}, {"ldc.i4.2"}, {"ldc.i4.3"}, {"ldc.i4.4"}, {"ldc.i4.5"}, {"ldc.i4.6"},
    {"ldc.i4.7"}, {"ldc.i4.8"}, {"ldc.i4.s", int8}, {"ldc.i4", int32}, {"ldc.i8", int64},
    {"ldc.r4", float32}, {"ldc.r8", float64}, {""}, {"dup"}, {"pop"}, {"jmp", method},
    {"call", method}, {"calli", signature}, {"ret"}, {"br.s", branch8}, {"brfalse.s", branch8},
    {"brtrue.s", branch8}, {"beq.s", branch8}, {"bge.s", branch8}, {"bgt.s", branch8},
    {"ble.s", branch8}, {"blt.s", branch8}, {"bne.un.s", branch8}, {"bge.un.s", branch8},
    {"bgt.un.s", branch8}, {"ble.un.s", branch8}, {"blt.un.s", branch8}, {"br", branch32},
    {"brfalse", branch32}, {"brtrue", branch32}, {"beq", branch32}, {"bge", branch32},
    {"bgt", branch32}, {"ble", branch32}, {"blt", branch32}, {"bne.un", branch32},
    {"bge.un", branch32}, {"bgt.un", branch32}, {"ble.un", branch32}, {"blt.un", branch32},
    {"switch", switch_table}, {"ldind.i1"}, {"ldind.u1"}, {"ldind.i2"}, {"ldind.u2"}, {"ldind.i4"},
    {"ldind.u4"}, {"ldind.i8"}, {"ldind.i"}, {"ldind.r4"}, {"ldind.r8"}, {"ldind.ref"},
    {"stind.ref"}, {"stind.i1"}, {"stind.i2"}, {"stind.i4"}, {"stind.i8"}, {"stind.r4"},
    {"stind.r8"}, {"add"}, {"sub"}, {"mul"}, {"div"}, {"div.un"}, {"rem"}, {"rem.un"}, {"and"},
    {"or"}, {"xor"}, {"shl"}, {"shr"}, {"shr.un"}, {"neg"}, {"not"}, {"conv.i1"}, {"conv.i2"},
    {"conv.i4"}, {"conv.i8"}, {"conv.r4"}, {"conv.r8"}, {"conv.u4"}, {"conv.u8"},
    {"callvirt", method}, {"cpobj", type}, {"ldobj", type}, {"ldstr", string}, {"newobj", method},
    {"castclass", type}, {"isinst", type}, {"conv.r.un"}, {""}, {""}, {"unbox", type}, {"throw"},
    {"ldfld", field}, {"ldflda", field}, {"stfld", field}, {"ldsfld", field}, {"ldsflda", field},
    {"stsfld", field}, {"stobj", type}, {"conv.ovf.i1.un"}, {"conv.ovf.i2.un"}, {"conv.ovf.i4.un"},
    {"conv.ovf.i8.un"}, {"conv.ovf.u1.un"}, {"conv.ovf.u2.un"}, {"conv.ovf.u4.un"},
    {"conv.ovf.u8.un"}, {"conv.ovf.i.un"}, {"conv.ovf.u.un"}, {"box", type}, {"newarr", type},
    {"ldlen"}, {"ldelema", type}, {"ldelem.i1"}, {"ldelem.u1"}, {"ldelem.i2"}, {"ldelem.u2"},
    {"ldelem.i4"}, {"ldelem.u4"}, {"ldelem.i8"}, {"ldelem.i"}, {"ldelem.r4"}, {"ldelem.r8"},
    {"ldelem.ref"}, {"stelem.i"}, {"stelem.i1"}, {"stelem.i2"}, {"stelem.i4"}, {"stelem.i8"},
    {"stelem.r4"}, {"stelem.r8"}, {"stelem.ref"}, {"ldelem", type}, {"stelem", type},
    {"unbox.any", type}, {""}, {""}, {""}, {""}, {""}, {""}, {""}, {""}, {""}, {""}, {""}, {""},
    {""}, {"conv.ovf.i1"}, {"conv.ovf.u1"}, {"conv.ovf.i2"}, {"conv.ovf.u2"}, {"conv.ovf.i4"},
    {"conv.ovf.u4"}, {"conv.ovf.i8"}, {"conv.ovf.u8"}, {""}, {""}, {""}, {""}, {""}, {""}, {""},
    {"refanyval", type}, {"ckfinite"}, {""}, {""}, {"mkrefany", type}, {""}, {""}, {""}, {""}, {""},
    {""}, {""}, {""}, {""}, {"ldtoken", token}, {"conv.u2"}, {"conv.u1"}, {"conv.i"},
    {"conv.ovf.i"}, {"conv.ovf.u"}, {"add.ovf"}, {"add.ovf.un"}, {"mul.ovf"}, {"mul.ovf.un"},
    {"sub.ovf"}, {"sub.ovf.un"}, {"endfinally"}, {"leave", branch32}, {"leave.s", branch8},
    {"stind.i"}, {"conv.u"},
};

constexpr Opcode kPrefixed[31] = {
    {"arglist"}, {"ceq"}, {"cgt"}, {"cgt.un"}, {"clt"}, {"clt.un"}, {"ldftn", method},
    {"ldvirtftn", method}, {""}, {"ldarg", variable16}, {"ldarga", variable16},
    {"starg", variable16}, {"ldloc", variable16}, {"ldloca", variable16}, {"stloc", variable16},
    {"localloc"}, {""}, {"endfilter"}, {"unaligned.", int8}, {"volatile."}, {"tail."},
    {"initobj", type}, {"constrained.", type}, {"cpblk"}, {"initblk"}, {"no.", int8}, {"rethrow"},
    {""}, {"sizeof", type}, {"refanytype"}, {"readonly."},
};
// clang-format on

}  // namespace

Opcode opcode(uint8_t byte) { return byte < std::size(kOpcodes) ? kOpcodes[byte] : Opcode{""}; }

Opcode prefixed_opcode(uint8_t byte) {
  return byte < std::size(kPrefixed) ? kPrefixed[byte] : Opcode{""};
}

}  // namespace dossier::assembly
