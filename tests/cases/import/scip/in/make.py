"""A SCIP index (scip.proto) of two files, written by hand: make.py FILE"""
import sys


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def occurrence(at, symbol, roles=0, enclosing=()):
    parts = text(1, b"".join(map(varint, at))) + text(2, symbol) + number(3, roles)
    return text(2, parts + (text(7, b"".join(map(varint, enclosing))) if enclosing else b""))


def information(symbol, *documentation, implements=()):
    parts = text(1, symbol) + b"".join(text(3, one) for one in documentation)
    return text(3, parts + b"".join(text(4, text(1, one) + number(3, 1)) for one in implements))


def document(path, language, *parts):
    return text(2, text(1, path) + text(4, language) + b"".join(parts))


SHOP = "scip-typescript npm shop 1.0.0 src/`money.ts`/"
PRICED, MONEY = SHOP + "Priced#", SHOP + "Money#"
LIB = "scip-typescript npm typescript 5.4.0 lib/`lib.es5.d.ts`/"
index = text(1, text(2, text(1, "scip-typescript") + text(2, "0.3")) + text(3, "file:///shop"))
index += document(
    "src/money.ts", "typescript",
    occurrence([0, 0, 0], SHOP, 1),
    occurrence([0, 17, 23], PRICED, 1, [0, 0, 0, 40]),
    occurrence([2, 13, 18], MONEY, 1, [2, 0, 8, 1]),
    occurrence([2, 30, 36], PRICED),
    occurrence([3, 2, 13], MONEY + "`<constructor>`().", 1, [3, 2, 3, 40]),
    occurrence([4, 11, 16], MONEY + "cents.", 1),
    occurrence([5, 2, 7], MONEY + "round().", 1, [5, 2, 7, 3]),
    occurrence([5, 9, 10], MONEY + "round().(to)", 1),
    occurrence([6, 11, 15], LIB + "Math#floor()."),
    occurrence([6, 20, 25], MONEY + "cents.", 8),
    occurrence([6, 28, 30], "local 3"),
    information(MONEY, "```ts\nclass Money\n```", "What something costs."),
    information(MONEY + "round().", "```ts\n(method) round(to: number): Money\n```", implements=[PRICED + "round()."]),
    information(PRICED, "```ts\ninterface Priced\n```"))
index += document(
    "src/till.ts", "typescript",
    occurrence([0, 9, 14], MONEY, 2),
    occurrence([2, 16, 21], "scip-typescript npm shop 1.0.0 src/`till.ts`/total().", 1, [2, 0, 5, 1]),
    occurrence([3, 13, 18], MONEY + "`<constructor>`()."),
    occurrence([4, 4, 9], MONEY + "cents.", 4),
    occurrence([4, 14, 19], MONEY + "round()."),
    occurrence([9, 0, 1], "against the grammar"))
C = "cxx . . $ "
index += document(
    "lib/a.c", "c", occurrence([0, 4, 10], C + "helper(49f6).", 1, [0, 0, 3, 0]),
    occurrence([4, 4, 8], C + "main(1b2c).", 1, [4, 0, 9, 0]), occurrence([5, 9, 15], C + "helper(49f6)."))
index += document(
    "lib/b.c", "c", occurrence([0, 4, 9], C + "other(9d0e).", 1, [0, 0, 3, 0]),
    occurrence([1, 9, 15], C + "helper(49f6)."))
open(sys.argv[1], "wb").write(index)
