#!/usr/bin/python3
"""Writes a project export of realistic names, the same for the same seed: generate.py ROWS [SEED] > FILE.

A row is a type or a member. Names are put together from words as programs do (verb and noun, noun and
role), namespaces nest, properties bring their accessors, types refer to each other in signatures. Words are
as unevenly spread as in real exports (in 191,000 rows of seven programs: 6,778 words, the hundredth at 949
rows, the thousandth at 54, and most at home in few types): a module has its topic, a type has some words of
it, and its members repeat those. Names come back as in those exports (of 180,000 members 52,000 distinct
names): overrides, implementations, the same field in many types.
"""

import itertools
import json
import random
import sys

NOUNS = """Player Enemy Health Attack Weapon Inventory Item Quest Damage Armor Shield Spell Buff Effect Level
Scene Camera Input Audio Music Sound Texture Mesh Material Shader Light Shadow Particle Network Session Server
Client Packet Message Channel Player Account Profile Save Settings Option Menu Dialog Window Button Panel Icon
Text Font Image Sprite Animation State Machine Transition Trigger Event Handler Listener Manager Controller
Factory Builder Pool Cache Buffer Stream Reader Writer Parser Token Node Tree Graph Path Route Waypoint Terrain
Tile Map Region Zone Spawn Wave Score Reward Currency Gold Shop Trade Recipe Craft Resource Asset Bundle Loader
Entity Component System World Physics Collider Body Joint Force Velocity Position Rotation Scale Matrix Vector
Quaternion Color Curve Timer Clock Schedule Task Job Queue Stack List Table Index Key Value Pair Hash Id Name
Type Kind Flag Mask Config Version Update Patch Log Trace Error Warning Report Metric Counter Stat Attribute
Modifier Multiplier Bonus Penalty Chance Random Seed Noise Fog Weather Season Day Night Cycle""".split()
VERBS = """Get Set Add Remove Create Destroy Update Apply Compute Load Save Open Close Start Stop Begin End Find
Check Validate Parse Format Render Draw Play Pause Resume Reset Clear Init Register Unregister Subscribe Notify
Handle Process Dispatch Send Receive Read Write Serialize Deserialize Convert Clone Copy Merge Split Sort Filter
Select Attach Detach Enable Disable Toggle Show Hide Move Rotate Scale Spawn Kill Damage Heal Equip Unequip Buy
Sell Craft Upgrade Unlock Lock Try Is Has Can On Do""".split()
ROLES = """Manager Controller Handler Factory Provider Service Info Data Config Settings State View Model Component
Behaviour System Helper Utility Collection Repository Event Args Exception Attribute Extensions Comparer Builder
Visitor Strategy Cache Pool Proxy""".split()
SPACES = """Core Game Combat World UI Audio Net Render Physics AI Items Quests Save Input Tools Editor Events Data
Common Runtime Internal Serialization Platform Analytics Localization""".split()
ROOTS = "Game Studio.Engine Acme.Framework Northwind.Online UnityEngine System Mono.Runtime Vendor.Plugins".split()
PRIMITIVES = """System.Int32 System.String System.Boolean System.Single System.Void System.Object System.Double
System.Byte[] System.Int64 UnityEngine.Vector3 UnityEngine.GameObject UnityEngine.Transform""".split()
SYLLABLES = """al an ar as ba be bi bo ca ce ci co cu da de di do du el en er es fa fe fi fo ga ge go gra gri ha he
ho ib id il im in ip ir is ja ji ka ki ko la le li lo lu ma me mi mo mu na ne ni no nu ob ol on op or os pa pe pi
po pra pro pu qua ra re ri ro ru sa se si so sta ste sti sto su ta te ti to tra tri tu ul um un ur va ve vi vo
wa we wi xa xi ya yo za ze zi cha che shi sha tha thi bri cle cru dre fle fri gle glo kri ple plu ski sle
spe spi tem tor ver vor win zon ber den fer gen ham ker len mon nor pen ran sen ton ven wer""".split()
PARAMETERS = "value index count name key id other args sender data source target item state time path text".split()
GENERICS = ["System.Collections.Generic.List`1<{}>", "System.Collections.Generic.Dictionary`2<System.String,{}>",
            "System.Action`1<{}>", "System.Collections.Generic.IEnumerable`1<{}>", "System.Nullable`1<{}>", "{}[]"]


class Program:
    def __init__(self, rows, seed):
        self.draw = random.Random(seed)
        self.left = rows
        self.known = list(PRIMITIVES)
        self.token = 0x02000001
        self.vocabulary = list(dict.fromkeys(NOUNS + [self.made_up() for _ in range(24000)]))
        self.weights = list(itertools.accumulate(1 / (rank + 12) for rank in range(len(self.vocabulary))))
        self.module_words = self.type_words = NOUNS
        self.nouns, self.module_nouns, self.method_names = [], [], []

    def made_up(self):
        return "".join(self.draw.choice(SYLLABLES) for _ in range(self.draw.choice((2, 2, 3)))).capitalize()

    def word(self):
        place = self.draw.random()
        if place < 0.6:
            return self.draw.choice(self.type_words)
        if place < 0.9:
            return self.draw.choice(self.module_words)
        return self.draw.choices(self.vocabulary, cum_weights=self.weights)[0]

    def noun(self, most=3):
        place = self.draw.random()
        if place < 0.45 and self.module_nouns:
            return self.draw.choice(self.module_nouns)
        if place < 0.7 and self.nouns:
            return self.draw.choice(self.nouns)
        made = "".join(self.word() for _ in range(self.draw.randint(1, most)))
        if len(self.module_nouns) < 200:
            self.module_nouns.append(made)
        if len(self.nouns) < 4000:
            self.nouns.append(made)
        return made

    def type_text(self):
        # Half of all types are primitive, and most others are of the neighbourhood.
        kind = self.draw.random()
        text = self.draw.choice(PRIMITIVES if kind < 0.72 else self.known[-40:] if kind < 0.95 else self.known)
        return self.draw.choice(GENERICS).format(text) if self.draw.random() < 0.15 else text

    def member(self, group, name, full, signature, word=None):
        self.token += 1
        self.left -= 1
        return {"Name": name, "FullName": f"{full}.{name}", "Signature": signature, "MemberType": word or group,
                "IsStatic": self.draw.random() < 0.1, "IsPublic": self.draw.random() < 0.6, "MetadataToken": self.token}

    def lower(self, text):
        return text[:1].lower() + text[1:]

    def fields(self, full):
        for _ in range(self.draw.randint(0, 8)):
            name = self.lower(self.noun())
            name = {"_": "_" + name, "m_": "m_" + name[:1].upper() + name[1:], "": name}[self.field_style]
            yield self.member("Field", name, full, f"{self.type_text()} {name}")

    def parameter(self):
        kind = self.type_text()
        # Most parameters are called like many others, or like their type.
        plain = self.lower(kind.split("<")[0].split("`")[0].rstrip("[]").rsplit(".", 1)[-1].rsplit("+", 1)[-1])
        name = self.draw.choices((self.draw.choice(PARAMETERS), plain, self.lower(self.noun(2))), (6, 3, 1))[0]
        return f"{kind} {name}"

    def parameters(self):
        return ", ".join(self.parameter() for _ in range(self.draw.choice((0, 0, 0, 1, 1, 2, 3))))

    def method_name(self):
        if self.method_names and self.draw.random() < 0.45:
            return self.draw.choice(self.method_names)
        name = self.draw.choice(VERBS) + self.noun(2)
        if len(self.method_names) < 3000:
            self.method_names.append(name)
        return name

    def methods(self, full, properties):
        yield self.member("Method", ".ctor", full, f"System.Void .ctor({self.parameters()})", "Constructor")
        for p in properties:
            kind, name = p["Signature"].rsplit(" ", 1)
            yield self.member("Method", "get_" + name, full, f"{kind} get_{name}()")
            yield self.member("Method", "set_" + name, full, f"System.Void set_{name}({kind} value)")
        for _ in range(self.draw.randint(1, 10)):
            name = self.method_name()
            if self.draw.random() < 0.04:
                name = f"<{name}>b__{self.draw.randint(0, 40)}_{self.draw.randint(0, 9)}"
            yield self.member("Method", name, full, f"{self.type_text()} {name}({self.parameters()})")

    def properties(self, full):
        for _ in range(self.draw.randint(0, 4)):
            name = self.noun(2)
            yield self.member("Property", name, full, f"{self.type_text()} {name}")

    def events(self, full):
        if self.draw.random() < 0.12:
            name = "On" + self.noun(2)
            yield self.member("Event", name, full, f"System.Action`1<{self.type_text()}> {name}")

    def type(self, space, outer=None):
        self.left -= 1
        self.type_words = self.draw.sample(self.module_words, 7)
        name = self.noun(2) + (self.draw.choice(ROLES) if self.draw.random() < 0.6 else "")
        if self.draw.random() < 0.06:
            name += "`1"
        full = f"{outer}+{name}" if outer else f"{space}.{name}"
        if len(self.known) < 60000:
            self.known.append(full)
        properties = list(self.properties(full))
        base = self.draw.choice(self.known) if self.draw.random() < 0.3 else "System.Object"
        return {"Name": name, "Namespace": space, "FullName": full, "BaseType": base,
                "IsPublic": self.draw.random() < 0.7, "Fields": list(self.fields(full)),
                "Methods": list(self.methods(full, properties)), "Properties": properties,
                "Events": list(self.events(full))}

    def module(self, number):
        root = self.draw.choice(ROOTS)
        self.module_nouns = []
        self.field_style = self.draw.choice(("_", "m_", ""))
        self.module_words = list(dict.fromkeys(self.draw.choices(self.vocabulary, cum_weights=self.weights, k=160)))
        name = f"{root}.{self.draw.choice(SPACES)}{number}.dll"
        types = []
        for _ in range(self.draw.randint(60, 500)):
            if self.left <= 0:
                break
            space = ".".join([root, *self.draw.sample(SPACES, self.draw.randint(1, 2))])
            types.append(self.type(space))
            if self.draw.random() < 0.15:
                types.append(self.type(space, types[-1]["FullName"]))
        path = f"C:\\Games\\Bench\\Bench_Data\\Managed\\{name}"
        return {"Name": name, "AssemblyFullName": f"{name[:-4]}, Version=1.0.{number}.0, Culture=neutral, PublicKeyToken=null",
                "FileName": path, "AssemblyPath": path, "Types": types}


def main(rows, seed, out):
    program, number = Program(rows, seed), 0
    out.write('{"Modules":[')
    while program.left > 0:
        out.write(("," if number else "") + "\n" + json.dumps(program.module(number), separators=(",", ":")))
        number += 1
    out.write("]}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, sys.stdout)
