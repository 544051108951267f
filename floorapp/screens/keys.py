"""Every act that has a key, by the place that offers it, whatever the state: the keyboard card is printed from it.

A place offers nothing under a key that does not stand here (`tests/app/conftest.py` holds it wherever a test goes,
`tests/app/test_keys.py` for what stands in the code). One key may do several acts, each in its own state.
"""

from __future__ import annotations

from dataclasses import replace

from floorapp.screens.acts import OTHER, buttons_at
from floorapp.screens.forms import Act

_BACK = Act("back", "Back to the floor", "Esc")
_TABLE = Act("table", "Table", "Alt T")
_DISPUTE = Act("dispute", "Dispute", "F6")
_RELIEF = Act("relief", "Relief", "Alt R")

#: What a place has under a key beside the acts of the table: walks, steps, ways to look.
_OWN: dict[str, tuple[Act, ...]] = {
    "floor": (
        _DISPUTE,
        Act("inspection_round", "Inspect readers", "F2"),
        Act("table", "Table", "Enter"),
        Act("handover", "Shift change", "Alt H"),
        _RELIEF,
        Act("arrange", "Arrange", "Alt A"),
        Act("next step", "Next step", "Alt N"),
        Act("setup", "Add tables", "Alt S"),
        Act("write places", "Save the layout", "F9"),
        Act("turn", "Turn the table", "Alt T"),
        Act("put back", "Undo all moves", "Alt U"),
        Act("done", "Leave; moves are saved", "Esc"),
        OTHER,
    ),
    "table": (_DISPUTE, _RELIEF, Act("entry", "Correct entry", "Alt C"), _BACK, OTHER),
    "opening": (
        Act("open", "Open", "F9"),
        Act("exception", "Exception, co-signed", "Alt E"),
        Act("happened", "It was opened that way", "Alt E"),
        Act("check", "Record the checks", "F9"),
        Act("check", "Record the checks alone", "Alt R"),
        Act("all", "Pass the whole list", "Alt L"),
        Act("wrong", "Fail", "N"),
        Act("next list", "Next list", "Alt N"),
        Act("back", "Leave; checks are saved", "Esc"),
    ),
    "relief": (
        Act("push", "Push the string", "F9"),
        Act("dealers", "Dealers", "Alt D"),
        Act("floorpersons", "Floorpersons", "Alt F"),
        Act("next pit", "Next pit", "Alt N"),
        Act("table list", "Tables of the string", "Alt T"),
        Act("all tables", "All or none", "Alt A"),
        _BACK,
    ),
    "setup": (
        Act("write", "Save", "F9"),
        Act("draw", "Add to the list", "Alt D"),
        Act("file", "Choose a file", "Alt F"),
        Act("readers", "Find readers", "Alt R"),
        Act("back", "Leave; the list is saved", "Esc"),
    ),
    "inspect": (
        Act("okay", "Pass", "Space"),
        Act("not okay", "Fail", "N"),
        Act("later", "Skip for now", "L"),
        Act("proof", "Function test", "P"),
        Act("lay", "Insert the cards", "C"),
        Act("again", "Repeat step", "A"),
        Act("break off", "Cancel test", "B"),
        Act("back", "Pause", "Esc"),
    ),
    "decks": (_TABLE, Act("labels", "Labels…", "Alt P"), Act("storage", "Card storage", "Alt S"), _BACK, OTHER),
    "storage": (
        Act("new place", "Add a place…", "Alt A"),
        Act("print", "Print", "F8"),
        Act("back", "Back to the decks", "Esc"),
    ),
    "shufflers": (_TABLE, _BACK),
    "incidents": (
        Act("next", "Next", "J"),
        Act("previous", "Previous", "K"),
        Act("ruling", "Write", "T"),
        Act("file", "Add a file", "F"),
        Act("files", "Look at files", "L"),
        Act("print", "Print", "F8"),
        Act("dispute", "Dispute desk", "F6"),
        _TABLE,
        _BACK,
        OTHER,
    ),
    "report": (
        Act("next", "Next step", "F9"),
        Act("next", "Sign and report", "F9"),
        Act("previous", "Step back", "Alt B"),
        Act("yes", "Yes", "Y"),
        Act("no", "No", "N"),
        Act("file", "Add a file", "Alt F"),
        Act("back", "Leave; the draft is saved", "Esc"),
    ),
    "alarms": (
        Act("acknowledge", "Acknowledge", "A"),
        Act("act", "Handle it", "Enter"),
        Act("shelve", "Snooze", "S"),
        Act("mute", "Sound off", "M"),
        Act("mute", "Sound on", "M"),
        _BACK,
    ),
    "disputes": (
        Act("save", "Save as evidence", "F9"),
        Act("save", "Save to the incident", "F9"),
        Act("guest", "Show the guest", "F11"),
        Act("guest", "Back to the desk", "F11"),
        Act("print", "Print", "F8"),
        Act("next", "Next spot", "Tab"),
        Act("undo", "Undo", "Ctrl Z"),
        Act("redo", "Redo", "Ctrl Y"),
        Act("rule", "The rule", "F1"),
        Act("event", "What went wrong", "Alt W"),
        Act("ruling", "Both figures", "Alt T"),
        Act("case", "Case", "Alt C"),
        Act("new", "New", "Alt N"),
        Act("rounds", "Rounds on file", "Alt R"),
        Act("compare", "Other rulebook", "Alt O"),
        Act("game", "Game and rules", "Alt G"),
        Act("incident", "Incident", "Alt I"),
        Act("file", "Save a file", "Alt F"),
        Act("rulebooks", "Rulebooks", "Alt B"),
        Act("cases", "All cases", "Alt L"),
        Act("back", "Leave; it is saved", "Esc"),
        _BACK,
    ),
    "cases": (
        Act("dispute", "Dispute desk", "F6"),
        Act("print", "Print", "F8"),
        Act("back", "Back to the dispute desk", "Esc"),
    ),
    "rulebooks": (
        Act("search", "Search", "Alt S"),
        Act("book", "Next rulebook", "Alt B"),
        Act("back", "Back to the dispute desk", "Esc"),
    ),
    "audit": (
        Act("verify", "Verify", "F9"),
        Act("file", "Verify a file", "Alt F"),
        Act("take in", "Import rounds", "Alt I"),
        Act("report", "Report it", "F5"),
        Act("open", "Dispute desk", "F6"),
        Act("open", "Its rounds", "Enter"),
        Act("open", "Entry", "Enter"),
        _BACK,
    ),
    "dashboards": (Act("print", "Print", "F8"), _BACK),
    "readers": (_TABLE, Act("put_at_table", "Put at a table", "Alt P"), _BACK),
    "papers": (
        Act("print", "Print", "F8"),
        Act("sign", "Sign and issue", "F9"),
        Act("copy", "Print a copy", "F9"),
        Act("keep", "Try again", "F9"),
        Act("save", "Save", "Ctrl S"),
        Act("sign further", "Add my signature…", "Alt G"),
        Act("zoom", "Larger page", "Alt Z"),
        Act("spreadsheet", "Spreadsheet", "Alt X"),
        Act("check", "Check a PDF", "Alt V"),
        Act("new", "Back to the preview", "Esc"),
        _BACK,
    ),
    "settings": (
        Act("import_people", "Import people from a file…", "Alt F"),
        Act("readers", "Open the readers", "Alt R"),
        Act("back_up", "Back up now", "Alt B"),
        Act("diagnose", "Create support file", "Alt G"),
        Act("next section", "Next section", "Ctrl N"),
        Act("previous section", "Previous section", "Ctrl P"),
        _BACK,
    ),
    "handover": (
        Act("do", "Sign shift change", "F9"),
        Act("do", "Sign and accept", "F9"),
        Act("do", "Sign and end the day", "F9"),
        Act("give", "Give shift change", "Alt G"),
        Act("take", "Accept", "Alt T"),
        Act("day", "Gaming day", "Alt D"),
        Act("print", "Print", "F8"),
        _BACK,
    ),
    "record": (
        Act("correct", "Correct", "Alt C"),
        Act("withdraw", "Void entry", "Alt W"),
        Act("hold", "Hold", "Alt H"),
        Act("hold", "Release", "Alt H"),
        Act("more", "Show older entries", "Alt O"),
        Act("back", "Back to where it was opened", "Esc"),
    ),
}

#: What the F-keys mean everywhere: a place that has nothing under one walks there, or says why not.
_AT_A_TABLE = "Select a table on the floor, or open its page, first."
ANYWHERE = (
    Act("inspection_round", "Inspect readers", "F2"),
    Act("no deck change", "Change decks", "F3", _AT_A_TABLE),
    Act("no next shoe", "Next shoe", "F4", _AT_A_TABLE),
    Act("report an irregularity", "Report", "F5"),
    _DISPUTE,
    Act("no opening", "Open or close", "F7", _AT_A_TABLE),
    Act("papers", "Print", "F8"),
    Act("nothing to save", "Sign or save", "F9", "There is nothing to sign or save on this screen."),
)
#: Where those walk to.
WALKED_TO = {
    "inspection_round": "inspect",
    "report an irregularity": "report",
    "dispute": "disputes",
    "papers": "papers",
}


def with_f_keys(acts: tuple[Act, ...], here: str) -> tuple[Act, ...]:
    """A place's acts and, before the last one, what the other F-keys mean; one that leads here says so."""
    known = {act.key for act in acts}
    others = (
        replace(act, refusal="You are there already.") if WALKED_TO.get(act.name) == here else act
        for act in ANYWHERE
        if act.key not in known
    )
    return (*acts[:-1], *sorted(others, key=lambda act: bool(act.refusal)), *acts[-1:])


KEYS = {
    place: tuple(replace(act, words=act.words.removesuffix("…")) for act in (*own, *buttons_at(place)))
    for place, own in _OWN.items()
}
