#!/usr/bin/env python3
"""The assembly reader against what Mono.Cecil said of the fixtures, kept in fixtures/assemblies/*.cecil.jsonl.

kept.py DUMP       compares what assembly_dump says with what was kept; needs no mono. Exits 1 if a row differs.
kept.py make WORK  makes the Odd files of Odd.il, and asks Cecil again (needs mono-devel); WORK is scratch.

Odd.il holds what compilers seldom write: properties with a setter alone, calls with variable arguments, every kind of
exception clause. Cecil reads neither webcil nor, rightly, a fat header of more than three words, so those two files are
made of Odd.dll's bytes and must hold what Cecil said of it."""

import collections
import json
import pathlib
import struct
import subprocess
import sys

import compare

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "fixtures" / "assemblies"
# File, whose rows it must have, and the classes that may differ.
FILES = [("Shapes.dll", "Shapes.dll", ()), ("Over.dll", "Over.dll", ()), ("Part.netmodule", "Part.netmodule", ()),
         ("Odd.dll", "Odd.dll", ()), ("Odd.winmd", "Odd.winmd", ()),
         ("Odd.webcil", "Odd.dll", ()), ("OddLong.dll", "Odd.dll", ("detail rva",))]  # its bodies lie elsewhere


def kept_file(name):
    return FIXTURES / f"{name}.cecil.jsonl"


def keep(path, want, widths):
    lines = [["width", *place, width] for place, width in sorted(widths.items())]
    lines += [[group, *row] for group, rows in sorted(want.items()) for row in sorted(rows.elements())]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def kept(path):
    want, widths = collections.defaultdict(collections.Counter), {}
    for line in path.read_text("utf-8").splitlines():
        group, *row = json.loads(line)
        if group == "width":
            widths[tuple(row[:-1])] = row[-1]
        else:
            want[group][tuple(tuple(field) if isinstance(field, list) else field for field in row)] += 1
    return want, widths


class Sections:
    """A PE file's sections, and what lies at an address of them."""

    def __init__(self, data):
        self.data, self.pe = data, struct.unpack_from("<I", data, 0x3C)[0]
        self.count, optional = struct.unpack_from("<H12xH", data, self.pe + 6)
        self.optional, self.table = self.pe + 24, self.pe + 24 + optional
        self.all = [struct.unpack_from("<IIII", data, self.table + 40 * i + 8) for i in range(self.count)]
        self.cli = struct.unpack_from("<II", data, self.optional + 96 + 14 * 8)  # address and size

    def place(self, address):
        return next(address - at + offset for size, at, raw, offset in self.all if at <= address < at + max(size, raw))


def webcil(data):
    """Version 1, as dotnet/runtime's docs/design/mono/webcil.md has it: version 0 and the table base."""
    pe = Sections(data)
    head = 32 + 16 * pe.count
    offsets = [head]
    for _, _, raw, _ in pe.all:
        offsets.append(offsets[-1] + raw)
    out = b"WbIL" + struct.pack("<HHHHIIIII", 1, 0, pe.count, 0, *pe.cli, 0, 0, 0)
    out += b"".join(struct.pack("<IIII", size, at, raw, offset) for (size, at, raw, _), offset in zip(pe.all, offsets))
    return out + b"".join(data[offset:offset + raw] for _, _, raw, offset in pe.all)


def method_rows(data):
    """Where each row of MethodDef begins. For files of less than 65,536 rows, with small heaps."""
    pe = Sections(data)
    root = pe.place(struct.unpack_from("<I", data, pe.place(pe.cli[0]) + 8)[0])
    at = root + 16 + struct.unpack_from("<I", data, root + 12)[0] + 4
    while data[at + 8:at + 11] != b"#~\0":
        at += 8 + (data.index(b"\0", at + 8) - at - 8) // 4 * 4 + 4
    tables = root + struct.unpack_from("<I", data, at)[0]
    assert data[tables + 6] == 0
    valid, at, counts = struct.unpack_from("<Q", data, tables + 8)[0], tables + 24, {}
    for table in range(64):
        if valid >> table & 1:
            counts[table], at = struct.unpack_from("<I", data, at)[0], at + 4
    for table, size in ((0, 10), (1, 6), (2, 14), (4, 6)):
        at += counts.get(table, 0) * size
    return [at + 14 * row for row in range(counts[6])]


def with_long_headers(data):
    """Every fat method's body at the end of the file, in a section of its own, its header two words longer."""
    pe, out, address = Sections(data), bytearray(data), 0x10000
    body, start = bytearray(), (len(data) + 511) // 512 * 512
    for row in method_rows(data):
        rva = struct.unpack_from("<I", data, row)[0]
        if rva == 0 or data[pe.place(rva)] & 3 != 3:
            continue
        at = pe.place(rva)
        flags, _, size = struct.unpack_from("<HHI", data, at)
        end = at + 12 + size
        while flags & 8 or end != at + 12 + size:  # exception clauses, aligned
            end = (end + 3) // 4 * 4
            kind, length = data[end], struct.unpack_from("<I", data, end)[0] >> 8
            end += length if kind & 0x40 else length & 0xFF
            if not kind & 0x80:
                break
        body += bytes(-len(body) % 4)
        struct.pack_into("<I", out, row, address + len(body))
        body += struct.pack("<H", flags & 0x0FFF | 5 << 12) + data[at + 2:at + 12] + b"\xEE" * 8 + data[at + 12:end]
    body += bytes(-len(body) % 512)
    struct.pack_into("<H", out, pe.pe + 6, pe.count + 1)
    struct.pack_into("<8sIIII12xI", out, pe.table + 40 * pe.count, b".long", len(body), address, len(body), start, 0x60000020)
    struct.pack_into("<I", out, pe.optional + 56, address + (len(body) + 0x1FFF) // 0x2000 * 0x2000)  # SizeOfImage
    return bytes(out) + bytes(start - len(out)) + bytes(body)


def make(work):
    work.mkdir(parents=True, exist_ok=True)
    cecil = sorted(pathlib.Path("/usr/lib/mono/gac/Mono.Cecil").glob("0.11*/Mono.Cecil.dll"))[0]
    if not (FIXTURES / "Odd.dll").exists():  # ilasm draws a new Mvid each time
        subprocess.run(["ilasm", "-dll", "-quiet", f"-output:{FIXTURES / 'Odd.dll'}", FIXTURES / "Odd.il"], check=True)
    subprocess.run(["mcs", f"-r:{cecil}", f"-out:{work / 'Winmd.exe'}", HERE / "Winmd.cs"], check=True)
    subprocess.run(["mono", work / "Winmd.exe", FIXTURES / "Odd.dll", FIXTURES / "Odd.winmd"], check=True)
    odd = (FIXTURES / "Odd.dll").read_bytes()
    (FIXTURES / "Odd.webcil").write_bytes(webcil(odd))
    (FIXTURES / "OddLong.dll").write_bytes(with_long_headers(odd))
    for name in sorted({expected for _, expected, _ in FILES}):
        folder = work / name
        folder.mkdir(exist_ok=True)
        subprocess.run(["mono", compare.exporter(work), folder, name, FIXTURES / name], check=True)
        keep(kept_file(name), *compare.expected(folder, name))


def main():
    if sys.argv[1] == "make":
        return make(pathlib.Path(sys.argv[2]))
    differs = False
    for name, expected, may_differ in FILES:
        want, widths = kept(kept_file(expected))
        have = compare.found(sys.argv[1], [FIXTURES / name], widths)
        for group in sorted(set(want) | set(have) - {"detail open_key"}):
            if group in may_differ:
                continue
            for sign, rows in (("-", want[group] - have[group]), ("+", have[group] - want[group])):
                for row in list(rows)[:5]:
                    print(f"{name} {group}: {sign}", *row)
                    differs = True
        print(f"{name}: {sum(sum(rows.values()) for rows in want.values())} rows of Cecil")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
