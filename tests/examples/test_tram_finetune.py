"""Tests that the example learns from the development set of a task."""

import pytest
from neighbours_support import row, write_task


def rows(task: str, numbers: range, answer: str, other: str) -> list[dict[str, str]]:
    """Return questions of two categories with the same answer.

    In `frequency` some have two options, others three.
    """
    made = []
    for number in numbers:
        for category in ("Facts", "Shift - MT"):
            cells = row(number, category, 3)
            for letter in "ABC":
                cells[f"Option {letter}"] = answer if letter == cells["Answer"] else other
            if task == "frequency" and cells["Answer"] != "C":
                cells["Option C"] = ""
            made.append(cells)
    return made


@pytest.fixture
def encoder(tmp_path):
    """Return a folder with a tiny random BERT and its tokenizer."""
    for package in ("torch", "transformers", "accelerate"):
        pytest.importorskip(package, reason="the example needs it")
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertForMultipleChoice, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "surely", "never", "days", "rain"]
    vocabulary = {word: at for at, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    folder = tmp_path / "tiny-encoder"
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", model_max_length=64
    ).save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2}
    config = BertConfig(
        vocab_size=len(words), num_hidden_layers=1, max_position_embeddings=64, **sizes
    )
    BertForMultipleChoice(config).save_pretrained(folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("taught", "score"), [(("surely", "never"), 1), (("never", "surely"), 0)])
def test_what_the_development_set_teaches_decides_the_scores(
    encoder, tmp_path, capsys, taught, score
):
    from examples import tram_finetune

    data = tmp_path / "archives"
    for task in ("relation", "frequency"):
        asked = rows(task, range(12), "surely", "never")
        write_task(data, task, asked, rows(task, range(100, 105), *taught))
    settings = "--epochs 40 --learning_rate 0.01 --seed 7 --tasks relation,frequency"
    tram_finetune.main(["--model", str(encoder), "--data_dir", str(data), *settings.split()])
    lines = capsys.readouterr().out.splitlines()
    assert f"relation: acc {score:.3f}, f1 {score:.3f}" in lines
    assert f"frequency: acc {score:.3f}" in lines
