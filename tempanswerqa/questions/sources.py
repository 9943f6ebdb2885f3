"""Locates data files in a folder of the user, the cache, or a pinned public revision."""

import hashlib
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from tempanswerqa import files, limits
from tempanswerqa.exceptions import TempAnswerError

CACHE_VARIABLE = "TEMPANSWERQA_CACHE"
OFFLINE_VARIABLES = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")
TIMEOUT = 30.0
"""Maximum number of seconds to wait for a connection or a byte."""

_warn = cache(logging.getLogger(__name__).warning)
"""Logs each warning once."""


@dataclass(frozen=True)
class Home:
    """A public, pinned place of data files."""

    url: str
    """The base of the pinned revision; it ends in "/"."""
    copy: str
    """Words that say where a copy of the folder comes from."""
    folder_variable: str
    """The environment variable that names a local folder with the same layout."""
    blobs: Mapping[str, str]
    """The git blob SHA-1 of each file that may be downloaded; empty for one without a checksum."""
    name: str = ""
    """The folder in the cache, a different one for each revision."""

    @property
    def by_hand(self) -> str:
        """Return how to provide the files without a download."""
        return (
            f"name a folder with {self.copy}: set {self.folder_variable}=FOLDER, or pass lm_eval "
            '--metadata \'{"data_dir": "FOLDER"}\', or other commands --data_dir FOLDER.'
        )


def of_github(
    repository: str, commit: str, folder: str, folder_variable: str, blobs: Mapping[str, str]
) -> Home:
    """Return the home of the files below a folder of a commit of a GitHub repository."""
    name, short = repository.partition("/")[2], commit[:7]
    clone = f"git clone https://github.com/{repository} && git -C {name} checkout {short}"
    return Home(
        url=f"https://raw.githubusercontent.com/{repository}/{commit}/{folder}/",
        copy=f"{name}/{folder} of `{clone}`",
        folder_variable=folder_variable,
        blobs=blobs,
        name=f"{name}-{short}",
    )


TEMPANSWERQA = of_github(
    "aauss/temporal-answer-qa",
    "e28dc1ef9638391c2e25f4cfd607dad738174f34",
    folder="data",
    folder_variable="TEMPANSWERQA_DATA",
    blobs={
        "prompts/tot_arithmetic_few_shot.json": "0fbdc6db3ab6d9de0d832fafe8ffdc114eab58ec",
        "prompts/tot_semantic_few_shot.json": "d3a511a2e15a74aa7a8a26d04943f9f714bc5603",
        "prompts/ttqa_few_shot.json": "b80374d2b5c812a1ebe1660fe7e93d5d554084fb",
        "prompts/ttqa_system_prompt_zero_shot.txt": "7b30fd41bf4747758fc0a1e22353a37b36626e54",
        "questions/tot.csv": "639fbdfba43137e4d3a48478444a916ff6fcd944",
        "questions/ttqa.csv": "6d2e1e9326c8961cb25a1ae49b6f3c38d0cc85c8",
    },
)


class SourceError(TempAnswerError):
    """An unavailable data file; `args` are which file, why and what to do."""

    def __str__(self) -> str:
        return "{}: {}. {}".format(*self.args)


def locate(name: str, data_dir: str | Path | None = None, home: Home = TEMPANSWERQA) -> Path:
    """Return the local path of a published file, downloaded if needed.

    Raises SourceError if the named folder or its file is missing, the cache cannot be used, or the
    download fails or is not allowed.

    Parameters
    ----------
    name
        The name of the file in its home.
    data_dir
        The only folder to search; None for the one that `home.folder_variable` names. With neither,
        or an empty string, the cache is searched, then the network, unless an offline variable of
        the Hugging Face libraries is set.
    home
        Where the file is published, with its checksums. A different file in a named folder is used,
        with one warning; in the cache it is downloaded again.
    """
    folder = data_dir or os.environ.get(home.folder_variable)
    setting = "data_dir" if data_dir else home.folder_variable if folder else CACHE_VARIABLE
    try:
        return _in_folder(name, Path(folder), setting, home) if folder else _in_cache(name, home)
    except OSError as error:
        problem = f"{folder or 'the cache'} cannot be used: {error}"
        raise SourceError(name, problem, f"Correct {setting}, or {home.by_hand}") from error


def git_blob_sha1(path: Path) -> str:
    """Return git's blob checksum of a file."""
    content = path.read_bytes()
    return hashlib.sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False).hexdigest()


def cache_folder(home: Home) -> Path:
    """Return the folder for downloads from `home`, in $TEMPANSWERQA_CACHE or the user's cache."""
    from platformdirs import user_cache_dir

    place = os.environ.get(CACHE_VARIABLE) or user_cache_dir("tempanswerqa", appauthor=False)
    return Path(os.path.expanduser(place)) / home.name


def _in_folder(name: str, named: Path, setting: str, home: Home) -> Path:
    # os.path does not change an unknown `~user`, which is then reported as missing.
    folder = Path(os.path.expanduser(named))
    path = folder / name
    if not os.path.isfile(path):
        problem = f"not in the folder {folder}, named by {setting}"
        raise SourceError(name, problem, f"Correct {setting}, or put the file there: {home.copy}.")
    if difference := _difference(path, name, home):
        message = "%s: %s; scores with it are not comparable with published ones; take %s"
        _warn(message, path.resolve(), difference, home.copy)
    return path


def _difference(path: Path, name: str, home: Home) -> str | None:
    """Return how a file differs from the pinned one, or None, also without a checksum."""
    expected = home.blobs.get(name)
    if not expected or (blob := git_blob_sha1(path)) == expected:
        return None
    return f"its git blob checksum is {blob}, the pinned one {expected}"


def _in_cache(name: str, home: Home) -> Path:
    """Return the path in the cache, where the pinned file then is."""
    path = cache_folder(home) / name
    difference = _difference(path, name, home) if path.is_file() else "not cached"
    if not difference:
        return path
    for variable in OFFLINE_VARIABLES:
        if os.environ.get(variable, "").lower() in {"1", "true", "yes", "on"}:
            problem = f"{path}: {difference}, and {variable} forbids downloads"
            raise SourceError(name, problem, f"Run once without {variable}, or {home.by_hand}")
    import requests  # slow to import, and most runs need no download

    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # a link would be followed
    try:
        with files.written_whole(path, "wb") as file:
            _download(home.url + name, file)
            if difference := _difference(Path(file.name), name, home):
                raise ValueError(difference)
    except (requests.RequestException, ValueError) as error:
        problem = f"could not be downloaded from {home.url}{name}: {type(error).__name__}: {error}"
        remedy = "Try again, check that no proxy or login page answers in place of that address, or"
        raise SourceError(name, problem, f"{remedy} {home.by_hand}") from error
    return path


def _download(url: str, file: IO[bytes]) -> None:
    """Download an address to a file, or raise ValueError or RequestException."""
    import requests

    with requests.get(url, stream=True, timeout=TIMEOUT) as reply:
        reply.raise_for_status()
        for chunk in reply.iter_content(1 << 16):
            if file.tell() + len(chunk) > limits.DOWNLOAD_BYTES:
                raise ValueError(f"it has more than {limits.DOWNLOAD_BYTES:,} bytes")
            file.write(chunk)
    file.flush()
