"""The notebooks of the documentation, run from their first cell to their last."""

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs/notebooks").glob("*.ipynb"))


def test_there_is_one_for_each_audience():
    assert [path.stem for path in NOTEBOOKS] == ["bot_author", "lecturer", "researcher"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    # The kernel listens on loopback, and asks nobody for anything.
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    book = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells), "committed without results"
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    printed = [cell for cell in book.cells if cell.cell_type == "code" and cell.outputs]
    assert len(printed) > 3
