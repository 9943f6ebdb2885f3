"""Measures the memory and size of a report, and its time relative to scoring the same files.

    python benchmarks/report.py RESPONSES [--repeats 3]

RESPONSES is the folder of the released responses. The programs run in turns, each in its own
process, and the shortest time of each counts. The figures go to standard output.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

from measuring import measure_in_turns


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses", help="folder of released response files")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        command = [sys.executable, "-m", "tempanswerqa"]
        programs = {
            "score": [*command, "score", given.responses],
            "report": [*command, "report", given.responses, "--out", str(out)],
        }
        least, memory = measure_in_turns(programs, given.repeats)
        size = (out / "index.html").stat().st_size / 1e6
    figures = {
        "runs": len([*Path(given.responses).iterdir()]),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seconds": {name: round(seconds, 1) for name, seconds in least.items()},
        "ratio to score": round(least["report"] / least["score"], 1),
        "megabytes": {name: round(size) for name, size in memory.items()},
        "megabytes of the page": round(size, 2),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
