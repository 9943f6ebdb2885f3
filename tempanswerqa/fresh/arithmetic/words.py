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

TASKS = (
    # the verb, the thing in the singular, the thing in the plural
    *(("back up", "phone", "phones"), ("bake", "cake", "cakes"), ("carry", "box", "boxes")),
    *(("clean", "car", "cars"), ("color", "book", "books"), ("create", "project", "projects")),
    *(("declutter", "drawer", "drawers"), ("learn", "song", "songs"), ("play", "round", "rounds")),
    *(("practice", "trick", "tricks"), ("prepare", "postcard", "postcards")),
    *(("read", "chapter", "chapters"), ("respond to", "letter", "letters")),
    *(("run", "mile", "miles"), ("solve", "puzzle", "puzzles"), ("solve", "riddle", "riddles")),
    *(("study", "page", "pages"), ("take", "lesson", "lessons"), ("write", "page", "pages")),
)
