#!/usr/bin/env python3
"""Times `chase diff` against numdiff, csvdiff and pandas on the same two logs.

    cargo build --release --locked
    python3 benches/compare_logs.py [--chase PROGRAM] [--megabytes 20] [--runs 3]

The logs are CSV with a tick and eight columns of decimals; one value differs, in a row behind three fifths of them. Each tool is run
once to warm the files up and then --runs times, all in turns. The table has the medians of time, of processor time (also as a multiple of
that of chase) and of the largest memory, and the line in which the tool reports the fault. A tool that is not there is left out, and
the output says so: numdiff is a package of most systems; `pip install csvdiff pandas` brings the others. csvdiff and pandas are those of
the Python that runs this script.
"""

import argparse
import importlib.util
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PANDAS = """
import sys
import pandas
ours, golden = (pandas.read_csv(path, index_col="t") for path in sys.argv[1:])
if list(ours) != list(golden) or not ours.index.equals(golden.index):
    sys.exit("other rows or columns")
differ = (ours != golden) & ~(ours.isna() & golden.isna())
for t, row in differ[differ.any(axis=1)].iterrows():
    for column in row[row].index:
        print(f"{column} at {t}: ours {ours.at[t, column]}, theirs {golden.at[t, column]}")
"""

COLUMNS = "abcdefgh"


def write_logs(folder: pathlib.Path, size: int) -> str:
    """Writes golden.csv and ours.csv of about `size` bytes each; the faulty value, as ours has it."""
    dice = random.Random(1)
    values = [0.0] * len(COLUMNS)
    rows = size // 98
    fault = ""
    with open(folder / "golden.csv", "w") as golden, open(folder / "ours.csv", "w") as ours:
        for log in (golden, ours):
            log.write(f"t,{','.join(COLUMNS)}\n")
        for n in range(rows):
            values = [value + dice.gauss(0, 1) for value in values]
            fields = [f"{value:.6f}" for value in values]
            start = f"{n / 100:.2f},"
            golden.write(start + ",".join(fields) + "\n")
            if n == rows * 3 // 5:
                fault = f"{values[3] + 0.001:.6f}"
                fields[3] = fault
            ours.write(start + ",".join(fields) + "\n")
    return fault


def tools(chase: str) -> dict[str, list[str] | str]:
    """The command of each tool, or why there is none."""

    def of_package(name: str, command: list[str]) -> list[str] | str:
        return command if importlib.util.find_spec(name) else f"`pip install {name}` first"

    numdiff = shutil.which("numdiff")
    csvdiff = [sys.executable, "-c", "import csvdiff; csvdiff.csvdiff_cmd()"]
    return {
        "chase diff": [chase, "diff", "ours.csv", "golden.csv"],
        "numdiff": [numdiff, "-s", ",\\n", "ours.csv", "golden.csv"] if numdiff else "not installed",
        "csvdiff": of_package("csvdiff", [*csvdiff, "t", "golden.csv", "ours.csv"]),
        "pandas": of_package("pandas", [sys.executable, "-c", PANDAS, "ours.csv", "golden.csv"]),
    }


def run(command: list[str], folder: pathlib.Path) -> tuple[float, float, float, str]:
    """Seconds, seconds of the processor, MB of memory, and what was printed."""
    with tempfile.TemporaryFile("w+") as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out.read()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--chase", default="target/release/chase", help="the program")
    options.add_argument("--megabytes", type=int, default=20, help="the size of each log")
    options.add_argument("--runs", type=int, default=3, help="runs of each tool")
    given = options.parse_args()
    chase = shutil.which(os.path.abspath(given.chase))
    if chase is None:
        sys.exit(f"{given.chase} is no program: `cargo build --release --locked` builds it")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fault = write_logs(folder, given.megabytes * 1_000_000)
        known = tools(chase)
        found = {}
        for tool, command in known.items():
            if isinstance(command, str):
                print(f"{tool}: left out, {command}")
            else:
                run(command, folder)
                found[tool] = []
        for _ in range(given.runs):
            for tool, runs in found.items():
                runs.append(run(known[tool], folder))
    size = given.megabytes
    print(f"\ntwo logs of {size} MB, one value differs: ours {fault}; medians of {given.runs}\n")
    print("| | time | processor | times chase | memory | reports |\n|---|---|---|---|---|---|")
    first = None
    for tool, runs in found.items():
        seconds, processor, memory = (statistics.median(run[n] for run in runs) for n in range(3))
        first = first or processor
        lines = [line.strip() for line in runs[0][3].splitlines() if fault in line]
        report = lines[0][:120] if lines else "not the fault"
        print(
            f"| {tool} | {seconds:.2f} s | {processor:.2f} s | {processor / first:.1f} | {memory:.0f} MB | `{report}` |"
        )


if __name__ == "__main__":
    main()
