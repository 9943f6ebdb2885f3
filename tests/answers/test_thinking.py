"""Every known mark separates thinking from the answer, and thinking is never read as the answer."""

import pytest
from cases import cased, data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers import truncated
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.answers.thinking import closes, split, text_of, without_turn_end

TAGS = ("think", "thinking", "thought", "reasoning", "reason", "scratchpad", "analysis")
MARKS = [
    *((f"<{tag}>", f"</{tag}>") for tag in (*TAGS, "seed:think")),
    *((f'<{tag.upper()} level="2">', f"</{tag.title()}>") for tag in TAGS),
    *data(__file__, "marks"),
]
QUESTIONS = {
    "ttqa": QuestionView("ttqa", "years"),
    "tot": QuestionView("tot", "days", answer_format="<num_days>"),
    "prefill": QuestionView(
        "tot", "days", prefill='JSON = {"explanation":', answer_format="<num_days>"
    ),
}
DRAFTS = {
    "ttqa": "It may be so.\nFinal Answer: 13",
    "tot": 'It may be {"explanation": "so", "answer": 13}',
    "prefill": 'It may be {"explanation": "so", "answer": 13}',
}
ANSWERS = {name: draft.replace("13", "12") for name, draft in DRAFTS.items()}


def read(response: str, question: QuestionView) -> list[str | None]:
    """Return what both filters read."""
    return [strict(response, question).text, flexible(response, question).text]


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize(("opening", "closing"), MARKS)
def test_only_the_answer_is_read(opening, closing, name):
    question, draft, answer = QUESTIONS[name], DRAFTS[name], ANSWERS[name]
    final = ["12", "12"] if name == "ttqa" else ['{"answer": 12}', "12"]
    assert read(f"{opening}{draft}{closing}{answer}", question) == final
    for unfinished in (
        f"{opening}{draft}",
        f"{opening}{draft}{closing}",
        f"{opening}{draft}{closing} \n",
    ):
        assert read(unfinished, question) == [None, None]
        assert split(unfinished).unfinished
    assert truncated(f"{opening}{draft}", question)
    assert not truncated(f"{opening}{draft}{closing}", question)
    assert read(f"{opening}{draft}{closing}I cannot tell.", question) == [None, None]


@pytest.mark.parametrize("tag", TAGS)
def test_a_closing_mark_alone_ends_thinking_that_the_template_began(tag):
    response = f"{DRAFTS['ttqa']}</{tag}>{ANSWERS['ttqa']}"
    assert read(response, QUESTIONS["ttqa"]) == ["12", "12"]


def test_a_mark_that_the_user_names():
    question = QUESTIONS["ttqa"]._replace(think_end="[[done]]")
    assert read("Final Answer: 13 [[done]] Final Answer: 12", question) == ["12", "12"]
    assert read("Final Answer: 13", question) == [None, None]
    assert truncated("Final Answer: 13", question)
    assert split("Final Answer: 13", "[[done]]") == ("", "Final Answer: 13", False)
    assert split("13 [[done]]12", "[[done]]") == ("12", "13 [[done]]", True)


test_whether_a_text_ends_with_a_closing_mark = results_of(
    closes, data(__file__, "whether a text ends with a closing mark")
)


test_several_marks = results_of(
    lambda response: split(response).answer, data(__file__, "several marks")
)


@cased
def test_ordinary_responses_have_no_thinking(response):
    assert split(response) == (response, "", True)


@pytest.mark.parametrize(
    "end", ["<|im_end|>", "</s>", "<|return|>", "<|end_of_text|>", "<|eot_id|>", "<end_of_turn>"]
)
def test_the_end_of_a_turn_changes_nothing(end):
    for text in ("Final Answer: 12", "Final Answer: He was born in 1950 and served as", "12", ""):
        for tail in (end, f"\n{end}\n", end * 300, "\n", "  \n\n"):
            question = QUESTIONS["ttqa"]
            assert without_turn_end(text + tail) == text
            assert read(text + tail, question) == read(text, question)
            assert truncated(text + tail, question) == truncated(text, question)


@pytest.mark.parametrize("token", ["<|im_end|>", "<｜end｜>", "</s>", "<eos>", "[/INST]", "\n"])
def test_many_ends_of_a_turn_before_other_text(token):
    text = f"Final Answer: 22 years{token * 40}.>"  # exponential time would be years
    assert without_turn_end(text) == text
    assert read(text, QUESTIONS["ttqa"])[0] == "22"


def said(text, kind="text"):
    return {"type": kind, kind: text}


test_the_content_of_a_message = results_of(
    text_of,
    [
        ("12", "12"),
        ([said("1"), said("2")], "12"),
        (said("12"), "12"),
        (["12"], ""),
        ([[said("12")]], ""),
        ([said("13", "thinking"), said("12")], "<think>13</think>12"),
        ([said("13", "thinking")], "<think>13</think>"),
        ([said("", "thinking"), said("12")], "12"),
        ([said("</think>13<think>", "thinking"), said("12")], "<think>13</think>12"),
        ([said([said("1"), said("3")], "thinking"), said("12")], "<think>13</think>12"),
        ([said("13", "thinking"), said("12")], "[[done]]", "<think>13[[done]]12"),
        ([{"type": "tool_use", "input": "13"}, said(None), {"text": "13"}, said("12")], "12"),
        *((other, "") for other in (None, 13, True, b"13", {}, [])),
    ],
)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["type", "text", "thinking"]), inner | st.just("text"))
    ),
)


@given(
    ANYTHING | st.lists(ANYTHING | st.builds(said, ANYTHING, st.sampled_from(["text", "thinking"])))
)
def test_whatever_a_server_sends_is_read_as_its_text(content):
    for question in QUESTIONS.values():
        assert read(content, question) == read(text_of(content), question)
        assert truncated(content, question) == truncated(text_of(content), question)


@given(st.text())
def test_any_text(text):
    found = split(text)
    assert found.answer == "" or text.rstrip().endswith(found.answer) or "<" in text
    assert not found.unfinished or found.answer == ""
    assert split(f"<think>{text}</think>12").answer == "12"
