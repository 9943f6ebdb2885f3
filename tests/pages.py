"""Runs the examples in pages, and finds the blocks of pages."""

import doctest
import re
from pathlib import Path


class _Shown(doctest.OutputChecker):
    """Accepts an output with all shown lines in this order; it may have others, too."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        check, rest = super().check_output, iter(got.splitlines())
        return bool(want) == bool(got) and all(
            any(check(shown, line, optionflags) for line in rest) for shown in want.splitlines()
        )


def check_examples(page: Path) -> int:
    """Run the examples of a page, which must be true. Returns how many show a result."""
    parser = doctest.DocTestParser()
    examples = parser.get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(_Shown(), optionflags=flags).run(examples)
    assert (result.failed, result.attempted) == (0, len(examples.examples))
    return sum(bool(example.want) for example in examples.examples)


def blocks(page: Path, *languages: str) -> list[str]:
    """Return the blocks of a page in these languages; blocks of commands have none."""
    found = re.findall(r"(?ms)^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"))
    return [text for language, text in found if language in languages]
