"""Tests the sections of a whole report, with figures that are composed, but not rendered."""

import csv
import re

import pytest
from reported import Page

from tempanswerqa.reports.report import write

pytest.importorskip("matplotlib", reason="reports need the extra `report`")


@pytest.fixture
def unrendered(monkeypatch):
    """Leave out what takes longest: to render figures."""

    def save(figure, file, **_):
        file.write(b'<svg xmlns="http://www.w3.org/2000/svg"></svg>')

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", save)
    monkeypatch.setattr("matplotlib.figure.Figure.draw_without_rendering", lambda figure: None)


def test_every_section_has_its_figures_and_tables(gathered, unrendered, tmp_path):
    planned = []

    def watched(draws):
        planned.extend(draws)
        return draws

    page = write.build(gathered, tmp_path / "report", "All", watched)
    html = page.read_text(encoding="utf-8")
    Page(html).check(page.parent)
    drawn = {path.stem for path in (page.parent / "figures").iterdir()}
    assert len(drawn) == len(planned)
    assert drawn == set(re.findall(r'href="figures/([^".]+)\.svg"', html))
    assert html.count("<figcaption") == len(planned)
    tables = [*(page.parent / "tables").glob("*.csv")]
    assert {path.stem for path in tables} >= {"scores", "correlations", "labels"}
    for path in tables:
        with path.open(newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        assert {len(row) for row in rows} <= {len(head)}, path
