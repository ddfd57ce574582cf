#!/usr/bin/python3
"""summary.py RESULTS LOGS STAGE:STATUS…: makes RESULTS a folder for ctest that replays how the stages of ./check went.

Each test that a stage ran (RESULTS/STAGE.tests, a log of ctest) is a test of it, with its output and its result; a stage
that ran none is one test. So ctest's one summary at the end covers all. Each entry is named STAGE: TEST."""

import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "meta"))
import skipped  # noqa: E402

STATUS = {"Passed": 0, "Skipped": 77}


def tests(results, logs, stage, status):
    """(name, output, exit status) of what the stage ran, and of the stage itself where that tells more."""
    log = results / f"{stage}.tests"
    ran = list(skipped.entries(log.read_text("utf-8", "replace"))) if log.exists() else []
    for name, output, result in ran:
        yield f"{stage}: {name}", output, STATUS.get(result, 1)
    if not ran or (status and all(result in STATUS for _, _, result in ran)):
        printed = (logs / f"{stage}.log").read_text("utf-8", "replace").splitlines()[-100:]
        yield f"stage/{stage}", "\n".join(printed), status


def main(results, logs, stages):
    outputs = results / "outputs"
    outputs.mkdir(exist_ok=True)
    lines = []
    for stage, _, status in (given.partition(":") for given in stages):
        for name, output, result in tests(results, logs, stage, int(status)):
            file = outputs / f"{len(lines)}"
            file.write_text(output + "\n", "utf-8")
            replay = f"cat {shlex.quote(str(file.resolve()))}; exit {result}"
            lines.append(f"add_test([=[{name}]=] /bin/sh -c [=[{replay}]=])\n"
                         f"set_tests_properties([=[{name}]=] PROPERTIES SKIP_RETURN_CODE 77)\n")
    (results / "CTestTestfile.cmake").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:])
