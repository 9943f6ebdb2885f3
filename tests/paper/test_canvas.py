"""Tests pictures: their files, and the positions of names."""

import xml.etree.ElementTree as ET

import pytest
from cases import cased

from paper import canvas

figure = pytest.importorskip("matplotlib.figure", reason="figures need the extra `dev`")


def draw(*texts: str):
    def drawn(figure):
        axes = figure.subplots()
        axes.plot([1, 2], [3, 1], marker="o")
        axes.fill_between([1, 2], [0, 0], [1, 1], color=canvas.RULE)
        axes.set_title("".join(texts))

    return drawn


def pictured(*texts: str, name: str = "a_figure") -> canvas.Picture:
    return canvas.picture(draw(*texts), 1.5, name=name, title="A figure")


def test_files_are_whole(tmp_path):
    pictured("x").write(tmp_path)
    root = ET.parse(tmp_path / "a_figure.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("width") == f"{72 * canvas.WIDTH}pt"
    assert (tmp_path / "a_figure.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (tmp_path / "a_figure.pdf").read_bytes()[:5] == b"%PDF-"
    assert {path.name for path in tmp_path.iterdir()} == {f"a_figure.{s}" for s in canvas.SUFFIXES}


@cased
def test_names_are_spread_no_further_than_they_have_to(wanted, places):
    assert canvas.spread(wanted, 0, 100, 10) == pytest.approx(places)
