"""Holds the names of people, and the tasks that they do."""

from __future__ import annotations

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six")

WOMEN = (
    *("Abigail", "Alice", "Amelia", "Ava", "Camila", "Chloe", "Christina", "Clara", "Elizabeth"),
    *("Emily", "Emma", "Hannah", "Isabella", "Mary", "Mia", "Natalie", "Nora", "Olivia", "Rachel"),
    *("Sarah", "Sophia", "Stella", "Zoe"),
)
MEN = (
    *("Alex", "Asher", "Ben", "Benjamin", "Bob", "Brad", "Brandon", "Chris", "David", "Gabriel"),
    *("Henry", "Jack", "James", "Joe", "John", "Levi", "Liam", "Lucas", "Mason", "Mateo"),
    *("Michael", "Oliver", "Samuel", "Theodore", "William"),
)

CHORES = (
    # what is done with one thing, the thing, the plural, the least and most minutes that it takes
    *(("back up", "phone", "phones", 20, 100), ("bake", "cake", "cakes", 40, 100)),
    *(("carry", "box", "boxes", 2, 12), ("clean", "car", "cars", 20, 90)),
    *(("prepare", "postcard", "postcards", 3, 20), ("respond to", "letter", "letters", 5, 40)),
    *(("solve", "puzzle", "puzzles", 2, 20), ("declutter", "drawer", "drawers", 5, 40)),
)
"""Tasks of robots and of people."""

TASKS = (
    *CHORES,
    *(("build", "model", "models", 60, 480), ("finish", "lesson", "lessons", 30, 90)),
    *(("learn", "song", "songs", 30, 180), ("paint", "picture", "pictures", 60, 240)),
    *(("play", "game", "games", 10, 45), ("practice", "trick", "tricks", 5, 40)),
    *(("read", "chapter", "chapters", 10, 50), ("run", "mile", "miles", 6, 14)),
    *(("study", "page", "pages", 3, 15), ("write", "page", "pages", 15, 60)),
)
"""Tasks of people."""
