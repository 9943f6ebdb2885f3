"""Tests answers in other languages: at least three for each language of the table."""

from datetime import date

import pytest
from cases import results_of
from readings import ask

from tempanswerqa.answers import languages
from tempanswerqa.answers.flexible.rules import find


def read(response: str, unit: str) -> float | date | None:
    found = find(
        response, ask("tot" if unit in ("era", "seconds") else "ttqa", unit.replace("era", "years"))
    )
    return found and found[0]


KEYS = {
    *(
        "article",
        "zero",
        "scales",
        "parts",
        "parts_of",
        "wholes",
        "ordinals",
        "weekdays",
        "decimal",
    ),
    *(
        "about",
        "about_after",
        "exactly",
        "bound_after",
        "edge",
        "edge_after",
        "later",
        "ago",
        "not",
    ),
    *("oclock", "am", "pm", "night", "noon", "midnight", "half_past", "half_to", "past", "times"),
    *("before_hour", "and_half", "year_mark"),
    *("answer", "around", "is", "and", "to", "or", "of"),
    *("units", "months", "dates", "BC", "AD", "digits", "numbers", "next", "previous"),
    *("tens", "large", "label", "so", "bound", "bound_after"),
}
JUNE_12, AUGUST_16 = date(1885, 6, 12), date(2001, 8, 16)
CASES = {
    "German": [("Die endgültige Antwort lautet: 29 Jahre.", "years", 29),
               ("Antwort: 12. Juni 1885", "date", JUNE_12), ("Ergebnis: 3 Tage", "days", 3),
               ("Antwort: 352 v. Chr.", "era", -352),
               ("Antwort: 14 Stunden, 6 Minuten und 53 Sekunden", "seconds", 50_813)],
    "French": [("Réponse finale : 29 ans", "years", 29), ("Réponse : 14 mois", "months", 14),
               ("La réponse est le 1er août 2001.", "date", date(2001, 8, 1)),
               ("Réponse : 352 av. J.-C.", "era", -352)],
    "Spanish": [("Respuesta final: 29 años", "years", 29), ("Respuesta: 17 días", "days", 17),
                ("La respuesta es 12 de junio de 1885.", "date", JUNE_12),
                ("Respuesta: 352 d. C.", "era", 352)],
    "Portuguese": [("Resposta: 29 anos", "years", 29), ("Resposta final: 14 meses", "months", 14),
                   ("Resposta: 12 de junho de 1885", "date", JUNE_12)],
    "Italian": [("Risposta finale: 29 anni", "years", 29), ("Risposta: 17 giorni", "days", 17),
                ("La risposta è 12 giugno 1885", "date", JUNE_12)],
    "Dutch": [("Antwoord: 29 jaar", "years", 29), ("Antwoord: 14 maanden", "months", 14),
              ("Het definitieve antwoord is 16 augustus 2001", "date", AUGUST_16)],
    "Swedish": [("Svar: 29 år", "years", 29), ("Svar: 16 augusti 2001", "date", AUGUST_16),
                ("Svar: 1994", "date_years", 1994)],
    "Polish": [("Odpowiedź: 29 lat", "years", 29), ("Odpowiedź: 17 dni", "days", 17),
               ("Ostateczna odpowiedź: 16 sierpnia 2001", "date", AUGUST_16)],
    "Russian": [("Окончательный ответ: 29 лет", "years", 29), ("Ответ: 14 месяцев", "months", 14),
                ("Ответ: 12 июня 1885 года", "date", JUNE_12), ("Ответ: 17 дней", "days", 17),
                ("Ответ: 352 год до н. э.", "era", -352)],
    "Chinese": [("最终答案：29岁", "years", 29), ("答案：1994年", "date_years", 1994),
                ("答案是2001年8月16日。", "date", AUGUST_16), ("答：17天", "days", 17),
                ("答案：2年4个月", "months", 28), ("答案：公元前352年", "era", -352),
                ("答案：22年前", "years", 22)],
    "Japanese": [("最終的な答え：29歳", "years", 29), ("回答：14ヶ月", "months", 14),
                 ("答えは2001年8月16日です。", "date", AUGUST_16), ("答え: 17日間", "days", 17)],
    "Korean": [("최종 답변: 29세", "years", 29), ("정답은 17일입니다.", "days", 17),
               ("답: 2001년 8월 16일", "date", AUGUST_16), ("답: 14개월", "months", 14),
               ("답: 22년", "years", 22), ("답: 기원전 352년", "era", -352)],
    "Arabic": [("الإجابة النهائية: ٢٩ سنة", "years", 29), ("الجواب: 17 يوما", "days", 17),
               ("الجواب: 12 يونيو 1885", "date", JUNE_12)],
    "Persian": [("Final Answer: ۲۹", "years", 29), ("Answer: ۱۹۹۴", "date_years", 1994),
                ("۱۷", "days", 17)],
    "Hindi": [("अंतिम उत्तर: २९ वर्ष", "years", 29), ("उत्तर: 17 दिन", "days", 17),
              ("उत्तर: 12 जून 1885", "date", JUNE_12)],
}  # fmt: skip


def test_each_language_has_three_cases():
    assert CASES.keys() == languages.TABLE.keys() - {"English"}
    assert min(map(len, CASES.values())) >= 3


test_answers = results_of(read, [case for cases in CASES.values() for case in cases])

test_ranges_and_choices = results_of(read, [
    ("Antwort: 2 bis 3 Tage", "days", None), ("Antwort: 2 oder 3 Tage", "days", None),
    ("Réponse : 2 à 3 ans", "years", None), ("Respuesta: 2 o 3 años", "years", None),
    ("答案：2至3天", "days", None), ("答案：2或3天", "days", None),
    ("Ответ: 2 или 3 года", "years", None),
])  # fmt: skip


@pytest.mark.parametrize("language", languages.TABLE)
def test_tables_are_whole(language):
    table = languages.TABLE[language]
    assert len(table.get("months", range(12))) == 12
    assert len(table.get("digits", "0123456789")) == 10
    assert table.keys() <= KEYS
