"""Downloads use a scripted server on loopback; nothing leaves the machine.

Only the pinned file is used or kept, whatever the network returns.
"""

import hashlib
import sys
from pathlib import Path

import pytest
from cases import cased
from loopback import Reply, serving

from tempanswerqa import questions
from tempanswerqa.neighbours.tram import HOME as TRAM
from tempanswerqa.neighbours.tram import TASKS
from tempanswerqa.questions import sources
from tempanswerqa.questions.sources import TEMPANSWERQA, Home, SourceError, git_blob_sha1, locate

pytestmark = pytest.mark.usefixtures("cache")

NAME = "questions/some.csv"
GOOD = b"question,label\n" + b"How many days?,3\n" * 20_000  # more than one chunk
BAD = GOOD.replace(b"3", b"4")
WHOLE = Reply(GOOD)
CUT = Reply(GOOD, sent=100_000)
BUSY = Reply(status=500)


def blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@pytest.fixture
def server():
    with serving(WHOLE) as server:
        yield server


@pytest.fixture
def home(server) -> Home:
    return Home(server.url, "a clone", "TEMPANSWERQA_DATA", {NAME: blob(GOOD)}, "some-1a2b3c4")


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def put(folder: Path, content: bytes) -> Path:
    path = folder / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def fails(home: Home, *says: str, name: str = NAME, **kwargs) -> SourceError:
    with pytest.raises(SourceError) as caught:
        locate(name, home=home, **kwargs)
    for words in (name, *says):
        assert words in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),  # git's well-known empty blob
        (b"what is up, doc?", "bd9dbf5aae1a3862dd1526723246b20206e5fc37"),  # the book Pro Git
        (b"a\r\nb\n", "4565b4dcbbb38e655115621f1fbf039ec31fd3d0"),
        (GOOD, blob(GOOD)),
    ],
)
def test_git_blob_sha1_is_what_git_says(tmp_path, content, expected):
    assert git_blob_sha1(put(tmp_path, content)) == expected


def test_argument_beats_variable_beats_cache(home, server, tmp_path, cache, monkeypatch):
    argument, variable = put(tmp_path / "argument", GOOD), put(tmp_path / "variable", GOOD)
    cached = put(cache / home.name, GOOD)
    assert locate(NAME, home=home) == cached
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(tmp_path / "variable"))
    assert locate(NAME, home=home) == variable
    assert locate(NAME, tmp_path / "argument", home) == argument
    assert locate(NAME, str(tmp_path / "argument"), home) == argument
    for folder in ("", "~/data"):
        path = put(tmp_path / "user/data", GOOD) if folder else cached
        monkeypatch.setenv("TEMPANSWERQA_DATA", folder)
        assert locate(NAME, folder, home) == locate(NAME, home=home) == path
    assert server.paths == []


def test_a_missing_folder_or_file_is_never_replaced_by_a_download(
    home, server, tmp_path, cache, monkeypatch
):
    put(cache / home.name, GOOD)
    missing, empty = tmp_path / "missing", tmp_path / "empty"
    empty.mkdir()
    for folder in (missing, empty):
        fails(home, str(folder), "data_dir", "a clone", data_dir=folder)
        monkeypatch.setenv("TEMPANSWERQA_DATA", str(folder))
        fails(home, str(folder), "TEMPANSWERQA_DATA")
    assert server.paths == []


def test_another_file_in_a_named_folder_is_used_with_one_warning(home, tmp_path, caplog):
    path, same = put(tmp_path / "mine", BAD), put(tmp_path / "same", GOOD)
    for folder in (path, path, same):
        assert locate(NAME, folder.parents[1], home) == folder
    (warning,) = caplog.messages
    assert warning.startswith(f"{path}: ")


@cased
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep caches elsewhere")
def test_cache_folder_follows_the_variables(home, tmp_path, monkeypatch, own, xdg, expected):
    xdg = xdg and xdg.format(tmp_path)
    for variable, value in (("TEMPANSWERQA_CACHE", own), ("XDG_CACHE_HOME", xdg)):
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    assert sources.cache_folder(home) == tmp_path / expected / home.name


def test_the_second_call_finds_the_file_and_a_damaged_one_is_fetched_again(home, server, cache):
    path = locate(NAME, home=home)
    assert path == cache / home.name / NAME
    assert locate(NAME, home=home) == path
    assert server.paths == ["/" + NAME]
    path.write_bytes(GOOD[:-1])
    assert locate(NAME, home=home) == path
    assert path.read_bytes() == GOOD


@pytest.mark.parametrize("blocked", ["cache", f"cache/some-1a2b3c4/{NAME}/x"])
def test_a_cache_that_cannot_be_written_is_a_source_error(home, tmp_path, blocked):
    """File and folder collide, which stops even root."""
    put(tmp_path, b"")
    (tmp_path / blocked).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / blocked).write_bytes(b"")
    error = fails(home, "cache cannot be used", "TEMPANSWERQA_CACHE")
    assert isinstance(error.__cause__, OSError)
    assert not list(tmp_path.rglob("*.part"))


@cased
def test_offline_means_no_request(home, server, cache, monkeypatch, variable, value, offline):
    monkeypatch.setenv(variable, value)
    path = cache / home.name / NAME
    if offline:
        ways = ("TEMPANSWERQA_DATA", """--metadata '{"data_dir": "FOLDER"}'""", variable)
        fails(home, "not cached", *ways)
        put(cache / home.name, BAD)
        fails(home, blob(BAD), *ways)
        path.write_bytes(GOOD)
    assert locate(NAME, home=home) == path
    assert server.paths == ["/" + NAME] * (not offline)


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (CUT, []),
        (Reply(GOOD, sent=0), []),
        (Reply(GOOD, stall="head"), []),
        (Reply(GOOD, sent=100_000, stall="body"), []),
        (BUSY, ["500"]),
        (Reply(BAD), [blob(BAD), blob(GOOD)]),
        (Reply(status=204), [blob(b"")]),
        (Reply(status=404), ["404"]),
    ],
)
def test_a_failed_download_leaves_nothing(home, server, cache, monkeypatch, reply, says):
    monkeypatch.setattr(sources, "TIMEOUT", 0.4)
    server.replies = [reply]
    fails(home, home.url + NAME, "TEMPANSWERQA_DATA", *says)
    assert files(cache) == []
    path = put(cache / home.name, BAD)
    fails(home, *says)
    assert not path.exists()
    server.replies = [Reply(GOOD, packed=True)]  # against our wish
    assert locate(NAME, home=home).read_bytes() == GOOD


def test_a_download_has_a_limit(home, server, cache, monkeypatch):
    monkeypatch.setattr("tempanswerqa.limits.DOWNLOAD_BYTES", len(GOOD) - 1)
    fails(home, f"{len(GOOD) - 1:,} bytes")
    assert files(cache) == []
    monkeypatch.setattr("tempanswerqa.limits.DOWNLOAD_BYTES", len(GOOD))
    assert locate(NAME, home=home).read_bytes() == GOOD


def test_all_that_is_fetched_is_pinned():
    parts = questions.SUBSETS.values()
    fetched = {name for part in parts for name in (part.file, *part.prompts)}
    assert set(TEMPANSWERQA.blobs) == fetched
    archives = {"nli_mcq" if task == "nli" else task for task in TASKS}
    assert set(TRAM.blobs) == {f"{archive}.zip" for archive in archives}
    for of in (TEMPANSWERQA, TRAM):
        assert {len(bytes.fromhex(blob)) for blob in of.blobs.values()} == {20}
        commit = of.url.split("/")[-3]
        assert len(commit) == 40
        assert of.name.endswith(commit[:7])
        assert of.url.startswith("https://raw.githubusercontent.com/")
