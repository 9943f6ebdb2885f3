"""Measures time and memory of programs that run in their own processes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping


def measure_in_turns(
    programs: Mapping[str, list[str]], repeats: int
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the least time and the most memory of each program, as `measure` does.

    The programs run in turns.
    """
    least = dict.fromkeys(programs, float("inf"))
    memory = dict.fromkeys(programs, 0.0)
    for _ in range(repeats):
        for name, program in programs.items():
            seconds, megabytes = measure(program)
            least[name] = min(least[name], seconds)
            memory[name] = max(memory[name], megabytes)
    return least, memory


def measure(program: list[str]) -> tuple[float, float]:
    """Return the processor's seconds and the peak memory in megabytes of a process."""
    pid = os.posix_spawn(
        program[0],
        program,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
    )
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), program)
    return usage.ru_utime + usage.ru_stime, peak(usage)


def peak(usage: resource.struct_rusage) -> float:
    """Return the peak resident memory in megabytes, from kilobytes on Linux, bytes on macOS."""
    return usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
