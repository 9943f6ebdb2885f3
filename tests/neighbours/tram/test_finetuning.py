"""Tests models that are trained on the exemplars: their answers, their files, and a second run."""

import json
import sys

import pytest
from tram_support import row, write_task

from tempanswerqa import cli
from tempanswerqa.neighbours.tram import results

SETTINGS = ("--epochs", "20", "--learning_rate", "0.01", "--batch_size", "4", "--seed", "7")
NAME = "results_tiny-encoder_seed_7.json"


def rows(task: str, numbers: range) -> list[dict[str, str]]:
    """Return questions of two categories; the right option is `surely`."""
    made = []
    for number in numbers:
        for category in ("Facts", "Shift - MT"):
            cells = row(number, category, 3)
            for letter in "ABC":
                right = letter == cells["Answer"]
                cells[f"Option {letter}"] = "surely" if right else "never"
            if task == "frequency" and cells["Answer"] != "C":
                cells["Option C"] = ""
            made.append(cells)
    return made


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return archives whose wording gives the answer away; some rows of one have two options."""
    folder = tmp_path_factory.mktemp("archives")
    for task in ("relation", "frequency"):
        write_task(folder, task, rows(task, range(12)), rows(task, range(100, 105)))
    return folder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """Return a folder with a tiny random BERT and its tokenizer."""
    for package in ("torch", "transformers", "accelerate"):
        pytest.importorskip(package, reason="training needs the extra `train`")
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertForMultipleChoice, PreTrainedTokenizerFast

    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "surely", "never", "days", "rain"]
    vocabulary = {word: at for at, word in enumerate(known)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    folder = tmp_path_factory.mktemp("models") / "tiny-encoder"
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", model_max_length=64
    ).save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2}
    config = BertConfig(
        vocab_size=len(known), num_hidden_layers=1, max_position_embeddings=64, **sizes
    )
    BertForMultipleChoice(config).save_pretrained(folder)
    return folder


def finetune(encoder, data, out, *arguments: str, tasks: str = "relation") -> int:
    given = ["--model", str(encoder), "--data_dir", str(data), "--out", str(out), "--tasks", tasks]
    return cli.main(["tram", "finetune", *given, *SETTINGS, *arguments])


@pytest.fixture(scope="module")
def trained(encoder, data, tmp_path_factory):
    """Return the folder of a run on one task, and then on two."""
    out = tmp_path_factory.mktemp("tuned") / "out"
    for tasks in ("relation", "relation,tram_frequency"):
        assert finetune(encoder, data, out, tasks=tasks) == 0
    return out


@pytest.mark.slow
def test_what_is_learned_scores_1_in_every_category(trained):
    stated = json.loads((trained / NAME).read_text())
    relation, frequency = (stated["results"][f"tram_{t}_tuned"] for t in ("relation", "frequency"))
    assert relation == {
        **{"acc,none": 1, "acc_stderr,none": 0, "f1,none": 1},
        **{"acc_facts,none": 1, "acc_facts_stderr,none": 0, "f1_facts,none": 1},
        **{"acc_shift_mt,none": 1, "acc_shift_mt_stderr,none": 0, "f1_shift_mt,none": 1},
    }
    assert set(relation) - set(frequency) == {"f1,none", "f1_facts,none", "f1_shift_mt,none"}
    assert frequency["acc,none"] == 1
    assert stated["n-samples"]["tram_relation_tuned"] == {"original": 24, "effective": 24}


@pytest.mark.slow
def test_rows_stand_beside_the_published_ones(trained, data, capsys):
    (own,) = results.saved(str(trained))
    assert own.name == "tiny-encoder (5S, epochs 20, rate 0.01, seed 7, fine-tuned)"
    assert (own.scores["relation_acc"], own.scores["relation_f1"]) == (100, 100)
    arguments = [str(trained), "--data_dir", str(data), "--format", "json"]
    assert cli.main(["tram", "compare", *arguments]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [one["from"] for one in shown] == ["published"] * 18 + ["results", "options alone"]


@pytest.mark.slow
def test_running_again_goes_on(trained, encoder, data, capsys):
    before = (trained / NAME).read_bytes()
    assert finetune(encoder, data, trained, "--format", "csv") == 0
    out, err = capsys.readouterr()
    assert "relation: in " in err
    assert "already, left as it is" in err
    assert out.startswith("from,model,")
    assert (trained / NAME).read_bytes() == before


@pytest.mark.slow
def test_the_same_seed_gives_the_same_scores(encoder, data, tmp_path, capsys):
    found = []
    for name in ("first", "second"):
        few = ("--epochs", "1", "--train_more", "2", "--per_category", "7")
        assert finetune(encoder, data, tmp_path / name, *few, "--format", "json") == 0
        out, err = capsys.readouterr()
        json.loads(out)  # what the trainer says is elsewhere
        assert "train_runtime" in err
        found.append(json.loads((tmp_path / name / NAME).read_text()))
    assert found[0] == found[1]
    (row,) = results.saved(str(tmp_path / "first"))
    told = "5S, trained on 2 more per category, epochs 1, rate 0.01, seed 7, 7 per category"
    assert row.name == f"tiny-encoder ({told}, fine-tuned)"
    assert found[0]["n-samples"]["tram_relation_tuned"]["effective"] == 14


@pytest.mark.slow
def test_another_run_is_not_mixed_with(encoder, data, tmp_path, capsys):
    path = tmp_path / NAME
    stated = {"config": {"model_args": {"pretrained": str(encoder)}, "model": str(encoder)}}
    path.write_text(json.dumps(stated))
    assert finetune(encoder, data, tmp_path) == 1
    told = capsys.readouterr().err
    assert "is of a run with seed None, not 7, epochs None, not 20" in told
    assert "name another --out" in told
    path.write_text("{")
    assert finetune(encoder, data, tmp_path) == 1
    assert "no results of this command" in capsys.readouterr().err


@pytest.mark.slow
def test_models_that_cannot_be_trained(encoder, data, tmp_path, capsys):
    assert finetune(tmp_path / "none", data, tmp_path) == 1
    told = capsys.readouterr().err
    assert "cannot be trained for multiple choice" in told
    assert len(told.splitlines()) == 1
    model = tmp_path / "generator"
    model.mkdir()
    for file in encoder.iterdir():
        (model / file.name).write_bytes(file.read_bytes())
    (model / "config.json").write_text('{"model_type": "llama"}')
    assert finetune(model, data, tmp_path) == 1
    assert "name an encoder such as bert-base-uncased" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "tasks", "told"), [
    (["--train_more", "12"], "relation", "--train_more 12 leaves no question of Facts, Shift - MT"),
    ([], "freqency", "did you mean frequency?"), ([], "relation", "with its extra `train`"),
])  # fmt: skip
def test_what_stops_before_training(data, tmp_path, monkeypatch, capsys, given, tasks, told):
    monkeypatch.setitem(sys.modules, "accelerate", None)
    assert finetune("some/model", data, tmp_path, *given, tasks=tasks) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(("given", "complaint"), [
    (["--learning_rate", "0"], "above 0 and at most 1"),
    (["--learning_rate", "nan"], "above 0 and at most 1"),
    (["--epochs", "0"], "has to be 1 or more"),
    (["--seed", "4294967296"], "has to be below 4,294,967,296"),
])  # fmt: skip
def test_wrong_usage(given, complaint, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["tram", "finetune", "--model", "m", "--out", "o", *given])
    assert complaint in capsys.readouterr().err
