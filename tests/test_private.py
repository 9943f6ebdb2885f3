"""Tests that secrets in results files are never written or printed."""

import json
from pathlib import Path

import pytest
from cases import data, results_of
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from lm_eval.loggers.evaluation_tracker import GeneralConfigTracker
from support import SAMPLE

from tempanswerqa import cli, private, questions
from tempanswerqa.runs import harness_files

pytestmark = pytest.mark.usefixtures("sampled")
KEY = "sk-abcdEFGH1234ijklMNOP5678"
HUSH = "hush7hush"
DATE = "2026-01-02T03-04-05.678901"
HEADERS = f'{{"Authorization": "Bearer {HUSH}", "n": 1}}'
LEAKS = [
    {"auth_token": KEY},
    f"auth_token={KEY}",
    {"auth_token": KEY, "n": 3, "notes": HUSH},
    f"api_key={HUSH},base_url=https://me:{KEY}@api.org/v1/{HUSH}",
    {"base_url": f"https://me:{HUSH}@api.org:8000/v1?api_key={HUSH}", "api_key": HUSH},
    f"model=m,api_key={HUSH},header={HEADERS}",
    {"model": "m", "headers": {"Authorization": HUSH}},
    {"pretrained": KEY},
    f"my_model={HUSH},pretrained=org/m",
    f"password_path={HUSH}",
    {"model": f"https://me:{HUSH}@api.org/m", "revision": KEY},
    {"pretrained": f"/models/{KEY}/m", "path": f"/models/{KEY}"},
    {"model": "m", "gen_kwargs": {"extra_headers": {"Authorization": f"Bearer {HUSH}"}}},
    f"model=m?api_key={HUSH},url=https://api.org/v1?api_key={HUSH}#{HUSH}",
]


def write_run(folder: Path, arguments: object, model: str = "") -> Path:
    """Return a run of the harness on a task, with a response to one question."""
    task, doc = "tempanswerqa_ttqa_head", {"id": questions.load("ttqa_head", SAMPLE)[0].id}
    row = {"exact_match,strict-match": 0.5, "smape,strict-match": 3.0}
    stated = {
        "results": {task: row, "gsm8k": {"acc,none": 0.5}},
        "n-shot": {task: 0},
        "config": {"model": "kind", "model_args": arguments},
        "configs": {
            task: {
                "task": task,
                "metadata": arguments,
                "generation_kwargs": {"until": [], "api_key": HUSH, "headers": arguments},
            }
        },
        "model_source": "kind",
        "model_name": model or GeneralConfigTracker._get_model_name(arguments) or "invented",
        "pretty_env_info": f"OPENAI_API_KEY={KEY}",
        "date": 1.7e9,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"results_{DATE}.json").write_text(json.dumps(stated))
    line = json.dumps({"doc": doc, "resps": [["1"]]})
    (folder / f"samples_{task}_{DATE}.jsonl").write_text(f"{line}\n")
    return folder


def written(folder: Path) -> str:
    """Return the names and contents of all files below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return "\n".join(f"{path}\n{path.read_bytes().decode('latin-1')}" for path in files)


def run_all(place: Path, out: Path, capsys) -> str:
    """Return what all commands print and write about a run."""
    out.mkdir()
    for style in ("table", "json", "csv", "markdown", "latex"):
        cli.main(["score", str(place), "--format", style])
    to = ["--output_path", str(out / "scored"), "--items", str(out / "items.csv")]
    assert cli.main(["score", str(place), *to]) == 0
    assert cli.main(["leaderboard", str(place), "--out", str(out / "board")]) == 0
    cli.main(["pack", str(place), "--partial", "--out", str(out / "packed")])
    said = capsys.readouterr()
    return said.out + said.err + written(out)


def has_secret(told: str) -> bool:
    return KEY in told or HUSH in told


@pytest.mark.slow
@pytest.mark.parametrize("arguments", LEAKS)
def test_no_command_tells_a_secret(arguments, tmp_path, capsys):
    place = write_run(tmp_path / "run", arguments)
    assert not has_secret(run_all(place, tmp_path / "out", capsys))


DIGITS, LOWER, UPPER = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DRAWN = st.text(DIGITS + LOWER + UPPER, min_size=24, max_size=48)
FORMS = [
    *("sk-{}", "sk-ant-api03-{}", "sk-proj-{}", "hf_{}", "ghp_{}", "github_pat_{}", "gsk_{}"),
    *("dapi{}", "sk_live_{}", "xoxb-{}", "AIza{}", "eyJ{0}.eyJ{0}.{0}", "Bearer 1{}"),
    "https://me:{}@api.org/v1",
]
SECRETS = st.tuples(st.sampled_from(FORMS), DRAWN).map(lambda own: (own[1], own[0].format(own[1])))
KEYS = st.sampled_from(["pretrained", "model", "revision", "path", "base_url", "until", "seed"])


@pytest.mark.slow
@settings(max_examples=12)
@example(("0" * 24, f"AIza{'0' * 24}"), "base_url", False)
@given(SECRETS, KEYS | st.text(LOWER + "_", min_size=1), st.booleans())
def test_no_written_file_has_a_secret_of_a_known_form(tmp_path_factory, secret, key, as_text):
    drawn, text = secret
    assume(drawn != key)
    folder = tmp_path_factory.mktemp("drawn")
    place = write_run(folder / "run", f"{key}={text}" if as_text else {key: text})
    assert cli.main(["score", str(place), "--output_path", str(folder / "out")]) == 0
    assert cli.main(["leaderboard", str(place), "--out", str(folder / "out")]) == 0
    cli.main(["pack", str(place), "--partial", "--out", str(folder / "out/packed")])
    assert drawn not in written(folder / "out")
    assert drawn not in harness_files.read(place / f"results_{DATE}.json").model


TEXTS = [
    *("hf_model_x", "Qwen/sk-learn", "Qwen/sk-learn-7B-Instruct", "hf_Meta_Llama_3_8B_Instruct"),
    *("sk-learn-extra-large-model-v2-instruct", "task-abcdefghijklmnopqrstuvwxyz"),
    *("deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "the bearer of news", "gpt-4o@2024-08-06"),
    *("https://api.org/m", "a" * 200, ""),
]
test_names_of_models_stay = results_of(private.public, zip(TEXTS, TEXTS, strict=True))

test_names_without_secrets = results_of(private.public, data(__file__, "names without secrets"))


test_hosts = results_of(private.host, data(__file__, "hosts"))
