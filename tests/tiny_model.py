"""Writes a tiny chat model with random weights, on which tests run `--model hf`."""

import os
from pathlib import Path

from tempanswerqa import questions
from tempanswerqa.questions.subsets import SAMPLES

VOCABULARY = 2_000
CONTEXT = 8_192
ROLES = ("<|system|>", "<|user|>", "<|assistant|>")
END = "<|end|>"

CHAT_TEMPLATE = """\
{%- for message in messages -%}
<|{{ message['role'] }}|>
{{ message['content'] }}<|end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|assistant|>
{% endif -%}"""


def write_tiny_model(folder: Path) -> Path:
    """Write a random two-layer Llama and its tokenizer into `folder` and return `folder`.

    The tokenizer is trained on the sample and has a chat template that accepts system messages
    anywhere. The model always writes the same noise.
    """
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=len(tokenizer),
                hidden_size=32,
                intermediate_size=64,
                num_hidden_layers=2,
                num_attention_heads=2,
                max_position_embeddings=CONTEXT,
                bos_token_id=tokenizer.bos_token_id,
                eos_token_id=tokenizer.eos_token_id,
                pad_token_id=tokenizer.pad_token_id,
            )
        )
    model.generation_config.do_sample = False
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _tokenizer():
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=[*ROLES, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    asked = (question for subset in SAMPLES for question in questions.load(subset))
    texts = (text for each in asked for text in (each.system, each.user))
    tokenizer.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END,
        pad_token=END,
        bos_token=END,
        additional_special_tokens=list(ROLES),
        chat_template=CHAT_TEMPLATE,
        model_max_length=CONTEXT,
    )
