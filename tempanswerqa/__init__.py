"""TempAnswerQA: temporal answers of language models, scored by how far off they are.

The rooms of the package, in the order an answer passes through them: `sources`, `questions`,
`prompts`, `extraction`, `quantities`, `scale`, `metrics`. `harness` joins them to
lm-evaluation-harness. Importing the package imports neither the harness nor torch.
"""

__version__ = "0.1.0"
