"""What tests share: the project's files, and the program held against the package."""

import os
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    """Paths in tests begin at the project's folder."""
    monkeypatch.chdir(PROJECT)


@pytest.fixture
def chase():
    """Runs the built program with words; its status and what it printed."""
    program = os.environ["CHASE"]

    def run(*words):
        done = subprocess.run(
            [program, *map(str, words)], capture_output=True, text=True, timeout=60, check=False
        )
        return done

    return run


@pytest.fixture
def example():
    """The path of a program with a game of its own, beside the built program."""

    def path(name):
        found = Path(os.environ["CHASE"]).resolve().with_name("examples") / name
        assert found.is_file(), f"{found} is missing: `cargo build --example {name}` builds it"
        return found

    return path
