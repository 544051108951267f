"""A report as far as it has come: the catalog of this game, what follows, what is prefilled, what is missing."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.incidents import Attachment
from floorapp.domain.people import Role
from floorapp.domain.property import Pit
from floorapp.domain.rounds import KeptRound, LastRound
from floorapp.domain.signals import ReaderEvent, Suggestion, slot_of
from floorapp.domain.tables import Table
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.operations.acts import incidents
from floorapp.operations.acts.credentials import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import LATE_AFTER, Proof
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.rules import STOPS_TABLE, Irregularity
from floorapp.operations.signatures import Meaning
from floorapp.operations.trade_words import PAYOUT_IS_SETTLED, about_payout, fits
from floorapp.screens.forms import Act, Draft
from floorapp.screens.incident import EFFECTS
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, clock
from floorapp.screens.report_values import KnownFact, OptionShown, Question, ReportView, RuleShown
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import Icon, Words, line
from floorapp.screens.times import instant_at, time_of

#: Between a table and what was found there.
FOUND = " found "


def draft_name(table: str, about: str = "") -> str:
    """Under which name the draft of a report is kept."""
    return f"report/{subject_of(table, about)}"


def subject_of(table: str, about: str = "") -> str:
    """What one comes here about: a table, or something that was found there."""
    return f"{table}{FOUND}{about}" if about else table


def report_at(desk: Desk, table: str, draft: Draft, pin: str) -> Change:
    """Put the report on record under the signature of whoever is signed in."""
    with desk.looking() as moment:
        person = moment.person
        happened = instant_at(moment, draft.get("happened", ""))
        discovered = instant_at(moment, draft.get("discovered", ""))
    if person is None or happened is None or discovered is None:
        raise Refused(bad_input("The report is not complete.", "Check the times and sign again."))
    more = draft.get("told_more", "").strip()
    told = tuple(each for each in draft.get("told", "").split(",") if each) + ((more,) if more else ())
    free = draft.get("code") == FREE
    report = incidents.IncidentReport(
        table=table,
        says=draft.get("says", ""),
        happened_at=happened,
        discovered_at=discovered,
        code="" if free else draft.get("code", ""),
        title=draft.get("title", "") if free else "",
        chosen=draft.get("chosen", ""),
        chosen_by=draft.get("chosen_by", ""),
        told=told,
        rounds=rounds_of(draft),
        attachments=files_of(draft),
        rounds_dealt=_count(draft, "rounds_dealt"),
        hands_dealt=_count(draft, "hands_dealt"),
        known=facts_of(draft),
    )
    signed = sign(desk, person=person.handle, secret=pin, proof=Proof.PIN, meaning=Meaning.REPORTED)
    return incidents.report_irregularity(desk, report=report, signature=signed, late=draft.get("late") or None)


def _count(draft: Draft, name: str) -> int | None:
    text = draft.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() else None


STEPS = ("1 What happened", "2 Remedy", "3 When and who", "4 Sign")

#: The code of a report that the catalog has no entry for.
FREE = "free"

QUESTIONS = {
    "cards": "How many cards?",
    "device_reveals": "Can the reader reveal the value to a player?",
    "hole_card_exposed": "Was the hole card already exposed?",
    "first_two_dealt": "Did everyone have two cards?",
    "declined": "Did the player decline?",
}

#: Who is usually told, besides those the rulebook names.
TOLD = ("floorperson", "shift-manager", "surveillance", "casino-supervisor", "security")

#: A round this recent is taken to be the one it happened in.
RECENT = timedelta(minutes=15)


def facts_of(draft: Draft) -> IrregularityFacts:
    """What was answered so far."""
    cards = draft.get("q cards", "")
    said = {name: {"yes": True, "no": False}.get(draft.get(f"q {name}", "")) for name in QUESTIONS}
    return IrregularityFacts(
        cards=int(cards) if cards.isascii() and cards.isdigit() else None,
        device_reveals=said["device_reveals"],
        hole_card_exposed=said["hole_card_exposed"],
        first_two_dealt=said["first_two_dealt"],
        declined=said["declined"],
    )


def rounds_of(draft: Draft) -> tuple[str, ...]:
    """The rounds it is about, by their names."""
    return tuple(each.strip() for each in draft.get("round", "").split(",") if each.strip())


def files_of(draft: Draft) -> tuple[Attachment, ...]:
    """The files kept so far; what a draft of another time cannot mean is left out."""
    parts = [each.split("/") for each in draft.get("files", "").split("|")]
    return tuple(
        Attachment(part[0], part[1], int(part[2]))
        for part in parts
        if len(part) == 3 and part[2].isascii() and part[2].isdigit()
    )


def table_rows(moment: Moment) -> tuple[ListRow, ...]:
    """The tables something can be reported at."""
    return tuple(
        ListRow(
            each.id,
            Icon("map-pin-2", 18),
            (
                line(Words(each.id, 15, 600)),
                line(Words(moment.books[each.rulebook].short, 13, 400, "ink2", shrinks=True)),
            ),
        )
        for each in moment.state.find(Table, retired=False)
    )


def report_of(snapshot: Snapshot, table: str, draft: Draft, can_keep: bool, about: str = "") -> ReportView:
    """Ask everything the report shows; the table is the first one where none is chosen."""
    moment = snapshot.moment
    tables = tuple(each.id for each in moment.state.find(Table, retired=False))
    if table not in tables:
        table = tables[0] if tables else ""
    typed = prefilled(moment, table, draft) if table else draft
    code = typed.get("code", "")
    known = incidents.catalogued(moment, table, code, facts_of(typed)) if table else None
    listed, words = _catalogue(moment, table, typed) if table else ((), "Add a table first.")
    late = _late(moment, typed)
    missing = tuple(_missing(moment, table, typed, known, step) for step in range(4))
    furthest = next((step for step, why in enumerate(missing[:3]) if why), 3)
    wanted = typed.get("step", "0")
    step = min(int(wanted) if wanted in ("0", "1", "2", "3") else 0, furthest)
    told = tuple(each for each in typed.get("told", "").split(",") if each)
    return ReportView(
        table,
        tables,
        _subject(moment, table),
        STEPS,
        step,
        furthest,
        listed,
        words,
        code,
        _rule(code, known, typed.get("chosen", "")),
        code == FREE,
        _questions(known, typed),
        tuple(OptionShown(o.says, o.who) for o in known.options) if known and not _unanswered(known, typed) else (),
        _told(known, told),
        known.notify if known else (),
        _found(moment, table),
        late,
        tuple(each.name for each in files_of(typed)),
        can_keep,
        tuple(sorted(typed.items())),
        _summary(moment, typed, known, told) if furthest == 3 else (),
        f"You sign: “{Meaning.REPORTED}”",
        _act(table, step, missing[step]),
        about,
        _words_at_fault(moment, typed, known)[0] if step == 2 else "",
    )


def prefilled(moment: Moment, table: str, draft: Draft) -> Draft:
    """The draft, with what the floor already knows where nothing was typed."""
    now = moment.house.time(moment.now)
    last = _last_round(moment, table)
    recent = last is not None and last.at is not None and moment.now - last.at <= RECENT
    found = {
        "discovered": now,
        "happened": moment.house.time(last.at) if recent and last and last.at else now,
        "round": last.id if recent and last else "",
        "told": "floorperson" if moment.person is not None and moment.person.role is Role.FLOORPERSON else "",
    }
    for suggestion in moment.state.find(Suggestion, table=table, incident=""):
        if suggestion.code == draft.get("code"):
            found["round"] = suggestion.round
            found["happened"] = moment.house.time(suggestion.at)
            if suggestion.device_reveals is not None:
                found["q device_reveals"] = "yes" if suggestion.device_reveals else "no"
    return found | draft


def _last_round(moment: Moment, table: str) -> KeptRound | None:
    last = moment.state.get(LastRound, table)
    if last is None:
        return None
    played = moment.state.played(table, last.at - timedelta(seconds=1), last.at + timedelta(seconds=1))
    return played[-1] if played else None


def _subject(moment: Moment, table: str) -> str:
    known = moment.state.get(Table, table)
    if known is None:
        return "an irregularity"
    pit = moment.state.get(Pit, known.pit)
    where = f" · {pit.name.split(' (')[0]}" if pit else ""
    return f"an irregularity · {rulebook_of(moment, table).name}{where}"


def _catalogue(moment: Moment, table: str, draft: Draft) -> tuple[tuple[KnownFact, ...], str]:
    """What fits the searched words, what a reader suggests first."""
    rulebook = rulebook_of(moment, table)
    suggested = {each.code: each.says for each in moment.state.find(Suggestion, table=table, incident="")}
    wanted = draft.get("search", "").casefold().split()
    found = []
    for each in rulebook.irregularities:
        if fits(wanted, f"{each.title} {each.look_for} {each.cite} {each.code}", each.code):
            found.append(KnownFact(each.code, each.title, each.cite, each.look_for, suggested.get(each.code, "")))
    found.sort(key=lambda known: not known.suggested)
    rest = PAYOUT_IS_SETTLED if about_payout(wanted) else "Not on the list."
    free = KnownFact(FREE, "Something else, in your own words", "", rest)
    words = f"{len(found)} of {len(rulebook.irregularities)} irregularities of {rulebook.name}"
    return (*found, free), f"{words} · arrows to choose, Enter to continue"


def _rule(code: str, known: Irregularity | None, chosen: str) -> RuleShown | None:
    if code == FREE:
        return RuleShown("Something else", "", (("Remedy", "Not on this game's list; a reviewer decides."),))
    if known is None:
        return None
    rows = [("What it is", known.look_for), ("Remedy", known.remedy)]
    effect = next((option.effect for option in known.options if option.says == chosen), known.effect)
    if known.options and not chosen:
        rows.append(("Result", "It depends on the choice."))
    else:
        rows.append(("Result", EFFECTS.get(effect, effect).capitalize() + "."))
    whose = {option.who for option in known.options}
    choice = f"The {' and the '.join(sorted(whose))} chooses." if whose else "None: the rulebook decides."
    rows.append(("Whose choice", choice))
    if known.notify:
        rows.append(("Must notify", ", ".join(each.replace("-", " ") for each in known.notify)))
    caution = "Signing stops the game" if known.effect == STOPS_TABLE else ""
    return RuleShown(known.title, known.cite, tuple(rows), caution)


def _questions(known: Irregularity | None, draft: Draft) -> tuple[Question, ...]:
    needs = known.needs if known else ()
    return tuple(
        Question(f"q {need}", QUESTIONS.get(need, need), draft.get(f"q {need}", ""), need == "cards") for need in needs
    )


def _unanswered(known: Irregularity, draft: Draft) -> str:
    facts = facts_of(draft)
    return next((QUESTIONS.get(n, n) for n in known.needs if getattr(facts, n) is None), "")


def _told(known: Irregularity | None, told: tuple[str, ...]) -> tuple[tuple[str, str, bool], ...]:
    names = dict.fromkeys((*(known.notify if known else ()), *TOLD))
    return tuple((name, name.replace("-", " ").capitalize(), name in told) for name in names)


def _found(moment: Moment, table: str) -> tuple[tuple[str, str], ...]:
    """What the reader said last at this table: it goes with the incident as evidence by itself."""
    slots = (slot_of(table, moment.now), slot_of(table, moment.now - timedelta(hours=1)))
    events = [e for slot in dict.fromkeys(slots) for e in moment.state.find(ReaderEvent, slot=slot)]
    recent = sorted((e for e in events if moment.now - e.at <= RECENT), key=lambda e: e.at)[-3:]
    return tuple((clock(moment, event.at), f"Reader: {event.said}") for event in recent)


def _late(moment: Moment, draft: Draft) -> bool:
    at = instant_at(moment, draft.get("discovered", ""))
    return at is not None and moment.now - at > LATE_AFTER


def _missing(moment: Moment, table: str, draft: Draft, known: Irregularity | None, step: int) -> str:
    """What this step still needs, in a sentence; nothing where one can go on."""
    if not table:
        return "There is no table yet."
    if step == 0:
        refusal = because(incidents.may_report_irregularity(moment, table=table))
        return refusal or ("" if known or draft.get("code") == FREE else "Choose what happened.")
    if step == 1:
        return _missing_choice(draft, known)
    if step == 2:
        return _words_at_fault(moment, draft, known)[1]
    return ""


def _missing_choice(draft: Draft, known: Irregularity | None) -> str:
    if known is None:
        title = draft.get("title", "").strip()
        return because(incidents.long_title(title)) if title else "Enter a title."
    if unanswered := _unanswered(known, draft):
        return unanswered
    if known.options and draft.get("chosen") not in [option.says for option in known.options]:
        return "Enter what was chosen."
    if known.options and not draft.get("chosen_by", "").strip():
        return "Enter who chose."
    return ""


def _words_at_fault(moment: Moment, draft: Draft, known: Irregularity | None) -> tuple[str, str]:
    """Which field keeps a person from signing, and why; two empty words where none does."""
    if not draft.get("says", "").strip():
        return "says", "Describe what happened."
    happened = instant_at(moment, draft.get("happened", ""))
    discovered = instant_at(moment, draft.get("discovered", ""))
    if happened is None or discovered is None:
        wrong = "happened" if happened is None else "discovered"
        return wrong, "Enter a time like 9:05 PM, or with the date like 11/13/2026 9:05 PM."
    if happened > discovered:
        return "discovered", "It was discovered before it happened: check the times."
    if _late(moment, draft) and not draft.get("late", "").strip():
        return "late", "Enter the reason for the late entry."
    for name in ("rounds_dealt", "hands_dealt"):
        if (text := draft.get(name, "").strip()) and not (text.isascii() and text.isdigit()):
            return name, f"“{text}” is not a count."
    told = draft.get("told", "").split(",")
    untold = [who for who in (known.notify if known else ()) if who not in told]
    return ("told", f"The {untold[0].replace('-', ' ')} must be notified; check it here.") if untold else ("", "")


def _summary(
    moment: Moment, draft: Draft, known: Irregularity | None, told: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    rows = [("What", known.title if known else draft.get("title", ""))]
    if draft.get("chosen") and known and known.options:
        rows.append(("Chosen", f"{draft['chosen']} (by {draft.get('chosen_by', '')})"))
    happened, discovered = (_said_at(moment, draft[each]) for each in ("happened", "discovered"))
    rows.append(("When", f"at {happened}, discovered {discovered}"))
    if draft.get("round"):
        rows.append(("Rounds" if len(rounds_of(draft)) > 1 else "Round", ", ".join(rounds_of(draft))))
    rows.append(("Description", draft.get("says", "")))
    names = [*(each.replace("-", " ") for each in told), draft.get("told_more", "")]
    rows.append(("Notified", ", ".join(each for each in names if each) or "nobody"))
    return tuple(rows)


def _act(table: str, step: int, missing: str) -> Act:
    words = f"Sign and report at {table}" if step == 3 else f"Next: {STEPS[step + 1][2:].lower()}"
    return Act("next", words, "F9", missing)


def _said_at(moment: Moment, typed: str) -> str:
    """A typed time as it is understood: with its day where that is not today."""
    at = instant_at(moment, typed)
    return typed if at is None else time_of(moment, at)
