"""Explains correlations over models, and warns of scores that are not comparable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate.correlations import Relation, known
from tempanswerqa.reports.correlate.results import Entry, Models
from tempanswerqa.reports.correlate.selection import Measure, line
from tempanswerqa.text import conjoined

FEW = 10
"""The number of models below which a note says that intervals are wide."""
_DIRECTIONS = {
    True: "higher is better",
    False: "lower is better",
    None: "results files do not say which way is better",
}


def constant() -> list[str]:
    """Return the notes that explain any correlations."""
    ways = [
        f"{conjoined([m.heading for m in METRICS.values() if m.higher_is_better == way])}: {told}"
        for way, told in _DIRECTIONS.items()
        if way is not None
    ]
    return [
        "Spearman's rank correlation over models, [95 % interval]; the interval assumes "
        "independent models, which those of one family are not, needs four of them, and has no "
        "width at 1 and -1",
        f"{'; '.join(ways)}; signs are not turned: an error that falls as a score rises has a "
        "negative correlation with it",
        "MASE leaves unread answers out: read it beside parsed",
    ]


def notes(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the notes on these relations, which follow `constant`, and on models left out."""
    others = list(dict.fromkeys(relation.other for relation in relations))
    ways = [f"{other.name}: {direction(models, other)}" for other in others]
    return [*ways, *_few(relations), *_joined(models, relations), *_lacking(models, relations)]


def _joined(models: Models, relations: Sequence[Relation]) -> list[str]:
    shown = {point.model for relation in relations for point in relation.points}
    pairs = [(one, full) for one, full in sorted(models.joined.items()) if full in shown]
    return [f"{line(one)} and {line(full)} are taken to be one model" for one, full in pairs]


def direction(models: Models, measure: Measure) -> str:
    """Return which way a score is better, in words."""
    return _DIRECTIONS[models.higher_is_better(measure.task, measure.metric)]


def warnings(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the reasons why scores of different models are not comparable."""
    found = [
        f"IN PART: {line(model)}: {line(task)}: {entry.part}"
        for task, entries in _used(models, relations)
        for model, entry in entries.items()
        if entry.part
    ]
    for task, entries in _used(models, relations):
        found += [f"NOT COMPARABLE: {line(task)}: {told}" for told in _differing(entries)]
    return found


def repeated(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return a note for each file that counts if several have the same model and task."""
    tasks: dict[tuple[str, str], list[str]] = defaultdict(list)
    for task, entries in _used(models, relations):
        for model, entry in entries.items():
            if (task, model) in models.repeated:
                tasks[model, str(entry.path)].append(line(task))
    return [
        f"{line(model)}: several files have {', '.join(own)}; {path} counts, as the latest"
        for (model, path), own in tasks.items()
    ]


def _used(models: Models, relations: Sequence[Relation]) -> Iterator[tuple[str, dict[str, Entry]]]:
    """Yield each task with the entries of the models that the relations show of it."""
    shown: dict[str, set[str]] = defaultdict(set)
    for relation in relations:
        for measure in (relation.own, relation.other):
            shown[measure.task] |= {point.model for point in relation.points}
    for task, own in shown.items():
        yield task, {model: models.entries[task][model] for model in sorted(own)}


def _differing(entries: dict[str, Entry]) -> Iterator[str]:
    """Yield the settings that differ between models, with the models of each value."""
    by_value: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for model, entry in entries.items():
        for name, value in entry.settings.items():
            by_value[name][value].append(line(model))
    for name, values in by_value.items():
        if len(values) > 1:
            told = (f"{line(value)} ({', '.join(own)})" for value, own in values.items())
            yield f"{name} is " + ", ".join(told)


def _few(relations: Sequence[Relation]) -> list[str]:
    least = min(relation.found.n for relation in relations)
    if least >= FEW:
        return []
    return [
        f"with fewer than {FEW} models (here {least}) intervals are wide: one model more may turn "
        "a sign"
    ]


def _lacking(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the models that lack a score, though they have one that it is compared with."""
    partners: dict[Measure, set[str]] = defaultdict(set)
    for relation in relations:
        partners[relation.own].update(known(models, relation.other))
        partners[relation.other].update(known(models, relation.own))
    headings: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    own = {relation.own for relation in relations}
    for measure, everyone in partners.items():
        if without := tuple(sorted(everyone - set(known(models, measure)))):
            task = line(measure.task) if measure in own else measure.name
            headings[task, without] += [METRICS[measure.metric].heading] if measure in own else []
    return [
        f"without {' '.join([task, ', '.join(metrics)]).rstrip()}: {', '.join(map(line, without))}"
        for (task, without), metrics in headings.items()
    ]
