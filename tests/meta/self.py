#!/usr/bin/python3
"""Tests of the test runners: each detects the fault that it is meant to detect."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent / "cases" / "run.py"
ECHO = """#!/bin/sh
case $1 in fail) echo bad >&2; exit 3 ;; slow) echo 'done in 1.25 s at 2026-11-21T10:00:00Z' ;; *) echo "$@" ;; esac
"""


class Runners(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.program = self.root / "dossier"
        self.program.write_text(ECHO)
        self.program.chmod(0o755)
        self.addCleanup(self.folder.cleanup)

    def python(self, script, *arguments, **extra):
        environment = {name: value for name, value in os.environ.items() if name not in ("CI", "ACCEPT")} | extra
        return subprocess.run([sys.executable, script, self.program, *arguments], env=environment,
                              capture_output=True, text=True)

    def case(self, **files):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.root))
        for name, text in files.items():
            (folder / name).write_text(text)
        return folder

    def test_a_case_compares_output_error_and_status(self):
        for files, expected in (
                ({"cmd": "dossier a", "out": "a\n"}, 0),
                ({"cmd": "dossier a", "out": "b\n"}, 1),
                ({"cmd": "dossier a", "out": "a"}, 1),
                ({"cmd": "dossier a"}, 1),
                ({"cmd": "dossier fail", "status": "3\n", "err": "bad\n"}, 0),
                ({"cmd": "dossier fail", "status": "3\n"}, 1),
                ({"cmd": "dossier fail", "err": "bad\n"}, 1),
                ({"cmd": "dossier fail", "status": "3\n", "err": "good\n"}, 1),
                ({"cmd": "dossier fail\ndossier a", "out": "a\n", "err": "bad\n"}, 1),
                ({"cmd": "dossier slow", "out": "done in 9 s at DATETIME\n"}, 0),
                ({"cmd": "dossier a", "out": "a\n", "needs": "no-such-command"}, 77)):
            with self.subTest(files=files):
                self.assertEqual(self.python(CASES, self.case(**files)).returncode, expected)

    def test_several_cases_are_run_and_the_failed_one_is_named(self):
        right, wrong = self.case(cmd="dossier a", out="a\n"), self.case(cmd="dossier b", out="a\n")
        absent = self.case(cmd="dossier a", needs="no-such-command")
        ran = self.python(CASES, right, wrong, absent)
        self.assertEqual(ran.returncode, 1)
        self.assertIn(f"FAILED {wrong}\n--- out: expected (-), printed (+)\n", ran.stdout)
        self.assertIn(f"{absent}\nskipped: needs no-such-command\n3 cases, 1 failed, 1 skipped", ran.stdout)
        self.assertNotIn(str(right), ran.stdout)
        self.assertEqual(self.python(CASES, right, absent).returncode, 0)
        self.assertNotEqual(self.python(CASES, "no/such").returncode, 0)

    def test_the_summary_of_check_tells_of_each_test(self):
        sys.path.insert(0, str(HERE.parent))
        import summary
        entry = "1/2 Testing: {0}\nOutput:\n---\nsaid\n<end of output>\nTest time = 1 sec\n---\nTest {1}.\n---\n"
        (self.root / "unit.tests").write_text(entry.format("a", "Passed") + entry.format("b", "Failed"))
        (self.root / "cases.tests").write_text(entry.format("a", "Skipped"))
        for stage in ("unit", "cases", "setup"):
            (self.root / f"{stage}.log").write_text("no such package\n")
        for stage, status, told in (
                ("unit", 1, [("unit: a", 0), ("unit: b", 1)]),
                ("cases", 0, [("cases: a", 77)]),
                ("cases", 2, [("cases: a", 77), ("stage/cases", 2)]),
                ("setup", 1, [("stage/setup", 1)])):
            with self.subTest(stage=stage, status=status):
                found = summary.tests(self.root, self.root, stage, status)
                self.assertEqual([(name, result) for name, _, result in found], told)

    def test_accepting_rewrites_and_skips_but_never_in_ci(self):
        case = self.case(cmd="dossier slow; dossier fail", out="old")
        self.assertEqual(self.python(CASES, case, ACCEPT="1", CI="true").returncode, 1)
        self.assertEqual((case / "out").read_text(), "old")
        self.assertEqual(self.python(CASES, case, ACCEPT="1").returncode, 77)
        self.assertEqual((case / "out").read_text(), "done in N s at DATETIME\n")
        self.assertEqual((case / "status").read_text(), "3\n")
        self.assertEqual((case / "err").read_text(), "bad\n")
        self.assertEqual(self.python(CASES, case).returncode, 0)
        (case / "cmd").write_text("dossier slow")
        self.assertEqual(self.python(CASES, case, ACCEPT="1").returncode, 77)
        self.assertEqual(sorted(path.name for path in case.iterdir()), ["cmd", "out"])

    def test_examples_of_a_document_are_run(self):
        for block, expected in (
                ("$ dossier a b\na b\n", 0),
                ("$ dossier a b\na c\n", 1),
                ("$ dossier a\n$ dossier b\nb\n", 1),
                ("$ printf '1\\n2\\n3\\n'\n1\n…\n", 0),
                ("$ printf '1\\n2\\n3\\n'\n1\n…\n2\n", 1)):
            with self.subTest(block=block):
                document = self.root / "page.md"
                document.write_text(f"Text.\n\n```console\n{block}```\n\n```sh\nnot run\n```\n")
                self.assertEqual(self.python(HERE / "examples.py", document).returncode, expected)
        self.assertEqual(self.python(HERE / "examples.py", document, ACCEPT="1").returncode, 77)
        self.assertIn("1\n2\n3\n```\n\n```sh", document.read_text())

    def test_a_language_is_named_in_its_folder_alone(self):
        sys.path.insert(0, str(HERE))
        import languages
        literals, words = languages.rows()
        for name, text, found in (
                ("a.cc", 'if (language == "Go") return;', True),
                ("a.cc", "// \"Go\" is fine here\nauto text = \"Going\"; // kPython", False),
                ("a.cc", 'path.ends_with(".py")', True),
                ("a.h", "bool is_python_file();", True),
                ("a.h", "void kotlinFirst();", True),
                ("a.h", "bool is_swift();\n#include \"java/java.h\"", False),
                ("a.cc", 'extern "C" void run();', False),
                ("a.sql", "SELECT 1 WHERE language = 'PHP';", True),
                ("a.sql", "-- as 'PHP' has it\nSELECT 1;", False)):
            with self.subTest(text=text):
                file = self.root / name
                file.write_text(text)
                self.assertEqual(bool(languages.check([file], literals, words, {})), found)
        self.assertTrue(languages.check([], literals, words, {"no/such.cc": "no reason any more"}))

    def test_only_what_needs_shared_may_be_skipped(self):
        sys.path.insert(0, str(HERE))
        import skipped
        entry = "1/2 Testing: a\nOutput:\n---\n{}\n<end of output>\nTest time = 1 sec\n---\nTest {}.\n---\n"
        for output, verdict, complaints in (
                ("", "Passed", []),
                ("", "Skipped", ["a: skipped, and does not say why"]),
                ("skipped: needs shared", "Skipped", []),
                ("skipped: needs sharedness", "Skipped", ["a: skipped: needs sharedness"]),
                ("skipped: needs mcs", "Skipped", ["a: skipped: needs mcs"]),
                ("x.cc:7: warning:\n  skipped: needs shared", "Passed", []),
                ("x.cc:7: warning:\n  SKIPPED: needs node", "Passed", ["a: skipped: needs node"])):
            with self.subTest(output=output):
                self.assertEqual(list(skipped.complaints(entry.format(output, verdict))), complaints)
        self.assertEqual(list(skipped.complaints(entry.format("skipped: needs mcs", "Skipped"), ["mcs"])), [])
        for said, result in (("Pass Reason:\nRequired regular expression found. Regex=[x]", "Passed"),
                             ("Fail Reason:\nRequired regular expression not found. Regex=[x]", "Failed")):
            log = entry.replace("Test {}.", "Test {}").format("x", said)
            self.assertEqual([result for _, _, result in skipped.entries(log)], [result])

    def test_types_that_two_files_define_are_found(self):
        sys.path.insert(0, str(HERE))
        import definitions
        one = "namespace a::b {\nstruct Row {\n};\n}  // namespace a::b\n"
        hidden = "namespace a::b {\nnamespace {\nclass Row final : Base {\n};\n}  // namespace\n}  // namespace a::b\n"
        self.assertEqual(list(definitions.doubles({"x.h": one, "y.cc": hidden})), [])
        self.assertEqual(list(definitions.doubles({"x.h": one, "y.cc": one.replace("a::b", "a")})), [])
        self.assertEqual(list(definitions.doubles({"x.h": one, "y.cc": one})),
                         ["y.cc defines a::b::Row, as x.h does"])

    def test_sleeps_are_found_as_each_language_writes_them(self):
        sys.path.insert(0, str(HERE))
        import sleeps
        for line, count in (
                ("std::this_thread::sleep_for(50ms);", 1), ("this_thread::sleep_until(then);", 1), ("::usleep(100);", 1),
                ("time.sleep(1.5)", 1), ("until f; do sleep 0.05; done", 1), ("(sleep 5; wc -l)", 1), ('sleep "$N"', 1),
                ("sleep $N; sleep 1", 2), ("# sleep 5", 0), ("// sleep_for(1s)", 0), ("no test rests on a sleep", 0)):
            with self.subTest(line=line):
                self.assertEqual(len(sleeps.sleeps(line)), count)

    def test_programs_in_cases_are_found_however_they_are_written(self):
        sys.path.insert(0, str(HERE))
        import screenplay
        for script, lengths in (
                ("python3 -c 'print(1)'", [1]), ("dossier ls |\n  /usr/bin/python3 -c '\na\nb\nc\nd'\nls", [4]),
                ("python3 - $x <<'P'\na\nb\nP\nls", [2]), ('perl -e "a\nb"', [2]), ("python3 drive.py <log", [4]),
                ('python3 "$FIXTURES/scip/make.py" a', []), ("cat > a.py <<P\na\nP\ndossier import a.py", [])):
            with self.subTest(script=script):
                self.assertEqual([length for _, length in screenplay.programs(script)], lengths)

    def test_a_file_that_reads_an_answer_back_is_found(self):
        sys.path.insert(0, str(HERE))
        import parses
        for source, allowed, found in (
                ("auto body = read_json(answer.body);", {}, ["a.cc:1: parses JSON, and is not in tests/meta/parses.txt"]),
                ("\nJson::parse(text)", {}, ["a.cc:2: parses JSON, and is not in tests/meta/parses.txt"]),
                ("auto event = parse_json(text);", {"a.cc": "an event"}, []),
                ("run(store, op, arguments, sink);", {"a.cc": "an event"},
                 ["tests/meta/parses.txt: a.cc does not parse JSON: remove it from the list"]),
                ("// read_json(answer.body)", {}, [])):
            with self.subTest(source=source):
                self.assertEqual(list(parses.complaints([("a.cc", source)], allowed)), found)

    def test_comments_and_strings_do_not_count_as_code(self):
        sys.path.insert(0, str(HERE))
        import sources
        self.assertNotIn("catch", sources.without_comments('// catch (\n"catch (" /* catch\n( */ R"x(catch (")x"'))
        self.assertIn("catch (", sources.without_comments('f("//"); } catch (...) {'))


unittest.main()
