"""Tests that no file but the released one is used or kept, whatever a network answers."""

from pathlib import Path

import pytest
from loopback import Reply, serving

from tempanswerqa import questions
from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.items import TRAM
from tempanswerqa.questions import loading, sources
from tempanswerqa.questions.sources import TEMPANSWERQA, Home, SourceError, locate

pytestmark = pytest.mark.usefixtures("cache", "hurried")

LOGIN = Reply(b"<!DOCTYPE html><title>Please log in</title>" * 100)
SYSTEM = loading.TTQA_SYSTEM_PROMPT
FEW_SHOT = "prompts/ttqa_few_shot.json"


@pytest.fixture
def server():
    with serving(LOGIN) as server:
        yield server


def home(server, like: Home = TEMPANSWERQA, limit: int = 1 << 20, **blobs: str) -> Home:
    """Return the home of the released files, at another address."""
    return Home("pins", server.url, like.folder_variable, {**like.blobs, **blobs}, limit)


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def refused(name: str, home: Home, *says: str) -> None:
    with pytest.raises(SourceError) as caught:
        locate(name, home=home)
    for words in (name, *says):
        assert words in str(caught.value)


def test_all_that_is_fetched_is_pinned():
    shots = {f"prompts/{name}_few_shot.json" for name in ("ttqa", "tot_arithmetic", "tot_semantic")}
    files = {part.file for part in questions.SUBSETS.values()}
    assert set(TEMPANSWERQA.blobs) == shots | files | {SYSTEM}
    assert set(TRAM.blobs) == {archive for archive, _ in map(items.place, items.TASKS)}
    for of in (TEMPANSWERQA, TRAM):
        assert {len(bytes.fromhex(blob)) for blob in of.blobs.values()} == {20}
        commit = of.url.split("/")[-3]
        assert len(commit) == 40
        assert of.name.endswith(commit[:7])
        assert of.url.startswith("https://raw.githubusercontent.com/")


@pytest.mark.parametrize(("of", "name"), [(h, n) for h in (TEMPANSWERQA, TRAM) for n in h.blobs])
def test_a_login_page_is_no_file(server, cache, of, name):
    refused(name, home(server, of), of.blobs[name], "a login page may", "asks for a login", "set ")
    assert (len(server.paths), kept(cache)) == (sources.TRIES, [])


@pytest.mark.parametrize("options", [{}, {"packed": True}, {"endless": True}])
def test_what_is_too_large_ends(server, cache, options):
    server.replies = [Reply(bytes(1 << 20), **options)]
    refused(FEW_SHOT, home(server, limit=1000), "more than 1000 bytes", "login page")
    assert kept(cache) == []
