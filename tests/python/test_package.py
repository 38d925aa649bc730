"""The package as a whole: what it says of itself is what it is."""

import ast
import inspect
import re
import subprocess
import sys
import threading
import time
from importlib.metadata import metadata
from pathlib import Path

import chase_sim
import pytest
import yaml
from chase_sim import _native


def test_the_stub_names_what_the_module_has():
    stub = ast.parse(Path(chase_sim.__file__).with_name("_native.pyi").read_text(encoding="utf-8"))
    told = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            given = node.args.args + node.args.kwonlyargs
            told[node.name] = {argument.arg for argument in given}
        elif isinstance(node, ast.ClassDef) and node.name != "Error":
            members = [it.name for it in node.body if isinstance(it, ast.FunctionDef)]
            told[node.name] = {name for name in members if name != "__new__"}
    there = {}
    for name, value in vars(_native).items():
        if inspect.isclass(value) and not issubclass(value, Exception):
            there[name] = {member for member in vars(value) if not member.startswith("__")}
        elif callable(value) and not inspect.isclass(value):
            there[name] = set(inspect.signature(value).parameters)
    assert there == told
    assert Path(chase_sim.__file__).with_name("py.typed").exists()


def test_its_address_is_that_of_the_project():
    manifest = Path("Cargo.toml").read_text(encoding="utf-8")
    address = re.search(r'^repository = "(.*)"$', manifest, flags=re.MULTILINE)[1]
    assert metadata("chase-sim").get_all("Project-URL") == [f"Source Code, {address}"]


@pytest.mark.parametrize(
    "path",
    [
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".pre-commit-hooks.yaml",
        "action.yml",
        "examples/ci/gitlab.yml",
    ],
)
def test_files_for_ci_are_yaml(path):
    assert yaml.safe_load(Path(path).read_text(encoding="utf-8"))


def test_everything_public_says_what_it_is():
    for name in chase_sim.__all__:
        value = getattr(chase_sim, name)
        assert value.__doc__, name
        for member, method in vars(value).items() if inspect.isclass(value) else ():
            if callable(method) and not member.startswith("_"):
                assert method.__doc__, f"{name}.{member}"


def test_importing_it_needs_numpy_only():
    """Who only reads replays has no use for environments and tables."""
    others = ["pettingzoo", "gymnasium", "pyarrow", "pandas", "polars"]
    code = f"import chase_sim, sys; assert not set({others}) & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_long_calls_let_other_threads_go_on():
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    chase_sim.play("animal-checkers", players=["alphabeta:nodes=3000"] * 2, seed=1)
    ended = time.monotonic()
    stop.set()
    thread.join()
    # A call that held the lock would let at most one tick through.
    assert sum(begun < tick < ended for tick in ticks) > 5


def python_blocks(path):
    text = Path(path).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


@pytest.mark.parametrize("path", ["docs/python.md"])
def test_what_the_documentation_shows_works(path, tmp_path, monkeypatch, example):
    """The blocks of a page, one after another, where the project's files are, and a program of an
    author's own."""
    (tmp_path / "kuhn").symlink_to(example("kuhn"))
    for folder in ("data", "replays"):
        (tmp_path / folder).symlink_to(Path(folder).resolve())
    monkeypatch.chdir(tmp_path)
    blocks = python_blocks(Path(__file__).resolve().parents[2] / path)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, path, "exec"), names)
