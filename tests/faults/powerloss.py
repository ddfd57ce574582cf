"""What a disk may hold after power was lost: a model of files whose changes wait in memory until they are synced.

The journal is what libfaults.cc records: every change of a file's bytes, every change of a folder's names, every
sync. A crash after the Nth change keeps what was synced; of the rest the variant decides:

strict   nothing of it, names included: a name is on disk once its folder was synced (POSIX)
names    all names, no bytes (a journal of names, and bytes that were never written: ext4 without its heuristics)
mixed    the names up to a moment, and of the unsynced bytes any 4 KB pieces, drawn by the seed

The index of SQLite's log (-shm) is no data: it comes back as rubbish.
"""

import random
import shutil

PAGE = 4096


class File:
    def __init__(self, data=b""):
        self.now, self.durable, self.pending = bytearray(data), bytes(data), []

    def write(self, at, data):
        self.pending.append(("write", at, data))
        put(self.now, at, data)

    def truncate(self, size):
        self.pending.append(("truncate", size, b""))
        cut(self.now, size)

    def sync(self):
        self.durable, self.pending = bytes(self.now), []

    def drawn(self, draw):
        data = bytearray(self.durable)
        for what, at, piece in self.pending:
            if what == "truncate":
                if draw.random() < 0.5:
                    cut(data, at)
                continue
            for start in range(0, len(piece), PAGE - at % PAGE if len(piece) <= PAGE else PAGE):
                if draw.random() < 0.5:
                    put(data, at + start, piece[start:start + PAGE])
        return bytes(data)


def put(data, at, piece):
    if len(data) < at:
        data.extend(bytes(at - len(data)))
    data[at:at + len(piece)] = piece


def cut(data, size):
    if size < len(data):
        del data[size:]
    else:
        data.extend(bytes(size - len(data)))


def parent(path):
    return path.rpartition("/")[0] or "."


class Disk:
    def __init__(self, folder):
        self.files, self.folders = {}, {}  # by id; folders: id -> path
        self.durable, self.now, self.pending = {}, {}, []  # names -> File, or None of a folder
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            self.now[name] = File(path.read_bytes()) if path.is_file() else None
        self.durable = dict(self.now)

    def take(self, what, number, at, data, place):
        """Whether it changed anything (a sync does not)."""
        if what == "open":
            if place == "." or self.now.get(place, 0) is None:
                self.folders[number] = place
            elif place in self.now:
                self.files[number] = self.now[place]
            return False
        if what == "create":
            self.files[number] = File()
            self.name(place, self.files[number])
        elif what == "mkdir":
            self.name(place, None)
        elif what == "unlink":
            self.name(place, 0)
        elif what in ("link", "rename"):
            to, _, old = place.partition("\t")
            file = self.now[old] if old else self.file(number)
            self.name(to, file, *([old] if what == "rename" else []))
        elif what == "write":
            self.file(number).write(at, data)
        elif what == "truncate":
            self.file(number).truncate(at)
        elif number in self.folders:
            folder = self.folders[number]
            for step in [step for step in self.pending if parent(step[0]) == folder]:
                self.apply(self.durable, *step)
                self.pending.remove(step)
            return False
        else:
            self.file(number).sync()
            return False
        return True

    def file(self, number):
        return self.files.setdefault(number, File())  # without a name so far

    def name(self, path, file, *gone):
        """One step: a rename is whole on every disk."""
        self.apply(self.now, path, file, *gone)
        self.pending.append((path, file, *gone))

    @staticmethod
    def apply(names, path, file, *gone):
        for old in gone:
            names.pop(old, None)
        if file == 0:
            names.pop(path, None)
        else:
            names[path] = file

    def crash(self, variant, seed, folder):
        """Makes `folder` what the disk holds."""
        draw = random.Random(seed)
        names = dict(self.durable)
        steps = self.pending
        if variant == "strict":
            steps = []
        elif variant == "mixed":
            steps = steps[:draw.randrange(len(steps) + 1)]
        for step in steps:
            self.apply(names, *step)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for path, file in sorted(names.items()):
            target = folder / path
            if file is None:
                target.mkdir(parents=True, exist_ok=True)
            elif target.parent.is_dir():
                data = file.drawn(draw) if variant == "mixed" else file.durable
                target.write_bytes(b"rubbish" * 5000 if path.endswith("-shm") else data)
                target.chmod(0o600)


def journal(path):
    """The records, with what changed the disk marked by take()."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        what, number, start, size, place = data[at:end].decode().split("\t", 4)
        at = end + 1 + int(size)
        yield what, int(number), int(start), data[end + 1:at], place
