"""Modules of Hugging Face's `evaluate`, a folder for each metric."""

from pathlib import Path

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.text import suggestion

_PREFIX = "temporal_"


class MetricPathError(TempAnswerError, ValueError):
    """A metric without a module; the message says which names are similar."""


def metric_path(name: str) -> str:
    """Return the path for `evaluate.load` of a metric, such as `smape` or `temporal_smape`.

    Raises MetricPathError for other names.
    """
    folders = {one.name: one for one in Path(__file__).parent.glob(f"{_PREFIX}*")}
    wanted = _PREFIX + name.removeprefix(_PREFIX)
    if wanted not in folders:
        raise MetricPathError(f"no module of the metric {name!r}: {suggestion(wanted, folders)}")
    return str(folders[wanted])
