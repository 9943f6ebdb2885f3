"""Makes small changes to the code at random, and counts those that the quick tests catch.

    python -m benchmarks.mutations [PATH ...] [--draw 60] [--seed 0] [--limit 120]

PATH is a module or a folder of the package; by default readers, metrics and scorer. A change moves
a number or a bound of a regular expression by 1, takes another operator, drops a `not`, or never
takes a branch that leaves its block. On a copy of the checkout, the test files of the module's
room run, or for a module without a room those that import it, until one test fails or --limit
seconds are over.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from importlib import import_module
from importlib.util import cache_from_source
from itertools import islice, pairwise
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "tempanswerqa"
READERS = ("files.py", "runs/saved_responses.py", "runs/harness_files.py")
CORE = ("answers", "metrics", "paper_scoring.py", "scoring.py", *READERS)
HEAVY = "pytest", "hypothesis", "pandas", "scipy.stats", "sklearn.cluster", "datasets", "lm_eval"
SWAPS = {"and": "or", "in": "not in", "is": "is not", "==": "!=", "<": "<=", ">": ">=", "+": "-"}
SWAPS |= {new: old for old, new in SWAPS.items()} | {"*": "/", "/": "*", "//": "/", "%": "*"}
OPERATOR = re.compile(rb"\b(?:not\s+in|is\s+not|in|is|and|or)\b|[<>!=]=|//|\*\*|[-+*/%<>]")
BOUND = re.compile(rb"(?<=[{,])\d+(?=[,}])|(?<=[\])])[+*]")

Change = tuple[int, int, str]
"""The begin and end of what is replaced in a module, in bytes, and its replacement."""


def changes(source: bytes) -> Iterator[Change]:
    """Yield the changes of a module; some may not compile."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def span(node: ast.AST) -> tuple[int, int]:
        end = lines[node.end_lineno - 1] + node.end_col_offset
        return lines[node.lineno - 1] + node.col_offset, end

    for node in nodes(ast.parse(source)):
        pairs = []
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int() | float() as number):
                moved = {number + 1, number - 1} - {number}
                yield from ((*span(node), repr(new)) for new in sorted(moved))
            case ast.Constant(value=str()) | ast.JoinedStr():
                is_raw = re.match(rb"[fF]?[rR]", source[span(node)[0] :])
                for found in BOUND.finditer(source, *span(node)) if is_raw else ():
                    if found[0] in b"+*":
                        yield *found.span(), "+" if found[0] == b"*" else "*"
                    else:
                        number = int(found[0])
                        yield from (
                            (*found.span(), str(n)) for n in (number + 1, number - 1) if n >= 0
                        )
            case ast.UnaryOp(op=ast.Not()):
                yield span(node)[0], span(node)[0] + len("not"), ""
            case ast.If(body=[*_, ast.Return() | ast.Raise() | ast.Continue() | ast.Break()]):
                yield *span(node.test), "False"
            case ast.Compare():
                pairs = pairwise([node.left, *node.comparators])
            case ast.BoolOp():
                pairs = pairwise(node.values)
            case ast.BinOp():
                pairs = [(node.left, node.right)]
        for left, right in pairs:
            found = OPERATOR.search(source, span(left)[1], span(right)[0])
            if found and (new := SWAPS.get(" ".join(found[0].decode().split()))):
                yield *found.span(), new


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes without annotations, docstrings, and the parts of formatted texts."""
    yield tree
    for name, value in ast.iter_fields(tree):
        if name not in ("annotation", "returns") and not isinstance(tree, ast.JoinedStr):
            for node in value if isinstance(value, list) else [value]:
                docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                if isinstance(node, ast.AST) and not docstring:
                    yield from nodes(node)


def changed(module: Path, change: Change) -> bytes | None:
    """Return the source of a module with a change; None if it is not Python."""
    source, (start, end, new) = module.read_bytes(), change
    source = source[:start] + new.encode() + source[end:]
    try:
        compile(source, "", "exec")
    except SyntaxError:
        return None
    return source


def tests_of(module: Path, tests: Path) -> list[Path]:
    """Return the quick test files of a module, named from the package on, likely ones first."""
    named = re.compile(rf"^.*\b(?:from|import)\b.*\b{module.stem}\b", re.M)
    alone = module.parent == Path()
    files = (tests if alone else tests / module.parts[0]).rglob("test_*.py")
    quick = [file for file in files if file.parent != tests / "slow"]
    imports = {file: bool(named.search(file.read_text(encoding="utf-8"))) for file in quick}
    found = [file for file, does in imports.items() if does or not alone]
    return sorted(found, key=lambda file: (module.stem not in file.stem, not imports[file], file))


def fails(root: Path, tests: list[Path], limit: int) -> bool:
    """Return whether any of the tests fails in a folder, or they take longer than the limit."""
    if not (process := os.fork()):  # what takes long to import is imported already
        os.setsid()
        os.chdir(root)
        os.environ["PYTHONPATH"] = str(root)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        signal.alarm(limit)
        options = ("-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(root))
        os._exit(import_module("pytest").main([*options, *map(str, tests)]))
    return os.waitpid(process, 0)[1] != 0


def main() -> None:
    """Draw changes, run the tests on each, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", type=Path)
    parser.add_argument("--draw", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, default=120)
    options = parser.parse_args()
    places = [path.resolve().relative_to(PACKAGE) for path in options.paths] or CORE
    for name in HEAVY:
        import_module(name)
    caught, passed = 0, []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        shutil.copytree(PACKAGE.parent, root, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        paths = [root / PACKAGE.name / place for place in places]
        modules = [m for path in paths for m in (sorted(path.rglob("*.py")) or [path])]
        every = [(module, change) for module in modules for change in changes(module.read_bytes())]
        random.Random(options.seed).shuffle(every)
        drawn = sorted(islice((one for one in every if changed(*one)), options.draw))
        for module, change in drawn:
            source, place = module.read_bytes(), module.relative_to(root / PACKAGE.name)
            tests = tests_of(place, root / "tests")
            if sorted(tests) not in passed and fails(root, tests, options.limit):
                raise SystemExit(f"{place}: its tests fail without a change, or take too long")
            passed.append(sorted(tests))
            module.write_bytes(changed(module, change))
            Path(cache_from_source(module)).unlink(missing_ok=True)
            found = fails(root, tests, options.limit)
            module.write_bytes(source)
            caught += found
            start, end, new = change
            line = source.count(b"\n", 0, start)
            text, old = source.splitlines()[line].decode().strip(), source[start:end].decode()
            said = "caught  " if found else "SURVIVED"
            print(f"{said} {place}:{line + 1}: {old} -> {new or 'nothing'}: {text}", flush=True)
    print(f"caught {caught} of {len(drawn)}")


if __name__ == "__main__":
    main()
