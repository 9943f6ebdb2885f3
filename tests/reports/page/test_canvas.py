"""Tests pictures: their files and their SVG in a page."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tempanswerqa.reports.page import canvas
from tempanswerqa.text import visible

figure = pytest.importorskip("matplotlib.figure", reason="figures need the extra `report`")


def draw(*texts: str):
    def drawn(figure):
        axes = figure.subplots()
        axes.plot([1, 2], [3, 1], marker="o")
        axes.fill_between([1, 2], [0, 0], [1, 1], color=canvas.RULE)
        axes.set_title("".join(texts))

    return drawn


def pictured(*texts: str, name: str = "a_figure") -> canvas.Picture:
    told = {"title": "A figure", "reading": "Look.", "alternative": "A line that falls."}
    return canvas.picture(draw(*texts), 1.5, name=name, **told)


def test_files_are_whole(tmp_path):
    pictured("x").write(tmp_path)
    root = ET.parse(tmp_path / "a_figure.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("width") == f"{72 * canvas.WIDTH}pt"
    assert (tmp_path / "a_figure.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (tmp_path / "a_figure.pdf").read_bytes()[:5] == b"%PDF-"
    assert {path.name for path in tmp_path.iterdir()} == {f"a_figure.{s}" for s in canvas.SUFFIXES}


def test_last_digits_of_a_layout_do_not_matter():
    def placed(by: float) -> str:
        def draw(figure):
            figure.add_axes((0.1, 0.2, 0.6 + by, 0.7)).plot([1, 2], [3, 1])

        told = {"title": "A figure", "reading": "Look.", "alternative": "A line that falls."}
        return canvas.picture(draw, 1.5, name="placed", **told).svg

    assert placed(0) == placed(1e-12)
    assert placed(0) != placed(0.01)


def test_a_page_gets_its_own_colours_ids_and_no_style():
    inline = pictured("x").inline
    ET.fromstring(inline)
    assert "var(--ink)" in inline
    assert not {canvas.INK, canvas.MUTED, canvas.RULE, canvas.PAPER} & set(
        re.findall(r"#\w{6}", inline)
    )
    assert all(found.startswith("a_figure-") for found in re.findall(r'id="([^"]*)"', inline))
    targets = set(re.findall(r'(?:href="#|url\(#)([^")]*)', inline))
    assert targets
    assert targets <= set(re.findall(r'id="([^"]*)"', inline))
    assert "<style" not in inline
    assert "http" not in inline
    other = pictured("x", name="other").inline
    assert not set(re.findall(r'id="[^"]*"', inline)) & set(re.findall(r'id="[^"]*"', other))


def test_a_page_finds_the_parts_of_a_model():
    def two_parts(figure):
        axes = figure.subplots()
        for at in range(2):
            axes.plot([at], [at], marker="o", gid="model-a_model")

    told = {"title": "A figure", "reading": "Look.", "alternative": "Two dots."}
    made = canvas.picture(two_parts, 1.5, name="dots", **told)
    assert re.findall(r'id="(model[^"]*)"', made.svg) == ["model-a_model-1", "model-a_model-2"]
    parts = [part for part in ET.fromstring(made.inline).iter() if part.get("data-model")]
    assert [part.get("data-model") for part in parts] == ["a_model"] * 2


@pytest.mark.slow
@settings(max_examples=4)
@given(st.text(st.characters(), max_size=100))
def test_names_are_text_whatever_they_hold(names):
    inline = pictured("<script>$x_2$ ", visible(names)).inline
    root = ET.fromstring(inline)
    assert root.find(".//script") is None
    texts = "".join(root.itertext())
    assert "<script>$x_2$" in texts


def log_labels(low: float, high: float, most: int = 5) -> dict[str, float]:
    """Return the numbers on a log scale between two ends, by their labels."""
    axes = figure.Figure().subplots()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    canvas.plain_log(axes.xaxis, most)
    return {label.get_text(): label.get_position()[0] for label in axes.get_xticklabels()}


@pytest.mark.parametrize(("low", "high", "most", "labels"), [
    (0.5, 5, 5, "0.5 1 2 5"), (0.001, 2_000, 5, "0.001 0.1 10 1,000"), (0.2, 5.6, 3, "0.2 1 5"),
    (0.2, 5.6, 5, "0.2 0.5 1 2 5"), (0.02, 40, 5, "0.1 1 10"), (1e-6, 1e6, 3, "1e-06 0.1 10k"),
])  # fmt: skip
def test_log_scales_have_plain_numbers(low, high, most, labels):
    assert [*log_labels(low, high, most)] == labels.split()


@pytest.mark.parametrize(
    ("low", "high"), [(0.8, 1.3), (1.1, 1.9), (0.99, 1.01), (30, 45), (5.5e7, 5.6e7)]
)
def test_narrow_log_scales_have_two_numbers_or_more(low, high):
    found = log_labels(low, high)
    assert 2 <= len(found) <= 5
    assert all(low <= number <= high for number in found.values())


def test_a_log_scale_ends_below_the_least_score():
    assert canvas.log_floor([3, 0.5, 0]) == 0.05
    assert canvas.log_floor([0, 0]) == canvas.log_floor([]) == 0.1


@pytest.mark.parametrize(
    ("number", "told"),
    [(0.01, "0.01"), (2_000, "2,000"), (10_000, "10k"), (-500_000, "-500k"), (0, "0")],
)
def test_numbers_of_narrow_axes_are_short(number, told):
    assert canvas.format_tick(number) == told


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"\.\[report\]"):
        pictured("x")
