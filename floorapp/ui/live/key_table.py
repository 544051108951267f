"""Every act that has a key, by the place that offers it, whatever the state: the keyboard card is printed from it.

A place offers nothing under a key that does not stand here (`tests/app/conftest.py` holds it wherever a test goes,
`tests/app/test_keys.py` for what stands in the code). One key may do several acts, each in its own state.
"""

from __future__ import annotations

from dataclasses import replace

from floorapp.ui.widgets.button import Act

_BACK = Act("back", "Back to the floor", "Esc")
_TABLE = Act("table", "Table", "Alt T")
#: What is done about the cards of a table, at the table and on the floor.
_CARDS = (
    Act("change_decks", "Change decks", "F3"), Act("swap_batches", "Next shoe", "F4"), Act("swap_batches", "Swap batches", "F4"),
    Act("open_table", "Open", "F7"), Act("close_table", "Close table", "F7"), Act("resume_table", "Go on dealing", "F7"),
    Act("mend_reader", "Repair reader", "Alt M"), Act("assign", "Assign", "Alt F"),
    Act("report_irregularity", "Report", "F5"), Act("dispute", "Dispute", "F6"),
)  # fmt: skip

#: What is done less often: one key opens the list, a digit in it does the act.
OTHER = Act("other_acts", "Other acts…", "Alt O")
OTHER_AT_TABLE = (
    Act("reach_cover_card", "Cover card came out", "1"), Act("idle_shoe", "Nobody plays", "2"),
    Act("resume_shoe", "Play again…", "2"), Act("recut_shoe", "Recut…", "3"), Act("reshuffle_shoe", "Reshuffle…", "4"),
    Act("count_decks", "Count cards…", "5"), Act("replace_card", "Replace a card…", "6"),
    Act("withdraw_decks", "Take a set out of play…", "7"), Act("report_reader_failure", "Reader failed…", "8"),
)  # fmt: skip
OTHER_OF_SET = (
    Act("count_decks", "Count cards…", "1"), Act("replace_card", "Replace a card…", "2"),
    Act("withdraw_decks", "Take a set out of play…", "3"), Act("hold_decks", "Hold for an investigation…", "4"),
)  # fmt: skip


def _listed(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The list and its digits as rows of the card."""
    plain = (replace(act, words=act.words.removesuffix("…")) for act in (OTHER, *acts))
    return tuple(replace(act, key=act.key if act.key == OTHER.key else f"{OTHER.key} {act.key}") for act in plain)


KEYS: dict[str, tuple[Act, ...]] = {
    "floor": (
        *_CARDS, Act("inspection_round", "Inspect round", "F2"), Act("inspect_reader", "Inspect", "F2"),
        Act("table", "Table", "Enter"), Act("open_table", "Open table", "F7"),
        Act("handover", "Hand over", "Alt H"), Act("arrange", "Arrange", "Alt A"), Act("setup", "Add tables", "Alt S"),
        Act("write places", "Write the moves", "F9"), Act("turn", "Turn the table", "Alt T"),
        Act("put back", "Put all back", "Alt U"), Act("done", "Leave; moves are kept", "Esc"),
        *_listed(OTHER_AT_TABLE),
    ),
    "table": (
        *_CARDS, Act("inspect_reader", "Inspect reader", "F2"), Act("entry", "Entry, correct", "Alt C"),
        Act("relieve", "Relieve", "Alt L"), Act("suspend_table", "Stop dealing", "Alt S"), _BACK,
        *_listed(OTHER_AT_TABLE),
    ),
    "opening": (
        Act("open", "Open", "F9"), Act("exception", "Exception, co-signed", "Alt E"),
        Act("inspect_reader", "Inspect reader", "F2"), Act("change_decks", "Bring cards", "F3"),
        Act("assign", "Assign floorperson", "Alt F"), Act("back", "Leave; ticks are kept", "Esc"),
    ),
    "setup": (
        Act("write", "Write into the logbook", "F9"), Act("draw", "Add to the list", "Alt D"),
        Act("file", "Choose a file", "Alt F"), Act("readers", "Find readers", "Alt R"),
        Act("back", "Leave; the list is kept", "Esc"),
    ),
    "inspect": (
        Act("okay", "Okay", "Space"), Act("not okay", "Not okay", "N"), Act("later", "Later", "L"),
        Act("proof", "Proof test", "P"), Act("lay", "Lay the cards", "C"), Act("again", "Step again", "A"),
        Act("break off", "Break off", "B"), Act("back", "Pause round", "Esc"),
    ),
    "decks": (
        Act("change_decks", "Change decks", "F3"), Act("seal_decks", "Seal", "F9"),
        Act("collect_decks", "Hand to security", "F9"), Act("inspect_decks", "Inspect set", "F9"),
        Act("destroy_decks", "Destroy set", "F9"),
        Act("open_decks", "Open set", "F9"), Act("receive_decks", "Receive cards", "Alt R"), _TABLE, _BACK,
        *_listed(OTHER_OF_SET),
    ),
    "shufflers": (
        Act("swap_batches", "Next shoe", "F4"), Act("swap_batches", "Swap batches", "F4"),
        Act("acknowledge_shuffler_fault", "Acknowledge the fault", "Alt A"),
        Act("reshuffle_after_fault", "Cards are reshuffled", "Alt H"),
        Act("return_shuffler", "Back in service", "Alt B"), Act("report_shuffler_fault", "Jam or failure", "Alt J"),
        Act("take_shuffler_out", "Out of order", "Alt O"), _TABLE, _BACK,
    ),
    "incidents": (
        Act("approve_incident", "Approve and sign", "A"), Act("return_incident", "Return", "R"),
        Act("answer_incident", "Answer", "W"), Act("close_incident", "Close", "C"),
        Act("reopen_incident", "Reopen", "O"), Act("add_to_incident", "Add", "N"), Act("next", "Next", "J"),
        Act("previous", "Previous", "K"), Act("ruling", "Write", "T"), Act("file", "Add a file", "F"),
        Act("files", "Look at files", "L"), Act("print", "Print", "F8"), Act("dispute", "Dispute desk", "F6"),
        _TABLE, _BACK,
    ),
    "report": (
        Act("next", "On to the next step", "F9"), Act("next", "Sign and report", "F9"),
        Act("previous", "Step back", "Alt B"), Act("yes", "Yes", "Y"), Act("no", "No", "N"),
        Act("file", "Add a file", "Alt F"), Act("back", "Leave; the draft is kept", "Esc"),
    ),
    "alarms": (
        Act("acknowledge", "Acknowledge", "A"), Act("act", "Do what it asks for", "Enter"), Act("shelve", "Shelve", "S"),
        Act("mute", "Sound off", "M"), Act("mute", "Sound on", "M"), _BACK,
    ),
    "disputes": (
        Act("save", "Save as evidence", "F9"), Act("save", "Save to the incident", "F9"),
        Act("guest", "Show the guest", "F11"), Act("guest", "Back to the desk", "F11"), Act("print", "Print", "F8"),
        Act("next", "Next box", "Tab"), Act("undo", "Undo", "Ctrl Z"), Act("redo", "Redo", "Ctrl Y"),
        Act("rule", "The rule", "F1"), Act("new", "New", "Alt N"), Act("rounds", "Rounds on file", "Alt R"),
        Act("compare", "Other rulebook", "Alt O"), Act("game", "Game and rules", "Alt G"),
        Act("incident", "Incident", "Alt I"), Act("file", "Save a file", "Alt F"),
        Act("rulebooks", "Rulebooks", "Alt B"), Act("back", "Leave; it is kept", "Esc"), _BACK,
    ),
    "rulebooks": (
        Act("search", "Search", "Alt S"), Act("book", "Next rulebook", "Alt B"),
        Act("back", "Back to the dispute desk", "Esc"),
    ),
    "audit": (
        Act("verify", "Verify", "F9"), Act("file", "Verify a file", "Alt F"),
        Act("take in", "Take in rounds", "Alt I"), Act("report", "Report it", "F5"),
        Act("open", "Dispute desk", "F6"), Act("open", "Its rounds", "Enter"), Act("open", "Entry", "Enter"), _BACK,
    ),
    "dashboards": (Act("print", "Print", "F8"), _BACK),
    "readers": (
        Act("add_line", "Add a line", "Alt A"), Act("attach_virtual_reader", "Attach virtual", "Alt V"),
        Act("know_reader", "Know reader", "Alt K"), Act("forget_reader", "Forget reader", "Alt F"),
        Act("switch_line", "Switch off", "Alt S"),
        Act("switch_line", "Switch on", "Alt S"), Act("remove_line", "Remove", "Alt R"), _TABLE, _BACK,
    ),
    "papers": (
        Act("print", "Print", "F8"), Act("sign", "Sign and issue", "F9"), Act("copy", "Print a copy", "F9"),
        Act("keep", "Try again", "F9"), Act("save", "Save", "Ctrl S"), Act("check", "Check a PDF", "Alt V"),
        Act("new", "Back to the preview", "Esc"), _BACK,
    ),
    "settings": (
        Act("set_property", "Change the house", "Alt C"), Act("set_policy", "Change the policy", "Alt P"),
        Act("add_table", "Add a table", "Alt A"), Act("change_table", "Change", "Alt C"),
        Act("move_pit", "Rename or move", "Alt C"),
        Act("fit_equipment", "Fit equipment", "Alt E"), Act("remove_equipment", "Remove equipment", "Alt X"),
        Act("retire_table", "Retire", "Alt R"), Act("add_pit", "Add a pit", "Alt P"),
        Act("submit_rules", "Record a submission", "Alt A"), Act("add_person", "Add a person", "Alt A"),
        Act("rename_person", "Rename", "Alt N"), Act("change_role", "Change role", "Alt R"),
        Act("disable_person", "Disable", "Alt D"), Act("enable_person", "Enable", "Alt D"),
        Act("reset_password", "New password", "Alt W"), Act("reset_pin", "New PIN", "Alt O"),
        Act("readmit_person", "Let in again", "Alt L"), Act("change_password", "My password", "Alt M"),
        Act("change_pin", "My PIN", "Alt I"), Act("readers", "Open the readers", "Alt R"),
        Act("back_up", "Back up now", "Alt B"), Act("diagnose", "Gather for a helper", "Alt G"),
        Act("next section", "Next section", "Ctrl N"), Act("previous section", "Previous section", "Ctrl P"), _BACK,
    ),
    "handover": (
        Act("do", "Sign and hand over", "F9"), Act("do", "Sign and take over", "F9"),
        Act("do", "Sign and end the day", "F9"), Act("give", "Hand over", "Alt G"), Act("take", "Take over", "Alt T"),
        Act("day", "Gaming day", "Alt D"), Act("print", "Print", "F8"), _BACK,
    ),
    "record": (
        Act("correct", "Correct", "Alt C"), Act("withdraw", "Withdraw", "Alt W"), Act("more", "Show older entries", "Alt O"),
        Act("back", "Back to where it was opened", "Esc"),
    ),
}  # fmt: skip
