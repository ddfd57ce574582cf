#!/usr/bin/env python3
"""Writes fixtures/exports: project exports of this project's own, the same bytes on every run.

usage: tools/make_fixtures.py           write them
       tools/make_fixtures.py --check   exit 1, naming the files, if what is committed differs

unity.project.json        a Unity-shaped game among framework noise, with Windows paths
versions.v1 / .v2         one project twice: a module changed, one removed, one moved elsewhere
tricky.project.json       names that break what is careless with text
bad/                      malformed and hostile documents; bad/expected.tsv says what becomes of each
"""
import gzip
import json
import random
import re
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "fixtures" / "exports"
MANAGED = "C:\\Games\\MyUnityGame\\Game_Data\\Managed\\"
DECOMPILED = "C:\\Decompiled\\"
GROUPS = ("Fields", "Methods", "Properties", "Events")


# ---- building blocks ----

def member(kind, owner, text):
    """A member from `[+][*]SIGNATURE`: + is public, * static; the name precedes the parameters."""
    public, text = text.startswith("+"), text.removeprefix("+")
    static, text = text.startswith("*"), text.removeprefix("*")
    head = text.split("(", 1)[0] if kind == "Method" else re.sub(r"(?<=\w)\[[^\[\]]*\]$", "", text)
    name = re.sub(r"(?<=.)<.*>$", "", head.rsplit(" ", 1)[-1])
    kind = "Constructor" if name in (".ctor", ".cctor") else kind
    return {"MemberType": kind, "Name": name, "FullName": f"{owner}.{name}", "Signature": text,
            "IsStatic": static, "IsPublic": public}


def type_(full, base="System.Object", fields=(), methods=(), properties=(), events=(), source=None, **more):
    """A type whose namespace ends at the last dot before any + of a nested type."""
    outer = full.split("+", 1)[0]
    space = outer.rpartition(".")[0]
    name = full.rsplit("+", 1)[-1] if "+" in full else full[len(space) + 1:] if space else full
    return {"Name": name, "Namespace": space, "FullName": full, "BaseType": base,
            **({"SourceFilePath": source} if source else {}),
            "IsPublic": more.pop("public", True), "IsAbstract": more.pop("abstract", False),
            "IsSealed": more.pop("sealed", False), **more,
            "Fields": [member("Field", full, m) for m in fields],
            "Methods": [member("Method", full, m) for m in methods],
            "Properties": [member("Property", full, m) for m in properties],
            "Events": [member("Event", full, m) for m in events]}


def module(name, types, folder=MANAGED, version="0.0.0.0", **more):
    stem = name.rsplit(".", 1)[0]
    return {"Name": name, "AssemblyFullName": f"{stem}, Version={version}, Culture=neutral, PublicKeyToken=null",
            "FileName": folder + name, "AssemblyPath": folder + name, **more, "Types": types}


def auto(*declarations):
    """Properties with their accessors and backing fields, as a compiler makes them."""
    fields, methods, properties = [], [], []
    for one in declarations:
        kind, name = one.split(" ")
        fields.append(f"{kind} <{name}>k__BackingField")
        methods += [f"+{kind} get_{name}()", f"System.Void set_{name}({kind} value)"]
        properties.append(f"+{kind} {name}")
    return fields, methods, properties


def text_of(project):
    """JSON with a line for each type and member, so that changes show in a diff."""
    lines = ['{"Modules":[']
    modules = project["Modules"]
    for i, m in enumerate(modules):
        head = json.dumps({k: v for k, v in m.items() if k != "Types"}, ensure_ascii=False, separators=(",", ":"))
        lines.append(" " + head[:-1] + ',"Types":[')
        for j, t in enumerate(m["Types"]):
            head = json.dumps({k: v for k, v in t.items() if k not in GROUPS}, ensure_ascii=False, separators=(",", ":"))
            lines.append("  " + head[:-1])
            for group in GROUPS:
                rows = [json.dumps(x, ensure_ascii=False, separators=(",", ":")) for x in t[group]]
                lines.append(f'   ,"{group}":[' + ",".join("\n    " + row for row in rows) + "]")
            lines.append("  }" + ("," if j + 1 < len(m["Types"]) else ""))
        lines.append(" ]}" + ("," if i + 1 < len(modules) else ""))
    return "\n".join(lines) + "\n]}\n"


# ---- the Unity game ----

BEHAVIOUR = "UnityEngine.MonoBehaviour"
INT, FLOAT, BOOL, STRING, VOID = ("System.Int32", "System.Single", "System.Boolean", "System.String", "System.Void")


def game_types():
    def game(full, *args, **kwargs):
        path = DECOMPILED + full.split("+")[0].split("`")[0].replace(".", "\\") + ".cs"
        return type_(full, *args, source=path, **kwargs)

    hp_fields, hp_methods, hp_properties = auto(f"{INT} Level", f"{FLOAT} Experience")
    yield type_("<Module>", "", public=False)
    yield game("Game.PlayerStats", BEHAVIOUR,
               [f"{INT} _health", f"{INT} _maxHealth", f"{INT} _attackPower", f"{INT} _defense",
                "System.Collections.Generic.List`1<Game.Buff> _buffs", *hp_fields],
               [f"+{VOID} .ctor()", f"+{VOID} ApplyDamage({INT} amount)", f"+{VOID} ApplyBuff(Game.Buff buff)",
                f"+{VOID} ApplyBuff(Game.Buff buff, {FLOAT} seconds)", f"+{INT} get_Health()", f"+{INT} get_AttackPower()",
                f"{VOID} RecomputeAttackPower()", f"{VOID} Awake()", *hp_methods],
               [f"+{INT} Health", f"+{INT} AttackPower", f"+{BOOL} IsAlive", *hp_properties],
               ["+System.Action`1<System.Int32> HealthChanged"])
    yield game("Game.PlayerController", BEHAVIOUR,
               ["Game.PlayerStats _stats", "UnityEngine.Rigidbody _body", f"{FLOAT} _speed", f"{FLOAT} _attackCooldown"],
               [f"+{VOID} .ctor()", f"{VOID} Update()", f"{VOID} FixedUpdate()", f"+{VOID} Attack(Game.Enemies.EnemyBase target)",
                f"+{VOID} HeavyAttack(Game.Enemies.EnemyBase target, {FLOAT} charge)", f"+{VOID} Jump()",
                f"{VOID} OnCollisionEnter(UnityEngine.Collision collision)"],
               [f"+{BOOL} CanAttack", "+Game.PlayerStats Stats"])
    yield game("Game.PlayerInventory", BEHAVIOUR,
               ["System.Collections.Generic.Dictionary`2<System.String,Game.Items.ItemStack> _stacks", f"{INT} _capacity"],
               [f"+{VOID} .ctor()", f"+{BOOL} TryAdd(Game.Items.Item item, {INT} count, {INT}& left)",
                f"+{BOOL} Remove({STRING} id, {INT} count)", f"+{INT} Count({STRING} id)",
                "+System.Collections.Generic.IEnumerable`1<T> OfKind<T>()"],
               [f"+{INT} Capacity", f"+Game.Items.ItemStack Item[{STRING}]"],
               ["+System.Action Changed"])
    yield game("Game.PlayerHealthBar", BEHAVIOUR, ["UnityEngine.UI.Image _fill", "Game.PlayerStats _stats"],
               [f"+{VOID} .ctor()", f"{VOID} OnHealthChanged({INT} health)", f"{VOID} OnDestroy()"])
    yield game("Game.PlayerHealthRegeneration", BEHAVIOUR, ["Game.PlayerStats _stats", f"{FLOAT} _perSecond"],
               [f"+{VOID} .ctor()", f"{VOID} Update()", f"+{VOID} Pause({FLOAT} seconds)", f"{BOOL} InCombat()"])
    yield game("Game.PlayerAttackEffects", BEHAVIOUR, ["UnityEngine.ParticleSystem _swing", "UnityEngine.AudioClip[] _hits"],
               [f"+{VOID} .ctor()", f"+{VOID} Swing()", f"{VOID} PlayHit({INT} index)"])
    yield game("Game.PlayerAttackState", "Game.State.PlayerState", [f"{FLOAT} _elapsed"],
               [f"+{VOID} .ctor(Game.PlayerController player)", f"+{VOID} Enter()", f"+{VOID} Tick({FLOAT} delta)", f"+{VOID} Exit()"])
    yield game("Game.Buff", "System.Object", [f"+{STRING} Name", f"+{INT} HealthBonus", f"+{INT} AttackBonus", f"+{FLOAT} Duration"],
               [f"+{VOID} .ctor({STRING} name, {INT} healthBonus, {INT} attackBonus)", f"+{BOOL} Expired({FLOAT} now)"])
    yield game("Game.GameManager", BEHAVIOUR, ["*Game.GameManager _instance", "Game.PlayerStats _player", "Game.Saves.SaveFile _save"],
               [f"+{VOID} .ctor()", "+*Game.GameManager get_Instance()", f"{VOID} Awake()", f"+{VOID} StartGame()",
                f"+{VOID} Quit()", f"+System.Collections.IEnumerator Respawn(Game.PlayerController player)"],
               ["+*Game.GameManager Instance"])
    yield game("Game.GameManager+<Respawn>c__Iterator0", "System.Object", [f"{INT} $PC", "Game.PlayerController player"],
               [f"+{VOID} .ctor()", f"+{BOOL} MoveNext()", f"+{VOID} Reset()"], public=False, sealed=True)
    yield game("Game.State.PlayerState", "System.Object", ["Game.PlayerController _player"],
               [f"{VOID} .ctor(Game.PlayerController player)", f"+{VOID} Enter()", f"+{VOID} Exit()"], abstract=True)
    yield game("Game.State.StateMachine`1", "System.Object",
               ["System.Collections.Generic.Dictionary`2<System.Type,T> _states", "T _current"],
               [f"+{VOID} .ctor()", f"+{VOID} Change<TNext>()", f"+{VOID} Add(T state)"], ["+T Current"])

    yield game("Game.Enemies.IDamageable", "", (), [f"+{VOID} ApplyDamage({INT} amount)", f"+{INT} get_Health()"],
               [f"+{INT} Health"], abstract=True, Kind="interface")
    yield game("Game.Enemies.EnemyBase", BEHAVIOUR, [f"{INT} _health", f"{FLOAT} _sight", "Game.Enemies.EnemyAI _ai"],
               [f"{VOID} .ctor()", f"+{VOID} ApplyDamage({INT} amount)", f"+{INT} get_Health()", f"{VOID} Die()"],
               [f"+{INT} Health"], ["+System.Action`1<Game.Enemies.EnemyBase> Died"], abstract=True,
               Interfaces=["Game.Enemies.IDamageable"])
    yield game("Game.Enemies.EnemyAI", "System.Object",
               ["Game.Enemies.EnemyBase _owner", "Game.PlayerStats _target", "System.Collections.Generic.Queue`1<UnityEngine.Vector3> _path"],
               [f"+{VOID} .ctor(Game.Enemies.EnemyBase owner)", f"+{VOID} Think({FLOAT} delta)",
                f"{BOOL} CanSee(Game.PlayerController player)", f"{VOID} Chase(UnityEngine.Vector3 position)",
                f"{VOID} Attack(Game.PlayerStats player)", f"{FLOAT} Score(Game.Enemies.EnemyAI+Goal goal)"])
    yield game("Game.Enemies.EnemyAI+Goal", "System.Enum",
               [f"+{INT} value__", "+*Game.Enemies.EnemyAI+Goal Idle", "+*Game.Enemies.EnemyAI+Goal Chase", "+*Game.Enemies.EnemyAI+Goal Attack"],
               sealed=True, Kind="enum")
    for enemy, extra in (("Goblin", [f"{VOID} Steal(Game.PlayerInventory from)"]),
                         ("Skeleton", [f"{VOID} Reassemble()"]),
                         ("Dragon", [f"{VOID} BreatheFire(UnityEngine.Vector3 at, {FLOAT} power)", f"{VOID} Land()"]),
                         ("Slime", [f"{VOID} Split({INT} parts)"])):
        yield game(f"Game.Enemies.{enemy}", "Game.Enemies.EnemyBase", [f"{INT} _rank"],
                   [f"+{VOID} .ctor()", f"{VOID} Start()", *extra])
    yield game("Game.Enemies.EnemySpawner", BEHAVIOUR, ["Game.Enemies.EnemyBase[] _prefabs", f"{FLOAT} _interval", "UnityEngine.Transform[,] _grid"],
               [f"+{VOID} .ctor()", f"+Game.Enemies.EnemyBase Spawn({INT} index, UnityEngine.Vector3 at)",
                "System.Collections.IEnumerator Loop()"])

    yield game("Game.Items.Item", "System.Object", [f"{STRING} _id", f"{INT} _price"],
               [f"{VOID} .ctor({STRING} id)", f"+{STRING} get_Id()", f"+{BOOL} Use(Game.PlayerStats player)"], [f"+{STRING} Id"], abstract=True)
    yield game("Game.Items.ItemStack", "System.ValueType", ["+Game.Items.Item Item", f"+{INT} Count"],
               [f"+{VOID} .ctor(Game.Items.Item item, {INT} count)",
                "+*Game.Items.ItemStack op_Addition(Game.Items.ItemStack left, Game.Items.ItemStack right)"], sealed=True, Kind="struct")
    for item, base in (("HealthPotion", "Item"), ("Sword", "Weapon"), ("Bow", "Weapon"), ("Shield", "Armor"), ("Key", "Item"), ("Scroll", "Item")):
        yield game(f"Game.Items.{item}", f"Game.Items.{base}", [f"{INT} _amount"],
                   [f"+{VOID} .ctor()", f"+{BOOL} Use(Game.PlayerStats player)"])
    yield game("Game.Items.Weapon", "Game.Items.Item", [f"{INT} _attackPower", f"{FLOAT} _range"],
               [f"{VOID} .ctor({STRING} id, {INT} attackPower)", f"+{INT} get_AttackPower()"], [f"+{INT} AttackPower"], abstract=True)
    yield game("Game.Items.Armor", "Game.Items.Item", [f"{INT} _defense"], [f"{VOID} .ctor({STRING} id)", f"+{INT} get_Defense()"],
               [f"+{INT} Defense"], abstract=True)
    yield game("Game.Items.LootTable", "UnityEngine.ScriptableObject",
               ["System.Collections.Generic.List`1<System.Collections.Generic.KeyValuePair`2<Game.Items.Item,System.Single>> _entries"],
               [f"+{VOID} .ctor()", "+Game.Items.Item Roll(System.Random random)",
                f"*{INT} <Roll>m__0(System.Collections.Generic.KeyValuePair`2<Game.Items.Item,System.Single> left, System.Collections.Generic.KeyValuePair`2<Game.Items.Item,System.Single> right)"])

    yield game("Game.Saves.SaveFile", "System.Object", [f"+*{INT} Version", f"{STRING} _path", "System.Byte[] _checksum"],
               [f"+{VOID} .ctor({STRING} path)", "+Game.Saves.SaveData Load()", f"+{VOID} Write(Game.Saves.SaveData data)",
                "System.Byte[] Checksum(System.IO.Stream stream)", f"*{VOID} .cctor()"])
    yield game("Game.Saves.SaveData", "System.Object",
               [f"+{INT} PlayerHealth", f"+{INT} PlayerAttack", "+UnityEngine.Vector3 PlayerPosition",
                "+System.Collections.Generic.List`1<Game.Items.ItemStack> Inventory", f"+{STRING} Scene"],
               [f"+{VOID} .ctor()", "+*Game.Saves.SaveData Capture(Game.PlayerStats player)", f"+{VOID} Restore(Game.PlayerStats player)"])
    yield game("Game.Saves.SaveMigrator", "System.Object", [], [f"+*Game.Saves.SaveData Migrate(System.IO.BinaryReader reader, {INT} from)"],
               abstract=True, sealed=True)
    yield game("Game.Saves.CloudSaves", BEHAVIOUR, ["System.Net.WebClient _client"],
               [f"+{VOID} .ctor()", f"+System.Threading.Tasks.Task`1<System.Boolean> UploadAsync(Game.Saves.SaveFile file, System.Threading.CancellationToken token)"])
    for screen in ("MainMenu", "PauseMenu", "InventoryScreen", "GameOverScreen", "HealthBarView"):
        yield game(f"Game.UI.{screen}", BEHAVIOUR, ["UnityEngine.UI.Button _close", f"{BOOL} _visible"],
                   [f"+{VOID} .ctor()", f"+{VOID} Show()", f"+{VOID} Hide()", f"{VOID} OnEnable()"])
    yield game("Game.Audio.MusicPlayer", BEHAVIOUR, ["UnityEngine.AudioSource _source", f"{FLOAT} _volume"],
               [f"+{VOID} .ctor()", f"+{VOID} Play({STRING} track)", f"+{VOID} FadeOut({FLOAT} seconds)"], [f"+{FLOAT} Volume"])
    yield game("Game.Net.PlayerSync", BEHAVIOUR, ["System.Net.Sockets.UdpClient _socket", f"{INT} _sequence"],
               [f"+{VOID} .ctor()", f"{VOID} SendHealth({INT} health)", f"{VOID} SendAttack({INT} target, {INT} power)",
                f"{VOID} Receive(System.ArraySegment`1<System.Byte> datagram)"])


def noise_types(random_, names, base):
    """Framework types: plausible members, enough of them to bury what one looks for."""
    verbs = "Get Set Add Remove Find Create Copy Clear Contains Parse TryParse Read Write Compare Convert Begin End".split()
    nouns = "Value Item Name Index Count Range Buffer Key State Handle Format Culture Length Offset Entry Child".split()
    kinds = [INT, FLOAT, BOOL, STRING, VOID, "System.Object", "System.Byte[]", "System.Collections.Generic.List`1<System.String>"]
    for full in names:
        simple = full.rsplit(".", 1)[-1]
        fields = [f"{random_.choice(kinds[:4])} m_{random_.choice(nouns)}{i}" for i in range(random_.randint(0, 3))]
        methods = [f"+{VOID} .ctor()"]
        for _ in range(random_.randint(2, 6)):
            parameters = ", ".join(f"{random_.choice(kinds[:4] + kinds[5:])} {random_.choice(nouns).lower()}{i}"
                                   for i in range(random_.randint(0, 3)))
            methods.append(f"+{random_.choice(kinds)} {random_.choice(verbs)}{random_.choice(nouns)}({parameters})")
        methods.append(f"+*{full} op_Implicit(System.String value)" if random_.random() < .2 else f"+{STRING} ToString()")
        properties = [f"+{random_.choice(kinds[:4])} {random_.choice(nouns)}" for _ in range(random_.randint(0, 2))]
        yield type_(full, base if simple != "Object" else "", fields, methods, properties)


UNITY = """Object Component Behaviour MonoBehaviour GameObject Transform ScriptableObject Vector2 Vector3 Vector4 Quaternion
Matrix4x4 Color Color32 Mathf Time Random Debug Application Screen Camera Light Mesh MeshRenderer Material Shader Texture
Texture2D Sprite Rigidbody Collider Collision Ray RaycastHit Physics AudioSource AudioClip Input KeyCode LayerMask Bounds
Rect Plane Coroutine WaitForSeconds PlayerPrefs Resources SceneManagement.Scene SceneManagement.SceneManager
Events.UnityEvent Networking.PlayerConnection.PlayerConnection Networking.PlayerConnection.MessageEventArgs""".split()
CORLIB = """Object ValueType Enum String Int32 Int64 UInt32 Single Double Boolean Byte Char Decimal DateTime TimeSpan Guid
Array Delegate MulticastDelegate Exception ArgumentException InvalidOperationException NotSupportedException Math Random
Convert BitConverter Buffer Console Environment GC Type Attribute Activator AppDomain Version Uri Tuple Nullable`1 Lazy`1
Collections.ArrayList Collections.Hashtable Collections.Queue Collections.Stack Collections.Generic.List`1
Collections.Generic.Dictionary`2 Collections.Generic.HashSet`1 Collections.Generic.Queue`1 Collections.Generic.KeyValuePair`2
Collections.Generic.Comparer`1 Collections.Generic.EqualityComparer`1 IO.Stream IO.FileStream IO.MemoryStream IO.StreamReader
IO.StreamWriter IO.BinaryReader IO.BinaryWriter IO.File IO.Directory IO.Path IO.IOException Text.StringBuilder Text.Encoding
Text.UTF8Encoding Threading.Thread Threading.Monitor Threading.Interlocked Threading.CancellationToken Threading.Tasks.Task
Threading.Tasks.Task`1 Reflection.Assembly Reflection.MethodInfo Reflection.FieldInfo Reflection.PropertyInfo
Reflection.BindingFlags Globalization.CultureInfo Globalization.NumberFormatInfo Security.Cryptography.SHA256
Security.Cryptography.Aes Runtime.InteropServices.Marshal Runtime.CompilerServices.RuntimeHelpers Diagnostics.Stopwatch
Diagnostics.StackTrace Resources.ResourceManager Net.WebClient Net.Sockets.Socket Net.Sockets.UdpClient""".split()


def unity():
    random_ = random.Random(5015)
    core = noise_types(random_, ["UnityEngine." + n for n in UNITY], "UnityEngine.Object")
    corlib = noise_types(random_, ["System." + n for n in CORLIB], "System.Object")
    references = ["mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
                  "UnityEngine.CoreModule, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null"]
    return {"Modules": [module("Assembly-CSharp.dll", list(game_types()), AssemblyReferences=references),
                        module("UnityEngine.CoreModule.dll", list(core), AssemblyReferences=references[:1]),
                        module("mscorlib.dll", list(corlib), version="4.0.0.0")]}


# ---- two versions of one project ----

def versions():
    def stats(second):
        more = [f"+{VOID} Heal({INT} amount)"] if second else [f"+{VOID} Reset()"]
        return [type_("Shop.Stats", "System.Object", [f"{INT} _health"], [f"+{VOID} .ctor()", f"+{VOID} ApplyDamage({INT} amount)", *more])] + (
            [type_("Shop.Healer", "Shop.Stats", [], [f"+{VOID} Heal(Shop.Stats patient)"])] if second else [])

    core = [type_("Shop.Core.Clock", "System.Object", [f"{FLOAT} _now"], [f"+{FLOAT} Now()"], [f"+{FLOAT} Scale"])]
    legacy = [type_("Shop.Legacy.OldStats", "Shop.Stats", [], [f"+{VOID} ApplyDamage({FLOAT} amount)"])]
    ui = [type_("Shop.UI.StatsPanel", "System.Object", ["Shop.Stats _stats"], [f"+{VOID} Show(Shop.Stats stats)"], source="C:\\Shop\\UI\\StatsPanel.cs")]
    old, new = "C:\\Shop\\v1\\", "C:\\Shop\\v2\\bin\\"
    same = "C:\\Shop\\lib\\"
    first = [module("Shop.Core.dll", core, same), module("Shop.Stats.dll", stats(False), same),
             module("Shop.Legacy.dll", legacy, same), module("Shop.UI.dll", ui, old)]
    second = [module("Shop.Core.dll", core, same), module("Shop.Stats.dll", stats(True), same), module("Shop.UI.dll", ui, new)]
    return {"Modules": first}, {"Modules": second}


# ---- names that break things ----

def tricky():
    names = ["Line\nBreak", "Nul\0Inside", "Tab\tand \"quote\" \\ slash", "Café", "Cafe\u0301", "Straße", "STRASSE", "İstanbul",
             "ISTANBUL", "ıstanbul", "\u212Aelvin", "kelvin", "ﬁle", "日本語", "Ελληνικά ς", "ΕΛΛΗΝΙΚΆ Σ", "𝒢ame", "\u200bZeroWidth",
             "\u202eRightToLeft", "", " ", "a", "aa", "\u0001", "\ue000\ue001", "A" * 300, "x' OR 1=1;--", "%", "_", "[a]*?",
             "NEAR(\"a\" AND b*", "$&", "\\d+", "(", "List`1[]", "<SetChanged>m__0", "<>c__DisplayClass1_0", "<PrivateImplementationDetails>{2F1A}"]
    types = []
    for i, name in enumerate(names):
        full = f"N{i % 3}.{name}" if i % 4 else name
        one = type_("T.x", "Base`1<System.Collections.Generic.Dictionary`2<System.String,T.x>>")
        one.update({"Name": name, "Namespace": f"N{i % 3}" if i % 4 else "", "FullName": full})
        for group, kind in zip(GROUPS, ("Field", "Method", "Property", "Event")):
            one[group] = [{"MemberType": kind, "Name": name, "FullName": f"{full}.{name}",
                           "Signature": f"System.Void {name}(System.Int32 {name or 'x'})" if kind == "Method" else f"System.Int32 {name}",
                           "IsStatic": False, "IsPublic": True}]
        types.append(one)
    twins = type_("Same.Name", "System.Object", ["System.Int32 twin", "System.Int32 twin", "System.String twin"],
                  ["System.Void Run()", "System.Void Run()", "System.Void Run(System.Int32 x)"])
    odd = type_("Odd.Signatures", "System.Object", [],
                ["System.Void Pointer(method System.Void *(System.Int32,System.String) callback, System.Int32 modopt(System.Runtime.CompilerServices.IsLong) x)",
                 "System.Collections.Generic.List`1<T> Generic<T,U>(System.Collections.Generic.Dictionary`2<T, U> map, T[0...,0...] grid)",
                 "System.Void VarArgs(System.String format, ...)", "System.Int32& Escaped()"],
                ["System.Byte Item[System.Int64, System.String]"])
    return {"Modules": [module("Tricky\n.dll", types, "/tmp/tricky/"), module("Twins.dll", [twins, twins, odd], "/tmp/tricky/"),
                        module("Twins.dll", [twins], "/tmp/other/"), {"Name": "Bare.dll", "Types": [
                            {"Name": "T", "FullName": "T", "Namespace": None, "Fields": None, "Methods": [{"Name": "M"}],
                             "Properties": [], "Events": []}]}]}


def tricky_text():
    return json.dumps(tricky(), ensure_ascii=False, indent=1) + "\n"


# ---- malformed and hostile documents ----

def bad():
    small = module("Small.dll", [type_("Small.Thing", "System.Object", [f"{INT} size"], [f"+{VOID} Grow({INT} by)"])], "/opt/small/")
    good = json.dumps({"Modules": [small]}, separators=(",", ":"))
    one = json.dumps(small, separators=(",", ":"))
    with_type = lambda text: '{"Modules":[{"Name":"a.dll","Types":[' + text + "]}]}"
    with_member = lambda text: with_type('{"Name":"T","FullName":"N.T","Methods":[' + text + "]}")
    texts = {
        # read
        "bom": "\ufeff" + good,
        "both_keys": f'{{"Modules":[],"Project":{{"Modules":[{one}]}}}}',
        "both_keys_project_first": f'{{"Project":{{"Modules":[{one},{one}]}},"Modules":[{one}]}}',
        "project_wrong_but_unused": f'{{"Project":{{"Modules":[null,5]}},"Modules":[{one}]}}',
        "case_only_difference": with_type('{"Name":"Actor","FullName":"G.Actor"},{"Name":"ACTOR","FullName":"G.ACTOR"},{"Name":"actor","FullName":"g.actor"}'),
        "duplicate_full_names": f'{{"Modules":[{one},{one.replace("Small.dll", "Other.dll")}]}}',
        "duplicate_keys": '{"Modules":[{"Name":"gone.dll"}],"Modules":[{"Name":"x.dll","Name":"a.dll","Types":[{"Name":"X"}],"Types":[{"Name":"T","FullName":"A.T","FullName":"B.T","Fields":[{"Name":"x"}],"Fields":[{"Name":"f","FullName":"B.T.f","Signature":"int f"}]}]}]}',
        "duplicate_key_mends": '{"Modules":null,"Modules":[{"Name":5,"Name":"a.dll","Types":"x","Types":[{"FullName":[],"FullName":"N.T","Methods":[null],"Methods":[{"Name":{},"Name":"m","IsStatic":"no","IsStatic":true}]}]}]}',
        "escaped_slashes": good.replace("/", "\\/"),
        "escaped_keys": good.replace('"Name"', '"\\u004eame"').replace('"Modules"', '"\\u004Dodules"'),
        "missing_optional": with_type('{"Name":"T","FullName":"N.T"}'),
        "nothing_but_objects": '{"Modules":[{"Types":[{"Fields":[{}]},{}]},{}]}',
        "null_strings": '{"Modules":[{"Name":null,"AssemblyPath":null,"AssemblyReferences":null,"Types":[{"Name":null,"IsPublic":null,"Events":null,"Methods":[{"Signature":null,"IsStatic":null}]}]}]}',
        "normal_forms": with_type('{"Name":"Caf\\u00e9","FullName":"N.Caf\\u00e9"},{"Name":"Cafe\\u0301","FullName":"N.Cafe\\u0301"}'),
        "nul_in_name": with_type('{"Name":"T\\u0000x","FullName":"N.T\\u0000x"}'),
        "numbers": '{"Modules":[{"Name":"a.dll","MetadataToken":1e999,"Types":[{"Name":"T","FullName":"T","MetadataToken":-0,"X":123456789012345678901234567890,"Y":-0.5E-7}]}]}',
        "extras_of_other_shapes": '{"Modules":[{"Name":"a.dll","Mvid":7,"References":"x","Types":[{"Name":"T","FullName":"T","Interfaces":{},"MetadataToken":"0x02000002","Kind":null}]}]}',
        "project_wrapped": f'{{"Mode":"automation","Project":{{"Modules":[{one}]}},"Messages":[]}}',
        "lone_surrogates": '{"Modules":[{"Name":"\\ud800.dll","Types":[{"Name":"\\udc00","FullName":"N.\\ud83d","BaseType":"\\ud83d\\ude00"}]}]}',
        "sql_in_names": with_type('{"Name":"x\' OR 1=1;--","FullName":"N.%_"},{"Name":"NEAR(","FullName":"N.NEAR(\\"a\\" AND b*"}'),
        "types_null": '{"Modules":[{"Name":"a.dll","Types":null}]}',
        "types_missing": '{"Modules":[{"Name":"a.dll"}]}',
        "modules_empty": '{"Modules":[]}',
        "odd_whitespace": good.replace(":", " :\r\n\t").replace(",", " , ") + "\r\n\r\n",
        # refused: not JSON
        "empty": "",
        "whitespace_only": " \n\t",
        "comment": '{"Modules":[/*c*/]}',
        "trailing_comma_array": '{"Modules":[{"Name":"a.dll"},]}',
        "trailing_comma_object": '{"Modules":[{"Name":"a.dll",}]}',
        "missing_comma": '{"Modules":[{"Name":"a.dll" "Types":[]}]}',
        "missing_colon": '{"Modules" []}',
        "single_quotes": "{'Modules':[]}",
        "bare_key": "{Modules:[]}",
        "nan": '{"Modules":[{"Name":"a.dll","V":NaN}]}',
        "infinity": '{"Modules":[{"Name":"a.dll","V":-Infinity}]}',
        "leading_zero": '{"Modules":[{"V":012}]}',
        "bare_point": '{"Modules":[{"V":1.}]}',
        "bare_exponent": '{"Modules":[{"V":1e+}]}',
        "wrong_word": '{"Modules":[{"V":tru}]}',
        "raw_newline_in_string": '{"Modules":[{"Name":"a\nb"}]}',
        "unknown_escape": '{"Modules":[{"Name":"a\\x41"}]}',
        "short_escape": '{"Modules":[{"Name":"\\u12"}]}',
        "escape_without_hex": '{"Modules":[{"Name":"\\u12g4"}]}',
        "mismatched_brackets": '{"Modules":[{"Name":"a.dll"]}}',
        "trailing_text": good + "\n{}",
        "two_documents": good + good,
        "truncated_half": good[:len(good) // 2],
        "truncated_last_brace": good[:-1],
        "truncated_escape": '{"Modules":[{"Name":"a\\',
        # refused: not an export
        "top_null": "null",
        "top_array": "[]",
        "top_string": '"Modules"',
        "no_modules": '{"Foo":[]}',
        "modules_null": '{"Modules":null}',
        "modules_null_beside_project": f'{{"Modules":null,"Project":{{"Modules":[{one}]}}}}',
        "modules_object": '{"Modules":{}}',
        "project_null": '{"Project":null}',
        "project_without_modules": '{"Project":{"Name":"x"}}',
        "module_null": f'{{"Modules":[null,{one}]}}',
        "module_string": f'{{"Project":{{"Modules":[{one},"x"]}}}}',
        "type_null": with_type("null"),
        "member_null": with_member("null"),
        "member_number": with_member('{"Name":"m"},1'),
        "name_number": '{"Modules":[{"Name":5}]}',
        "path_object": '{"Modules":[{"FileName":{"a":[1]}}]}',
        "types_string": '{"Modules":[{"Types":"x"}]}',
        "fields_object": with_type('{"Fields":{}}'),
        "flag_string": with_member('{"IsStatic":"yes"}'),
        "flag_number": with_member('{"IsPublic":1}'),
        "full_name_number": with_type('{"FullName":3.5}'),
        "signature_array": with_member('{"Signature":[]}'),
        "references_number": '{"Modules":[{"AssemblyReferences":[1]}]}',
        "last_key_wins_wrong": '{"Modules":[],"Modules":5}',
        # refused: too deep
        "deep_unknown_key": '{"X":' + '{"a":' * 1100 + "1" + "}" * 1100 + ',"Modules":[]}',
        "deep_within_limit": '{"X":' + "[" * 1023 + "]" * 1023 + ',"Modules":[]}',
        "deep_over_by_one": '{"X":' + "[" * 1024 + "]" * 1024 + ',"Modules":[]}',
    }
    files = {f"{name}.json": text.encode() for name, text in texts.items()}
    name = b'{"Modules":[{"Name":"a%s.dll","Types":[]}]}'
    files |= {
        "latin1.json": name % b"\xe9",
        "overlong_utf8.json": name % b"\xc0\xaf",
        "surrogate_bytes.json": name % b"\xed\xa0\x80",
        "beyond_unicode.json": name % b"\xf4\x90\x80\x80",
        "cut_sequence.json": name % b"\xe2\x82",
        "latin1_key.json": b'{"Modules":[{"caf\xe9":1}]}',
        "latin1_outside_strings.json": b'{"Modules":[\xa0]}',
        "nul_byte.json": b'{"Modules":[\0]}',
        "utf16le.json": good.encode("utf-16"),
        "utf16be.json": b"\xfe\xff" + good.encode("utf-16-be"),
        "utf16_without_mark.json": good.encode("utf-16-le"),
    }
    signature = "System.Void M(" + ",".join(["System.Collections.Generic.List`1<System.Int32>"] * 180000) + ")"
    big = with_member(json.dumps({"MemberType": "Method", "Name": "M", "FullName": "N.T.M", "Signature": signature}))
    squeeze = lambda data: gzip.compress(data, 9, mtime=0)
    files |= {
        "signature_8mb.json.gz": squeeze(big.encode()),
        "deep_array_100k.json.gz": squeeze(('{"Modules":' + "[" * 100000 + "]" * 100000 + "}").encode()),
        "gzip_two_members.json.gz": squeeze(good[:40].encode()) + squeeze(good[40:].encode()),
        "gzip_cut.json.gz": squeeze(good.encode())[:-9],
        "gzip_damaged.json.gz": squeeze(good.encode())[:20] + b"\xff\xff\xff\xff" + squeeze(good.encode())[24:],
        "gzip_of_nothing.json.gz": squeeze(b""),
    }
    return files


def all_files():
    first, second = versions()
    files = {"unity.project.json": text_of(unity()), "versions.v1.project.json": text_of(first),
             "versions.v2.project.json": text_of(second), "tricky.project.json": tricky_text()}
    files = {name: text.encode() for name, text in files.items()}
    return files | {"bad/" + name: data for name, data in bad().items()}


def same(path, data):
    """Equal bytes; for gzip, which releases of zlib pack differently, equal once unpacked where that works."""
    old = path.read_bytes() if path.exists() else None
    if old == data or old is None or path.suffix != ".gz":
        return old == data
    try:
        return gzip.decompress(old) == gzip.decompress(data)
    except (EOFError, OSError, ValueError, zlib.error):
        return True


def main():
    files = all_files()
    stray = {f"bad/{p.name}" for p in (ROOT / "bad").glob("*")} - set(files) - {"bad/expected.tsv"}
    if "--check" in sys.argv:
        wrong = sorted([name for name, data in files.items() if not same(ROOT / name, data)] + list(stray))
        print("\n".join(wrong), end="\n" if wrong else "")
        sys.exit(1 if wrong else 0)
    for name, data in files.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not same(path, data):
            path.write_bytes(data)
    for name in stray:
        print(f"not made here: {name}", file=sys.stderr)


if __name__ == "__main__":
    main()
