"""Draws random graphs, whose edges join the entities that stand in a relation."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import networkx

Edge = tuple[int, int]


def draw(rng: random.Random, nodes: int, wanted: int) -> tuple[str, list[Edge]]:
    """Return the kind (of `KINDS`) of a random graph, and its edges (lower, higher node), sorted.

    Nodes are 0 to `nodes` - 1, in random places. There are about `wanted` edges; the kind may
    allow fewer, or need more.
    """
    kind = rng.choice(tuple(KINDS))
    graph = KINDS[kind](nodes, wanted, rng.randrange(2**31))
    place = rng.sample(range(nodes), nodes)
    ends = [(place[edge[0]], place[edge[1]]) for edge in graph.edges()]
    return kind, sorted({(a, b) if a < b else (b, a) for a, b in ends if a != b})


def _barabasi_albert(nodes: int, wanted: int, seed: int) -> Any:
    return networkx.barabasi_albert_graph(nodes, max(1, min(nodes - 1, wanted // nodes)), seed=seed)


def _stochastic_block(nodes: int, wanted: int, seed: int) -> Any:
    """Return a graph of two or three groups, with three quarters of the edges within them.

    Each part has a fixed number of edges, because versions of networkx draw random numbers of
    edges in different ways.
    """
    groups = 2 + (seed % 2 if nodes > 8 else 0)
    sizes = [nodes // groups + (group < nodes % groups) for group in range(groups)]
    graph: networkx.Graph = networkx.Graph()
    between, first = [], 0
    for group, size in enumerate(sizes):
        within = networkx.gnm_random_graph(size, wanted * 3 // (4 * groups), seed=seed + group)
        graph.add_edges_from((first + one, first + other) for one, other in within.edges())
        own = range(first, first + size)
        between += [(one, other) for one in own for other in range(first + size, nodes)]
        first += size
    graph.add_edges_from(random.Random(seed).sample(between, min(len(between), wanted // 4)))
    return graph


def _ego(nodes: int, wanted: int, seed: int) -> Any:
    """Return a graph whose first node is joined to all others, which the other edges join."""
    graph = networkx.star_graph(nodes - 1)
    between = networkx.gnm_random_graph(nodes - 1, max(0, wanted - nodes + 1), seed=seed)
    graph.add_edges_from((one + 1, other + 1) for one, other in between.edges())
    return graph


def _complete(nodes: int, wanted: int, seed: int) -> Any:
    while nodes > 5 and nodes * (nodes - 1) > 2 * wanted:
        nodes -= 1
    return networkx.complete_graph(nodes)


KINDS: Mapping[str, Callable[[int, int, int], Any]] = {
    "Erdős–Rényi": lambda nodes, wanted, seed: networkx.gnm_random_graph(nodes, wanted, seed=seed),
    "scale-free": lambda nodes, wanted, seed: networkx.scale_free_graph(nodes, seed=seed),
    "Barabási–Albert": _barabasi_albert,
    "stochastic block": _stochastic_block,
    "star": lambda nodes, wanted, seed: networkx.star_graph(nodes - 1),
    "complete": _complete,
    "ego": _ego,
}

OF_SINGLE_YEARS = ("ego",)
"""The kinds of graphs on which each fact begins and ends in the same year."""
