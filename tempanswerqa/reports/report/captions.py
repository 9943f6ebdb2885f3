"""Has the sentences of a report; what is in braces is filled in."""

FIRST = {
    "alone": "Of the answers of {model}, {exact} % are right, {near} % are off by at most one "
    "unit, and {unread} % were not read.",
    "nothing": "These runs may not be compared; see the warnings.",
    "undefined": "No model can be told from another.",
}
"""The first sentence if no models are compared; `reports.verdicts` has the others."""
PAIRS = "Of {all} pairs of models, tests tell apart {exact} by EM and {size} by sMAPE."
OVER = "All questions of {tasks}; {promptings}; answers as {rule} reads them."
LEFT_OUT = "Models without all of these runs are left out: {models}."

DEFINITIONS = {
    "The curve": "How many answers are right if an error of t is tolerated? A line is the share of "
    "all questions whose answer is off by at most t. An answer that was not read is never within. "
    "The left end is exact match, the right end the share that was read. Where lines cross, the "
    "order of models depends on what is tolerated.",
    "EM": "Exact match: the percentage of right answers, with its standard error. Groups of "
    "questions (a table, a template, a set of facts) count as one draw.",
    "±1": "The percentage of answers off by at most one unit; a day for dates.",
    "sMAPE": "The mean of 100 · |answer − label| / (|answer| + |label|), from 0 to 100; an answer "
    "that was not read counts 100. It is the area above the left curve. Dates and the calendar "
    "years of TempTabQA have none. Calendar years and times of day of Test of Time have one: they "
    "stand beside durations.",
    "MASE": "The mean of |answer − label| / |label − centroid| over the answers that were read: at "
    "1 they are as far off as a typical label. A few answers make most of it, and a model that "
    "does not answer is better by it. So it has no rank and no interval.",
    "Tests": "Paired t-tests on the same questions, clustered by group, corrected (Holm) for all "
    "pairs of models; p below 0.05. Models lead if no other is better by a test.",
}
"""The definitions of the first screen, by term."""

CURVE = {
    "title": "How many answers are right if an error is tolerated?",
    "alternative": "Shares of answers within a tolerated error. {told}.",
    "line": "{model}: {exact} % exact, {read} % read",
}
SMAPE = {
    "title": "Answers that were not read make {low} to {high} % of the sMAPE of a model",
    "one": "Answers that were not read make {low} % of the sMAPE of {model}",
    "caption": "The parts of a bar add up to the sMAPE at its end. An answer that was not read "
    "counts 100. Lower is better.",
    "alternative": "sMAPE in parts. {told}.",
    "line": "{model}: {total:.1f} in all, of it {unread:.1f} not read",
}
ERRORS = {
    "title": "{small:.0f} % of the wrong answers are too small or too early, {far:.0f} % are off "
    "by more than {most} units",
    "caption": "Bars to the left are answers that are too small or too early, bars to the right "
    "those too large or too late, in percent of all answers. Dates count in days.",
    "alternative": "Wrong answers by size and direction. {told}.",
    "line": "{model}: {small:.1f} % too small or too early, {large:.1f} % too large or too late",
}
FREQUENT = {
    "title": "{share:.0f} % of the wrong answers are off by exactly one unit",
    "caption": "The most frequent errors of all models, in percent of the wrong answers that were "
    "read; the unit is that of the question, days for dates.",
    "alternative": "The most frequent errors. {told}.",
}
RANKS = {
    "title": "{count} of {models} models change places when the size of errors counts",
    "none": "No test sees a model change places when the size of errors counts",
    "caption": "Ranks by each score, the best at the top; the numbers are the ranks that the tests "
    "allow, if there are at most 12 models. A model changes places if its ranges by EM and by "
    "another score do not overlap. MASE has no rank.",
    "alternative": "Ranks by score. {told}.",
}
