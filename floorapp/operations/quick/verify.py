"""Verifying quickly: what the memory vouches for is counted, everything else gets its plain answer."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import datetime
from io import BytesIO
from typing import Any, Protocol

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine.answer import Answer, unreadable
from floorapp.engine.block import PackedBlock, making_sense, open_block
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.unpacker import kept_rounds, rounds_of
from floorapp.engine.verify import verify, verify_text
from floorapp.operations.quick.answer_teller import AnswerTeller
from floorapp.operations.quick.columns import Columns, Numbers
from floorapp.operations.quick.judge import ASK, MISMATCH, OK, SETTLED, RoundJudge
from floorapp.operations.quick.look import MemoryLook
from floorapp.operations.quick.packed_reader import PackedNames, PackedReader, parted
from floorapp.operations.quick.record_reader import QuickReader, UsualRounds

RIGHT = ("ok", "settled")
#: With the table and the time of its round.
PlacedAnswer = tuple[Answer, str, datetime | None]
MOST_REFUSED = 1000  # lines, before their cycles are looked for


@dataclass(frozen=True, slots=True)
class Sheaf:
    """Some lines of a file in one piece, and the number of the first; one alone may be a record over several."""

    first: int
    text: bytes
    size: int  # how many lines

    @property
    def lines(self) -> list[bytes]:
        return [self.text] if self.size == 1 else list(BytesIO(self.text))


@dataclass(slots=True)
class CheckedRounds:
    """How many rounds were right, by verdict, and the answers to those that were not."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: list[Answer] = field(default_factory=list)
    #: Of packed rounds, the table and the time of each wrong one, and what else was seen.
    places: list[tuple[str, datetime | None]] = field(default_factory=list)
    seen: Counter[Any] = field(default_factory=Counter)

    def add(self, answer: Answer) -> None:
        if answer.verdict in RIGHT:
            self.right[answer.verdict] += 1
        else:
            self.wrong.append(answer)

    def vouch(self, verdicts: Numbers) -> None:
        self.right["ok"] += int(np.count_nonzero(verdicts == OK))
        self.right["settled"] += int(np.count_nonzero(verdicts == SETTLED))


class Kept(Protocol):
    """Decides which rounds of a store are looked at: those of a period, a table, a shift."""

    def usual_of(self, block: PackedBlock) -> Numbers:
        """Which of a block's usual rounds."""
        ...

    def covers_round(self, round_: Round) -> bool:
        """Whether a round is."""
        ...


class Observes(Protocol):
    """Who counts what else is seen in rounds."""

    def observe(
        self, judge: RoundJudge, block: PackedBlock, rounds: Columns, look: MemoryLook, kept: Numbers
    ) -> Counter[Any]:
        """What is seen in a block's usual rounds that are kept."""
        ...


class QuickVerifier:
    """Verifies rounds many at a time, in bounded memory."""

    def __init__(self, rulebooks: Mapping[str, Rulebook]) -> None:
        self.rulebooks = rulebooks
        self._judge = RoundJudge(self.rulebooks)
        self._reader = QuickReader(self._judge)
        self._packed = PackedReader(self._judge)
        self._teller = AnswerTeller(self._judge)
        self._refused = 0  # lines, since cycles were looked for

    def check(self, sheaf: Sheaf) -> CheckedRounds:
        """The rounds of these lines, counted; the answers to those that are not right."""
        made, verdicts, answers = CheckedRounds(), np.full(sheaf.size, ASK), dict[int, Answer]()
        for usual in self._usual(sheaf):
            _, verdicts[usual.places] = self._looked(usual, answers)
        made.vouch(verdicts)
        answers |= self._asked(sheaf, [at for at in np.flatnonzero(verdicts == ASK).tolist() if at not in answers])
        for at in sorted(answers):
            made.add(answers[at])
        return made

    def tell(self, sheaf: Sheaf) -> tuple[Counter[str], str]:
        """The answers to the rounds of these lines in full, and how many of them have each verdict."""
        texts, answers, verdicts = dict[int, str](), dict[int, Answer](), Counter[str]()
        for usual in self._usual(sheaf):
            look, found = self._looked(usual, answers)
            for at, text in self._teller.texts(usual.columns, look, found, usual.names).items():
                texts[int(usual.places[at])] = text
                verdicts["ok" if found[at] == OK else "settled"] += 1
        answers |= self._asked(sheaf, [at for at in range(sheaf.size) if at not in texts and at not in answers])
        for at, answer in answers.items():
            texts[at] = answer.text
            verdicts[answer.verdict] += 1
        return verdicts, "".join(map(texts.__getitem__, sorted(texts)))

    def _looked(self, usual: UsualRounds, answers: dict[int, Answer]) -> tuple[MemoryLook, Numbers]:
        """What the memory knows of these rounds, and its verdicts; answers to those that report a wrong amount."""
        look = self._judge.look(usual.columns)
        verdicts = self._judge.judge(usual.columns, look)
        told = self._teller.mismatches(usual.columns, look, verdicts, usual.names)
        answers |= {int(usual.places[at]): answer for at, answer in told.items()}
        return look, np.where(verdicts == MISMATCH, ASK, verdicts)

    def _usual(self, sheaf: Sheaf) -> Iterator[UsualRounds]:
        """The rounds of these lines that are laid out as usual, and those that can be laid out so."""
        self._make_room()
        usual = self._reader.read(sheaf.text) if sheaf.size > 1 else None
        if usual is not None:
            yield usual
        others = np.delete(np.arange(sheaf.size), [] if usual is None else usual.places)
        if len(others):
            lines = sheaf.lines
            usual = self._reader.read_others([lines[place] for place in others.tolist()])
            if usual is not None:
                yield UsualRounds(usual.columns, others[usual.places], usual.names)

    def _asked(self, sheaf: Sheaf, places: list[int]) -> dict[int, Answer]:
        """The plain answers to some of these lines, by their places; empty lines have none."""
        if not places:
            return {}
        lines = sheaf.lines
        made = {at: verify_text(lines[at], self.rulebooks, sheaf.first + at) for at in places if lines[at].strip()}
        self._refused += sum(answer.verdict == "unreadable" for answer in made.values())
        if self._refused > MOST_REFUSED:  # they leave cycles behind, and the command looks for none itself
            gc.collect(0)
            self._refused = 0
        return made

    def check_block(self, block: bytes, kept: Kept | None = None, observer: Observes | None = None) -> CheckedRounds:
        """The rounds of a packed block that are kept, all where nothing is said; raises `block.Damaged`."""
        self._make_room()
        opened, made = open_block(block), CheckedRounds()
        whole = [*opened.numbers("unusual_at")]
        answers = dict[int, PlacedAnswer]()
        if len(whole) < opened.rounds:
            usual = np.delete(np.arange(opened.rounds), whole)
            answers = {int(usual[at]): each for at, each in self._usual_wrong(opened, kept, observer, made).items()}
        for place, round_ in zip(whole, kept_rounds(opened), strict=True):
            if kept is None or kept.covers_round(round_):
                answers[place] = self._plain(round_), round_.table, round_.at
        for at in sorted(answers):
            made.add(answers[at][0])
            if answers[at][0].verdict not in RIGHT:
                made.places.append(answers[at][1:])
        return made

    def _usual_wrong(
        self, block: PackedBlock, kept: Kept | None, observer: Observes | None, made: CheckedRounds
    ) -> dict[int, PlacedAnswer]:
        """The answers to those of a block's usual rounds that are not vouched for, by their places among these; those
        that are, and what is seen in all of them, are put into `made`."""
        columns, asked = self._packed.columns(block)
        look = self._judge.look(columns)
        verdicts = np.where(asked, ASK, self._judge.judge(columns, look))
        chosen = np.ones(len(verdicts), bool) if kept is None else kept.usual_of(block)
        made.vouch(verdicts[chosen])
        left = chosen & (verdicts != OK) & (verdicts != SETTLED)
        with making_sense():
            names = PackedNames(block)
            told = self._teller.mismatches(columns, look, np.where(left, verdicts, ASK), names)
            placed = {at: (answer, *names.place(at)) for at, answer in told.items()}
            others = np.array([at for at in np.flatnonzero(left).tolist() if at not in placed], np.int64)
            rounds = rounds_of(parted(self._judge, block, columns, others)) if len(others) else ()
        if observer is not None:
            made.seen = observer.observe(self._judge, block, columns, look, chosen & ~asked)
        plain = ((self._plain(each), each.table, each.at) for each in rounds)
        return placed | dict(zip(others.tolist(), plain, strict=True))

    def _plain(self, round_: Round) -> Answer:
        if round_.rulebook not in self.rulebooks:
            return unreadable(f"rulebook: {json.dumps(round_.rulebook)} is not a rulebook", round_.id)
        try:
            return verify(round_, self.rulebooks[round_.rulebook])
        except Unreadable as fault:
            return unreadable(str(fault), round_.id)

    def _make_room(self) -> None:
        """Forget pieces of text before what was learnt of them, which is dearer."""
        if not (self._judge.full or self._reader.full or self._teller.full):
            return
        if self._judge.full:
            self._judge = RoundJudge(self.rulebooks)
        self._reader, self._packed = QuickReader(self._judge), PackedReader(self._judge)
        self._teller = AnswerTeller(self._judge)
        gc.collect()  # the old ones hold on to themselves
