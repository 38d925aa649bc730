"""Sweeps on Ray: two nodes on this machine, one that dies, parts that are played twice. Whatever
happens, the sweep is the one that a single process plays, byte for byte."""

import os
import time
from pathlib import Path

import chase_sim
import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

import chase_sim.ray
from ray._private import services

PROJECT = Path(__file__).resolve().parents[3]
LOOPBACK = "127.0.0.1"
MEMORY_MAX = 6 << 30
SPEC = {
    "game": "animal-checkers",
    "seed": 3,
    "games": 240,
    "players": ["random", "greedy"],
}
TABLES = ["spec.json", "shards.log", "cells.csv", "cells.json", "games.csv"]


def contents(sweep):
    return {name: (sweep.path / name).read_bytes() for name in TABLES}


@pytest.fixture(scope="module")
def cluster():
    os.chdir(PROJECT)
    # Nothing here listens to anybody else: Ray would take the address of a network for this one.
    services.get_node_ip_address = lambda *_: LOOPBACK
    first = {"num_cpus": 1, "node_ip_address": LOOPBACK, "object_store_memory": 100 << 20}
    cluster = Cluster(initialize_head=True, head_node_args=first | {"include_dashboard": False})
    cluster.add_node(**first)
    at = dict(address=cluster.address, _node_ip_address=LOOPBACK)
    ray.init(log_to_driver=False, **at)
    yield cluster
    used = sum(
        process.memory_info().rss for process in psutil.Process().children(recursive=True)
    )
    ray.shutdown()
    cluster.shutdown()
    assert used < MEMORY_MAX


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    os.chdir(PROJECT)
    path = tmp_path_factory.mktemp("alone") / "run"
    return contents(chase_sim.sweep(SPEC, path=path, per_game=True))


def test_two_nodes_play_the_same_sweep(cluster, alone, tmp_path):
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    told = []
    sweep = chase_sim.ray.sweep(
        SPEC, path=tmp_path / "run", parts=7, per_game=True, progress=lambda *how: told.append(how)
    )
    assert contents(sweep) == alone
    assert told == [(n, 7) for n in range(8)]
    assert list(tmp_path.iterdir()) == [tmp_path / "run"]


def test_who_is_interrupted_plays_what_is_missing(cluster, alone, tmp_path):
    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    given = dict(path=tmp_path / "run", per_game=True)
    with pytest.raises(KeyboardInterrupt):
        chase_sim.ray.sweep(SPEC, parts=7, progress=stop, **given)
    with pytest.raises(chase_sim.Error, match="there are parts of a sweep here"):
        chase_sim.ray.sweep(SPEC, parts=7, **given)
    with pytest.raises(chase_sim.Error, match="holds a different sweep"):
        chase_sim.ray.sweep(SPEC | {"seed": 4}, resume=True, **given)
    told = []
    sweep = chase_sim.ray.sweep(
        SPEC, resume=True, progress=lambda *how: told.append(how), **given
    )
    assert told[0] == (3, 7)
    assert contents(sweep) == alone


def test_a_part_that_is_played_twice_counts_once(cluster, alone, tmp_path):
    begun = tmp_path / "begun"
    chase_sim._native.begin_sweep(
        ["sweep", "animal-checkers", "--player=random", "--player=greedy", "--seed=3"]
        + ["--games=240", "-o", str(begun)]
    )
    files = {name: (begun / name).read_bytes() for name in ("spec.json", "shards.log")}
    parts = []
    for place, n in enumerate([1, 0, 1]):
        played = chase_sim.ray.play_part(files, n, 2, ["--per-game"])
        parts.append(tmp_path / f"part-{place}")
        parts[-1].mkdir()
        for name, content in (played | {"spec.json": files["spec.json"]}).items():
            (parts[-1] / name).write_bytes(content)
    assert contents(chase_sim.merge(tmp_path / "run", *parts)) == alone


def test_what_goes_wrong_on_a_node_is_told_here(cluster, tmp_path):
    with pytest.raises(chase_sim.Error, match="has no compiled engine"):
        chase_sim.ray.sweep(SPEC, parts=2, engine="compiled", path=tmp_path / "run")
    with pytest.raises(chase_sim.Error, match="looks at all games of a cell"):
        chase_sim.ray.sweep(SPEC | {"until": "half-width=0.1"}, path=tmp_path / "until")


def test_a_node_that_dies_changes_nothing(cluster, alone, tmp_path):
    """Last, since its node does not come back."""
    doomed = [node for node in cluster.list_all_nodes() if not node.head]
    killed = []

    def kill(done, of):
        if done == 2:
            # Both nodes are at a part now.
            cluster.remove_node(doomed[0], allow_graceful=False)
            killed.append(time.monotonic())

    sweep = chase_sim.ray.sweep(
        SPEC, path=tmp_path / "run", parts=12, per_game=True, progress=kill
    )
    assert killed
    assert contents(sweep) == alone
