"""Which acts a station keeps while the database does not answer: those that only state facts."""

from __future__ import annotations

#: The acts that only state what happened at a table, and what a person needs to state it: nobody else's
#: decision can make them untrue. Everything else (reviews, opening, people, rules) waits for the database.
KEPT = frozenset(
    {
        # readers
        "inspect_reader",
        "report_reader_failure",
        "mend_reader",
        # cards
        "count_decks",
        "replace_card",
        "change_decks",
        "withdraw_decks",
        "seal_decks",
        # batches and shufflers
        "load_batch",
        "swap_batches",
        "report_shuffler_fault",
        "acknowledge_shuffler_fault",
        "reshuffle_after_fault",
        "take_shuffler_out",
        "return_shuffler",
        # shoes
        "begin_shoe",
        "reach_cover_card",
        "end_shoe",
        "recut_shoe",
        "reshuffle_shoe",
        "idle_shoe",
        "resume_shoe",
        "burn_card",
        # irregularities and handing over
        "report_irregularity",
        "add_to_incident",
        "suspend_table",
        "give_handover",
        # being at the screen: proved against the hashes known last
        "prove",
        "sign",
        "sign_in",
        "sign_out",
        "lock_screen",
        "unlock_screen",
        # what the app states by itself
        "refuse",
        "take_signals",
        "seal_frames",
    }
)


def is_kept(act: str) -> bool:
    """Whether an act can be kept on this station."""
    return act in KEPT
