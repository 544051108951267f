"""A report that an audit suggests, as the draft a person looks over and signs."""

from __future__ import annotations

from floorapp.operations.audit.suggested_reports import SuggestedReport
from floorapp.operations.audit.unauthorized_play import begun_minutes
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Draft
from floorapp.screens.phrases import plural
from floorapp.screens.report import FREE
from floorapp.screens.times import time_of

#: The step at which times, counts and words stand; a report opens there as far as nothing before is missing.
WHEN_AND_WHO = "2"


def draft_of(moment: Moment, found: SuggestedReport) -> Draft:
    """What was found, in the fields of a report."""
    draft = {
        "says": _says(moment, found),
        "happened": time_of(moment, found.since),
        "round": ", ".join(found.linked),
        "step": WHEN_AND_WHO,
    }
    if found.code or found.title:
        draft["code"] = found.code or FREE
    if found.title:
        draft["title"] = found.title
    for name, count in (("rounds_dealt", found.rounds), ("hands_dealt", found.hands)):
        if count is not None:
            draft[name] = str(count)
    return draft


def _says(moment: Moment, found: SuggestedReport) -> str:
    if found.rounds is None or found.hands is None:
        return f"Found by an audit. {found.says}"
    minutes = begun_minutes(found.since, found.until)
    when = f"From {time_of(moment, found.since)} to {time_of(moment, found.until)}, {plural(minutes, 'minute')}"
    return f"Found by an audit. {found.says} {when}: {plural(found.rounds, 'round')}, {plural(found.hands, 'hand')}."
