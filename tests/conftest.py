"""Every test runs offline, with an empty cache and without the user's settings."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

UNTIMED = {"deadline": None, "suppress_health_check": list(HealthCheck)}
settings.register_profile("thorough", max_examples=1_500, **UNTIMED)
settings.register_profile("quick", max_examples=40, derandomize=True, **UNTIMED)
settings.load_profile("quick")
pytest.register_assert_rewrite("cases", "readings")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
RELEASED = "TEMPANSWERQA_TESTS_RELEASED"
PUBLISHED = os.environ.pop("TEMPANSWERQA_DATA", "") or os.environ.get(RELEASED, "")
os.environ[RELEASED] = PUBLISHED  # for the processes that share the tests


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory) -> Path:
    """Return the cache folder of the session."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["TEMPANSWERQA_CACHE"] = str(folder)
    return folder


@pytest.fixture(autouse=True, scope="session")
def sample() -> None:
    """Write the questions that tests share, if any of them imports their folder's name."""
    if support := sys.modules.get("support"):
        support.make_sample()


@pytest.fixture
def sampled(monkeypatch) -> Path:
    """Return the default data folder of commands, with a few questions of each subset."""
    from support import SAMPLE  # imports the harness, which most tests need not

    monkeypatch.setenv("TEMPANSWERQA_DATA", str(SAMPLE))
    return SAMPLE


@pytest.fixture(scope="module")
def driver(page):
    """Yield a browser that shows the `page` of the module."""
    from browser import opened

    with opened(page) as shown:
        yield shown


@pytest.fixture
def untouched(driver, page):
    """Show the page of the module in its initial state; its console must stay empty."""
    from browser import problems, resize, show

    resize(driver, 1280)
    show(driver, page)
    yield
    assert problems(driver) == []


@pytest.fixture(scope="session")
def published() -> Path:
    """Return the folder of released questions and prompts, responses and expected scores."""
    if not PUBLISHED:
        pytest.skip("set TEMPANSWERQA_DATA to the folder of released data to run this test")
    return Path(PUBLISHED)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory) -> Path:
    """Return a folder with the tiny chat model."""
    for package in ("torch", "transformers"):
        pytest.importorskip(package, reason="the tiny model needs the extra `hf`")
    from tiny_model import write_tiny_model

    return write_tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(autouse=True, scope="session")
def no_report_of_the_machine():
    """Skip the harness's notes on the environment, for which torch starts `pip list`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lm_eval.evaluator.add_env_info", lambda results: None)
        yield


@pytest.fixture
def forgetting():
    """Forget the questions that a test includes."""
    from tempanswerqa.questions import subsets

    yield
    for name in subsets.included():
        del subsets._known[name]


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    """Return a run on the questions of the sample, in place of the released ones."""
    from scored import responses
    from support import evaluate, save

    from tempanswerqa.harness.models import RecordedLM

    folder = tmp_path_factory.mktemp("released")
    save(evaluate(RecordedLM(responses())), folder)
    return folder


@pytest.fixture
def pinned(monkeypatch, sampled):
    """Treat the sample's files as the released ones."""
    from support import SAMPLE

    from tempanswerqa.questions import sources

    for name in ("questions/tot.csv", "questions/ttqa.csv"):
        digest = sources.git_blob_sha1(SAMPLE / name)
        monkeypatch.setitem(sources.TEMPANSWERQA.blobs, name, digest)
