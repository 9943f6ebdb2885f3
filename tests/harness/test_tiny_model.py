"""Tests that the tiny model depends on its seed alone, and is a chat model to transformers."""

import random

import pytest

from tempanswerqa.harness.tiny_model import write_tiny_model

pytestmark = pytest.mark.slow

SAID = [("system", "Add up: €1 and ½"), ("user", "  When?\n\n"), ("system", "Once more"),
        ("assistant", 'JSON = {"explanation":')]  # fmt: skip
CHAT = [{"role": role, "content": content} for role, content in SAID]


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="the tiny model needs the extra `hf`")


def load(folder):
    import transformers

    model = transformers.AutoModelForCausalLM.from_pretrained(folder, local_files_only=True)
    return model, transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)


def test_same_seed_same_model_and_other_seed_other_model(torch, tiny, tmp_path):
    random.seed(99)
    torch.manual_seed(99)  # what was drawn before plays no part, nor is what is drawn later changed
    states = random.getstate(), torch.get_rng_state()
    folders = tiny, write_tiny_model(tmp_path / "a"), write_tiny_model(tmp_path / "b", 1)
    assert random.getstate() == states[0]
    assert torch.equal(torch.get_rng_state(), states[1])
    first, again, other = (load(folder)[0].state_dict() for folder in folders)
    assert all(torch.equal(w, again[name]) for name, w in first.items())
    assert not all(torch.equal(w, other[name]) for name, w in first.items())
    for name in ("tokenizer.json", "chat_template.jinja", "config.json"):
        assert len({(folder / name).read_bytes() for folder in folders}) == 1


def test_it_is_tiny(tiny):
    assert sum(path.stat().st_size for path in tiny.iterdir()) < 2_000_000


def test_tokens_spell_the_text(tiny):
    _, tokenizer = load(tiny)
    text = "  Final Answer: 9 July 1904 — «€½»\t漢字 🕰\n"
    assert tokenizer.decode(tokenizer(text)["input_ids"]) == text


def test_chat_template_keeps_every_message_as_it_is(tiny):
    _, tokenizer = load(tiny)
    begun = tokenizer.apply_chat_template(CHAT, tokenize=False, continue_final_message=True)
    assert begun == (
        "<|system|>\nAdd up: €1 and ½<|end|>\n<|user|>\n  When?\n\n<|end|>\n"
        '<|system|>\nOnce more<|end|>\n<|assistant|>\nJSON = {"explanation":'
    )
    asked = tokenizer.apply_chat_template(CHAT[:2], tokenize=False, add_generation_prompt=True)
    assert begun.startswith(asked.removesuffix("<|assistant|>\n"))
    assert asked.endswith("<|end|>\n<|assistant|>\n")
    for role in ("<|system|>", "<|user|>", "<|assistant|>", "<|end|>"):
        assert len(tokenizer(role)["input_ids"]) == 1


def test_it_generates_the_same_text_every_time(torch, tiny):
    model, tokenizer = load(tiny)
    prompt = tokenizer("When?", return_tensors="pt")
    first, second = (model.generate(**prompt, max_new_tokens=12) for _ in range(2))
    assert torch.equal(first, second)
    assert 1 <= first.shape[1] - prompt["input_ids"].shape[1] <= 12


def test_a_place_that_is_no_folder_is_an_error(torch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match="file"):
        write_tiny_model(tmp_path / "file")
