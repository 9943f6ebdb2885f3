"""Tests that no file but the released one is used or kept, whatever a network answers."""

import json
from pathlib import Path

import pytest
from loopback import Reply, serving

from tempanswerqa import questions
from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.items import TRAM
from tempanswerqa.questions import loading, prompts, sources
from tempanswerqa.questions.sources import TEMPANSWERQA, Home, SourceError, locate

pytestmark = pytest.mark.usefixtures("cache", "hurried")

LOGIN = Reply(b"<!DOCTYPE html><title>Please log in</title>" * 100)
MESSAGES = [{"role": "user", "content": "How long?"}, {"role": "assistant", "content": "A day."}]
EXEMPLARS = Reply(json.dumps({"messages": MESSAGES}).encode())
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


def test_loaders_are_told_of_a_login_page(server, cache, monkeypatch):
    with pytest.raises(SourceError, match="ttqa_few_shot"):
        prompts.load_exemplars("ttqa_head", home=home(server))
    monkeypatch.setattr(items, "TRAM", home(server, TRAM))
    with pytest.raises(SourceError, match="frequency"):
        items.load("frequency")
    assert kept(cache) == []


@pytest.fixture
def damaged(cache) -> Path:
    """Return the path of a login page in the cache, in place of the exemplars."""
    path = cache / "pins" / FEW_SHOT
    path.parent.mkdir(parents=True)
    path.write_bytes(LOGIN.body)
    return path


def test_a_damaged_cached_prompt_is_fetched_again(server, damaged, tmp_path):
    server.replies = [EXEMPLARS]
    (tmp_path / "right").write_bytes(EXEMPLARS.body)
    pinned = home(server, **{FEW_SHOT: sources.git_blob_sha1(tmp_path / "right")})
    for _ in range(2):
        (exemplar,) = prompts.load_exemplars("ttqa_head", home=pinned)
        assert exemplar.answer == "A day."
    assert (server.paths, damaged.read_bytes()) == (["/" + FEW_SHOT], EXEMPLARS.body)


def test_a_damaged_cached_prompt_is_not_used_offline(server, damaged, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    refused(FEW_SHOT, home(server), f"Delete {damaged} or put", "without HF_HUB_OFFLINE")
    assert (server.paths, damaged.read_bytes()) == ([], LOGIN.body)


@pytest.mark.parametrize("options", [{}, {"packed": True}, {"endless": True}])
def test_what_is_too_large_ends(server, cache, options):
    server.replies = [Reply(bytes(1 << 20), **options)]
    refused(FEW_SHOT, home(server, limit=1000), "more than 1000 bytes", "login page")
    assert kept(cache) == []


def test_limits_are_of_the_size_of_the_files():
    assert (TEMPANSWERQA.limit, TRAM.limit) == (64 << 20, 512 << 20)


def test_prompts_of_a_named_folder_are_used_with_one_warning(server, tmp_path, caplog):
    path = tmp_path / FEW_SHOT
    path.parent.mkdir()
    path.write_bytes(EXEMPLARS.body)
    for _ in range(2):
        (exemplar,) = prompts.load_exemplars("ttqa_head", tmp_path, home(server))
        assert exemplar.user == "How long?"
    (warning,) = caplog.messages
    assert f"{path}: its git blob checksum is" in warning
    assert f"the pinned one {TEMPANSWERQA.blobs[FEW_SHOT]}" in warning
    assert server.paths == []
