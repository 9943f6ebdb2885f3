"""Questions and scores of TempAnswerQA; `paper_scoring` reads and scores one answer."""

import hashlib
import json
import math
import re
from bisect import bisect_left
from collections import defaultdict
from functools import partial
from pathlib import Path

import datasets
from lm_eval.api.task import ConfigurableTask
from lm_eval.tasks.temporal_answer_qa import paper_scoring

COMMIT = "e28dc1ef9638391c2e25f4cfd607dad738174f34"
HOME = f"https://raw.githubusercontent.com/aauss/temporal-answer-qa/{COMMIT}/data"
PREFILL = 'JSON = {"explanation":'
INVALID = "[invalid]"
REPEATS, SMALLEST_CLUSTER = 12, 0.3  # the paper's 12 runs; a share of their labels


class TempAnswerQA(ConfigurableTask):
    """Asks with the paper's messages, in which each exemplar has its own system text."""

    def __init__(self, config: dict) -> None:
        """Take the task file's settings."""
        super().__init__(config={key: config[key] for key in config if key != "class"})

    def fewshot_context(
        self,
        doc: dict,
        num_fewshot: int,
        system_instruction: str | None = None,
        apply_chat_template: bool = False,
        fewshot_as_multiturn: bool = False,
        chat_template=None,
        gen_prefix: str | None = None,
    ) -> str:
        """Return the prompt of a document, with the first exemplars in their order."""
        shown = self.dataset["exemplars"].to_list()[:num_fewshot]
        if len(shown) < num_fewshot:
            raise ValueError(f"{self.config.task} has only {len(shown)} exemplars")
        messages = _messages(doc, shown, system_instruction)
        if not (apply_chat_template and chat_template):
            return _plain(messages)
        if not fewshot_as_multiturn:
            messages = _single_turn(messages)
        return chat_template(messages, add_generation_prompt=not doc["prefill"])


def _messages(doc: dict, shown: list[dict], instruction: str | None) -> list[dict]:
    roles = ("system", "user", "assistant")
    messages = [{"role": r, "content": each[r]} for each in shown for r in roles if each[r]]
    # the exemplars of TempTabQA bring a system text that replaces that of its questions
    system = "" if shown and doc["family"] == "ttqa" else doc["system"]
    end = "" if shown else doc["cue"]
    texts = (system, doc["user"] + end, doc["prefill"])
    messages += [{"role": r, "content": t} for r, t in zip(roles, texts, strict=True) if t]
    if instruction and messages[0]["role"] == "system":
        instruction += f"\n\n{messages.pop(0)['content']}"
    return [{"role": "system", "content": instruction}, *messages] if instruction else messages


def _plain(messages: list[dict]) -> str:
    prompt = ""
    for message in messages:
        text = message["content"].strip()
        if prompt and message["role"] == "assistant":
            prompt += (" " if prompt.endswith(":") else "\n") + text
        else:
            prompt += ("\n\n" if prompt else "") + text
    return prompt


def _single_turn(messages: list[dict]) -> list[dict]:
    """Return the messages with the exemplars inside the user's message."""
    first = 1 if messages[0]["role"] == "system" else 0
    last = len(messages) - (messages[-1]["role"] == "assistant")
    turns = messages[first:last]
    content = _plain(turns) if len(turns) > 1 else turns[0]["content"]
    return [*messages[:first], {"role": "user", "content": content}, *messages[last:]]


def load_questions(subset: str, split: str, data_dir: str = HOME, **_) -> dict:
    """Return the questions of a split (`test`) and its exemplars; ids begin with `subset`.

    `data_dir`, which `--metadata` may name, has the files of the released `data/` folder.
    """
    family, load = subset.partition("_")[0], partial(datasets.load_dataset, split="train")
    files = {"data_files": f"{data_dir}/questions/{family}.csv"}
    rows = load("csv", **files, keep_default_na=False).to_list()
    if family == "tot":
        rows = [row for row in rows if row["split"] == split]
        texts, few_shot = _tot_texts, f"tot_{split}_few_shot.json"
    else:  # both splits share a scale
        files = {"data_files": f"{data_dir}/prompts/ttqa_system_prompt_zero_shot.txt"}
        system = load("text", **files, sample_by="document")[0]["text"]
        texts, few_shot = partial(_ttqa_texts, system=system), "ttqa_few_shot.json"
    labels, names = defaultdict(list), list[str]()
    for row in rows:
        row["unit"] = row["answer_temporal_unit"]
        row["number"] = paper_scoring.read_label(row["label"], family, row["unit"])
        labels[row["unit"]].append(row["number"])
    ordered = {unit: sorted(numbers) for unit, numbers in labels.items()}
    scales = {unit: _published(numbers) or _clustered(numbers) for unit, numbers in ordered.items()}
    docs = [row | texts(row) for row in rows if row["split"] == split]
    for doc in docs:
        content = "\x1f".join((doc["question"], doc.get("table_context", ""), doc["label"]))
        name = f"{subset}-{_sha1(content)[:12]}"
        names.append(name)
        doc["id"] = name if (n := names.count(name)) == 1 else f"{name}-{n}"
        doc["centroid"] = scales[doc["unit"]][doc["number"]]
    files = {"data_files": f"{data_dir}/prompts/{few_shot}", "field": "messages"}
    exemplars = [{"system": "", "user": "", "assistant": ""}]
    for message in load("json", **files).to_list():
        exemplars[-1][message["role"]] = message["content"]
        if message["role"] == "assistant":
            exemplars.append(dict.fromkeys(exemplars[0], ""))
    return {
        "test": datasets.Dataset.from_list(docs),
        "exemplars": datasets.Dataset.from_list(exemplars[:-1]),
    }


def _tot_texts(row: dict) -> dict[str, str]:
    texts = {"system": row["instruction"], "user": row["question_wo_instruct"]}
    return texts | {"family": "tot", "cue": "", "prefill": PREFILL}


def _ttqa_texts(row: dict, system: str) -> dict[str, str]:
    user = f"Table:\n\n{row['table_context']}\n{row['question']}\n\n\nA: "
    texts = {"system": system, "user": user, "cue": "Let’s think step by step. "}
    return texts | {"family": "ttqa", "prefill": ""}


def _sha1(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def _published(labels: list[float]) -> dict[float, float]:
    """Return the published centroids, as clustering is slow; empty if no file has the labels."""
    digest = _sha1("\n".join(map(repr, labels)))
    known = json.loads(Path(__file__).with_name("centroids.json").read_text(encoding="utf-8"))
    clusters = dict(pair for units in known.values() for pair in units.values())
    largest = [last for last, _ in clusters.get(digest, [])]
    return {y: clusters[digest][bisect_left(largest, y)][1] for y in labels} if largest else {}


def _clustered(labels: list[float]) -> dict[float, float]:
    import numpy as np
    from sklearn.cluster import HDBSCAN

    stacked = np.repeat(labels, REPEATS).reshape(-1, 1)
    options = {"allow_single_cluster": True, "store_centers": "centroid", "copy": True}
    fitted = HDBSCAN(min_cluster_size=int(SMALLEST_CLUSTER * len(stacked)), **options).fit(stacked)
    centers, members = fitted.centroids_.ravel(), fitted.labels_[::REPEATS]
    nearest = np.abs(np.subtract.outer(labels, centers)).argmin(axis=1)
    return dict(zip(labels, centers[np.where(members < 0, nearest, members)].tolist(), strict=True))


def strict_match(responses, docs) -> list[list[str]]:
    """Return the answer in each response, an object as JSON; `[invalid]` if there is none."""
    return [
        [_answer(response or "", doc) for response in each]
        for each, doc in zip(responses, docs, strict=True)
    ]


def _answer(response: str, doc: dict) -> str:
    thinking, closing, text = response.rpartition("</think>")
    if "<think>" in text:  # the response never ends its thinking
        return INVALID
    tot = doc["family"] == "tot"
    text = _continued(text, f"{thinking}{closing}".lstrip()) if tot else text.rstrip()
    answer = paper_scoring.find_answer(text, doc["family"], doc["unit"])
    try:
        answer = json.dumps(answer) if isinstance(answer, dict) else answer
    except RecursionError:
        answer = None
    return answer or INVALID


def _continued(text: str, thinking: str) -> str:
    """Return prefill and response; the response alone if it begins its object itself."""
    if thinking.startswith('"'):  # the thinking continues the explanation
        text = f'"{text}'
    begun = text.lstrip()
    if begun.startswith(PREFILL):
        return text
    if thinking and not begun.startswith('"'):  # the answer begins the object itself
        return re.sub(r'\{\s+(?="explanation")', "{", text, count=1)
    return PREFILL + text


def process_results(doc: dict, results: list[str]) -> dict[str, float]:
    """Return all metrics of one answer, which `paper_scoring` defines; an undefined one is NaN."""
    y, unit, p = doc["number"], doc["unit"], None
    if results[0] != INVALID:
        tot = doc["family"] == "tot"
        p = (paper_scoring.read_object if tot else paper_scoring.read_line)(results[0], unit)
    dated = unit in paper_scoring.NO_SMAPE
    return {
        "exact_match": paper_scoring.exact_match(p, y),
        "smape": math.nan if dated else paper_scoring.smape(p, y),
        "mase": paper_scoring.scaled_error(p, y, doc["centroid"]),
        "parsed": float(p is not None),
    }
