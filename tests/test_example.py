"""The example of the public record format, as its page works it out."""

from tests.deal import box, verified


def test_the_example_of_the_record_page_is_ok() -> None:
    """590.7(n)(1) returns the main, lammers are collected, 590.12(c) pays Push 22 20 to 1 for a red 22."""
    reported = [
        {"hand": 1, "wager": "main", "net": 0},
        {"hand": 1, "wager": "double", "net": 0},
        {"hand": 2, "wager": "main", "net": 0},
        {"wager": "push_22", "net": 10000},
    ]
    decisions = "split free 3d, double free Th, deal Ks, stand"
    one = box("8c 8d", decisions, main=2500, push_22=500, reported=reported)
    answer = verified("pa-590", "6h Td 6d", one, reader=None, at="2026-11-15T21:04:05-05:00")
    assert answer.verdict == "ok"
    assert answer.line().cite == "590.7(n)(1)"
    assert answer.line("push_22").cite == "590.12(c)"
    assert answer.codes == {"rulebook-not-in-force"}
