"""Tests pictures: their files and their SVG in a page."""

import re
import xml.etree.ElementTree as ET

import pytest
from cases import cased

from tempanswerqa.reports.page import canvas

figure = pytest.importorskip("matplotlib.figure", reason="figures need the extra `report`")


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


@pytest.mark.slow
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


@cased
def test_names_are_spread_no_further_than_they_have_to(wanted, places):
    assert canvas.spread(wanted, 0, 100, 10) == pytest.approx(places)
