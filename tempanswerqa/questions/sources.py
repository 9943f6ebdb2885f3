"""Locates data files in a folder that the user names, the cache, or a pinned public revision."""

import hashlib
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import IO, Any
from urllib.parse import quote

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import written_whole

CACHE_VARIABLE = "TEMPANSWERQA_CACHE"
OFFLINE_VARIABLES = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")

TRIES = 4  # tries of a download: at once, and then after 0, 2 and 4 s, or as the server asks
BUSY = (429, *range(500, 600))  # HTTP statuses of temporary errors
TIMEOUT = 30.0  # seconds without a connection or a byte
DEADLINE = 1800.0  # seconds for all tries of a file together
PROGRESS_DELAY = 1.0  # seconds before a progress bar is worth showing
CHUNK = 1 << 16  # bytes

_BETWEEN = "a proxy or a login page may have answered in its place"
_COMMIT = "e28dc1ef9638391c2e25f4cfd607dad738174f34"
_RAW = re.compile(
    r"https://raw\.githubusercontent\.com/(?P<repository>[^/]+/(?P<name>[^/]+))/(?P<commit>\w+)/"
    r"(?P<folder>.*)/"
)
_log = logging.getLogger(__name__)
_warned: set[Path] = set()


@dataclass(frozen=True)
class Home:
    """Hold a public, pinned place of data files.

    `name` is the folder in the cache, another one for each revision. `url` is the base of the
    pinned revision and ends in "/". `folder_variable` is the environment variable that names a
    local folder laid out the same way. `blobs` maps file names to git blob SHA-1 checksums; a file
    that it lacks is not checked. No download may have more than `limit` bytes. `offline` says what
    works without these files.
    """

    name: str
    url: str
    folder_variable: str
    blobs: Mapping[str, str]
    limit: int = 64 << 20
    offline: str = ""


TEMPANSWERQA = Home(
    name=f"temporal-answer-qa-{_COMMIT[:7]}",
    url=f"https://raw.githubusercontent.com/aauss/temporal-answer-qa/{_COMMIT}/data/",
    folder_variable="TEMPANSWERQA_DATA",
    blobs={
        "prompts/tot_arithmetic_few_shot.json": "0fbdc6db3ab6d9de0d832fafe8ffdc114eab58ec",
        "prompts/tot_semantic_few_shot.json": "d3a511a2e15a74aa7a8a26d04943f9f714bc5603",
        "prompts/ttqa_few_shot.json": "b80374d2b5c812a1ebe1660fe7e93d5d554084fb",
        "prompts/ttqa_system_prompt_zero_shot.txt": "7b30fd41bf4747758fc0a1e22353a37b36626e54",
        "questions/tot.csv": "639fbdfba43137e4d3a48478444a916ff6fcd944",
        "questions/ttqa.csv": "6d2e1e9326c8961cb25a1ae49b6f3c38d0cc85c8",
    },
    offline=" The tasks tempanswerqa_fresh* need neither files nor network.",
)


class SourceError(TempAnswerError):
    """A data file that is not available; the message says which file, why and what to do."""

    def __init__(self, name: str, problem: str, remedy: str):
        super().__init__(name, problem, remedy)

    def __str__(self) -> str:
        return "{}: {}. {}".format(*self.args)


class _Fault(Exception):
    """A download that failed."""


class _Damaged(_Fault):
    """A file that arrived incomplete or changed, and may be complete the next time."""


def locate(name: str, data_dir: str | Path | None = None, home: Home = TEMPANSWERQA) -> Path:
    """Return the local path of the file `name` of `home`, downloaded if needed.

    If `data_dir`, or else `home.folder_variable`, names a folder, only this folder is searched; an
    empty string names none. Without it, the cache is searched, then the network, unless an offline
    variable of the Hugging Face libraries is set. A file in a named folder that differs from the
    pinned one is used, with one warning; in the cache it is downloaded again.

    Raises SourceError if the name is not a plain relative path, the named folder or its file is
    missing, the cache cannot be used, or the download fails or is not allowed.
    """
    path = PureWindowsPath(name)  # the stricter reader: knows drives and both slashes
    if path.anchor or not path.parts or ".." in path.parts or path.as_posix() != name:
        raise SourceError(
            repr(name), "is no file name here", "Give a relative path like 'folder/file.csv'."
        )
    if data_dir:
        return _in_folder(name, data_dir, "data_dir", home)
    if folder := os.environ.get(home.folder_variable):
        return _in_folder(name, folder, f"the environment variable {home.folder_variable}", home)
    return _in_cache(name, home)


def git_blob_sha1(path: str | Path) -> str:
    """Return git's name of the bytes of a file: SHA-1 of "blob <size>", NUL, and the bytes.

    An empty file has a checksum like any other. Raises OSError if the file cannot be read.
    """
    state = os.stat(path)
    return _git_blob_sha1(os.fspath(path), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _git_blob_sha1(path: str, size: int, _: int) -> str:
    with open(path, "rb") as file:
        digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def cache_folder(home: Home) -> Path:
    """Return the folder that holds the downloads from `home`; it need not exist.

    It lies in $TEMPANSWERQA_CACHE, else in an existing $XDG_CACHE_HOME/tempanswerqa or
    ~/.cache/tempanswerqa, else in the system's folder for users' caches. An empty variable counts
    as unset. Raises OSError if `~` has no meaning, as for a user without a home folder.
    """
    earlier = os.path.join(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "tempanswerqa")
    try:
        if not (cache := os.environ.get(CACHE_VARIABLE)):
            cache = earlier if os.path.isdir(os.path.expanduser(earlier)) else _system_cache()
        return Path(cache).expanduser() / home.name
    except RuntimeError as error:
        raise FileNotFoundError(f"{cache}: {error}") from error


def _system_cache() -> str:
    from platformdirs import user_cache_dir  # needed only in first runs

    return user_cache_dir("tempanswerqa", appauthor=False)


def _in_folder(name: str, named: str | Path, setting: str, home: Home) -> Path:
    # Unlike Path.expanduser, this leaves an unknown `~user` alone, to be reported as missing.
    folder = Path(os.path.expanduser(named))
    path = folder / name
    if not os.path.isdir(folder):
        problem = f"the folder {folder}, named by {setting}, does not exist"
        raise SourceError(name, problem, f"Correct {setting}, or leave it out to download.")
    if not os.path.isfile(path):
        problem = f"not in the folder {folder}, named by {setting}"
        remedy = f"Put a copy of {_url(name, home)} at {path}, or correct {setting}."
        raise SourceError(name, problem, remedy)
    try:
        difference = _difference(path, name, home)
    except OSError as error:
        problem = f"cannot be read in the folder {folder}, named by {setting}: {error}"
        raise SourceError(name, problem, f"Make it readable, or correct {setting}.") from error
    if difference:
        _warn_once(path, difference)
    return path


def _warn_once(path: Path, difference: str) -> None:
    if (resolved := path.resolve()) not in _warned:
        _warned.add(resolved)
        message = "%s: %s; scores with it are not comparable with published ones"
        _log.warning(message, path, difference)


def _in_cache(name: str, home: Home) -> Path:
    try:
        target = cache_folder(home) / name
        difference = _difference(target, name, home) if (present := target.is_file()) else None
        if present and not difference:
            return target
        if variable := _offline():
            state = f"damaged in the cache ({target}: {difference})"
            problem = f"{state if present else f'not cached ({target})'}, and {variable} forbids"
            replace = f"Delete {target} or put the pinned file there. " if present else ""
            remedy = f"{replace}Run once without {variable}, or {_by_hand(home)}"
            raise SourceError(name, f"{problem} to download", remedy)
        target.parent.mkdir(parents=True, exist_ok=True)
        _download(name, target, home)
    except OSError as error:
        remedy = f"Set {CACHE_VARIABLE} to a folder that can be written, or {_by_hand(home)}"
        raise SourceError(name, f"the cache cannot be used: {error}", remedy) from error
    return target


def _offline() -> str | None:
    """Return the first variable that forbids the network, if any."""
    truths = {"1", "true", "yes", "on"}
    return next((v for v in OFFLINE_VARIABLES if os.environ.get(v, "").lower() in truths), None)


def _url(name: str, home: Home) -> str:
    return home.url + quote(name)


def _by_hand(home: Home) -> str:
    named, folder = f"a copy of {home.url}", "..."
    if found := _RAW.fullmatch(home.url):
        folder = f"{found['name']}/{found['folder']}"
        clone = f"git clone https://github.com/{found['repository']}"
        named = f"{folder} of `{clone} && git -C {found['name']} checkout {found['commit'][:7]}`"
    return (
        f"name a folder with {named}: set {home.folder_variable}={folder}, or pass lm_eval "
        f'--metadata \'{{"data_dir": "{folder}"}}\', or other commands --data_dir {folder}.'
        f"{home.offline}"
    )


def _difference(path: Path, name: str, home: Home) -> str | None:
    """Return how a file differs from the pinned one; None if it does not, or without a checksum."""
    expected = home.blobs.get(name)
    if expected is None or (found := git_blob_sha1(path)) == expected:
        return None
    return f"its git blob checksum is {found}, the pinned one {expected}"


def _download(name: str, target: Path, home: Home) -> None:
    end = time.monotonic() + DEADLINE
    try:
        try:
            _try_once(name, target, home, end)
        except _Damaged as fault:
            _log.warning("%s: %s; it is fetched once more", name, fault)
            _try_once(name, target, home, end)
    except _Fault as fault:
        problem = f"could not be downloaded from {_url(name, home)}: {fault}"
        remedy = (
            "Check that this machine reaches that address and that no network on the way "
            f"asks for a login, or {_by_hand(home)}"
        )
        raise SourceError(name, problem, remedy) from fault


def _try_once(name: str, target: Path, home: Home, end: float) -> None:
    """Put the complete and correct file in place, or nothing.

    Raises OSError for errors of the disk, _Fault for those of the network.
    """
    with written_whole(target, "wb") as file:
        _until(end, _fill, file, name, home)
        file.flush()
        if difference := _difference(Path(file.name), name, home):
            raise _Damaged(f"{difference}; {_BETWEEN}")


def _until(end: float, work: Callable[..., None], *given: Any) -> None:
    """Do the work, or raise _Fault if it is not done at `end`.

    The work is done in a thread of its own, as a slow server that sends single bytes keeps reads
    from returning and from timing out. A late thread is left behind; its file gets closed.
    """
    done: Future[None] = Future()

    def run() -> None:
        try:
            work(*given)
            done.set_result(None)
        except BaseException as error:  # raised again below
            done.set_exception(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(max(0.0, end - time.monotonic()))
    if not done.done():
        raise _Fault(f"not done after {DEADLINE:g} s")
    done.result()


def _fill(file: IO[bytes], name: str, home: Home) -> None:
    size = 0
    with closing(_chunks(_url(name, home), name)) as chunks:
        for chunk in chunks:
            size += len(chunk)
            if size > home.limit:
                raise _Fault(
                    f"it has more than {home.limit} bytes, more than any file here; {_BETWEEN}"
                )
            file.write(chunk)


def _chunks(url: str, label: str) -> Generator[bytes, None, None]:
    """Yield the body at `url`, with a progress bar. Raises only _Fault."""
    import requests  # slow to import, and most runs need no download
    from tqdm import tqdm
    from urllib3 import Retry

    retry = Retry(TRIES - 1, backoff_factor=1, status_forcelist=BUSY, raise_on_status=False)
    # A packed body would make the progress bar compare packed with unpacked bytes.
    headers = {"Accept-Encoding": "identity"}
    fault: type[_Fault] = _Fault
    try:
        with requests.Session() as session:
            for scheme in ("https://", "http://"):
                session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=retry))
            response = session.get(url, stream=True, timeout=TIMEOUT, headers=headers)
            if response.status_code != 200:
                raise _Fault(f"HTTP status {response.status_code}")
            fault = _Damaged
            size = response.raw.length_remaining
            with tqdm(
                total=size,
                unit="B",
                unit_scale=True,
                delay=PROGRESS_DELAY,
                desc=label,
                disable=None,  # shown only on terminals
            ) as bar:
                for chunk in response.iter_content(CHUNK):
                    bar.update(len(chunk))
                    yield chunk
            # urllib3 before 2.0 takes a body that ends early for a whole one.
            if missing := response.raw.length_remaining:
                raise fault(f"the last {missing} bytes did not come")
    except (requests.RequestException, OSError) as error:
        raise fault(f"{type(error).__name__}: {error}") from error
