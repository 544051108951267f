"""What the judge says of each duty, in the words of the floor; `{subject}` is the reader, set or step it is about.

The same sentence refuses what is about to be done and tells later that it was: it says what is, in both.
"""

from __future__ import annotations

SAYS = {
    "closed": "The table is closed or stopped.",
    "reader-missing": "No card reader is installed at the table.",
    "reader-kind": "Reader {subject} is not the kind this game needs.",
    "reader-not-inspected": "Reader {subject} has not been inspected at this table this gaming day.",
    "reader-failed": "Reader {subject} has failed and is neither repaired nor replaced.",
    "decks-over-hours": "Deck set {subject} is past its hours.",
    "decks-number": "Deck set {subject} does not have the number of decks this table needs.",
    "tens-in-shoe": "Deck set {subject} still has its tens.",
    "tens-missing": "Deck set {subject} is without its tens.",
    "batches-two": "The shuffler is in use without exactly two opened batches at the table.",
    "batches-equal": "The two batches do not have the same number of decks.",
    "batches-design": "The two batches are not of one design.",
    "batches-color": "The backs of the two batches are the same color.",
    "batch-outside": "Batch {subject} is not in the shuffler while the other is dealt.",
    "batch-not-alternated": "The last shoe was of batch {subject} too; the turn is the other batch's.",
    "rack-mixed": "Cards of more than one batch are in the discard rack.",
    "not-shuffled": "The shoe of deck set {subject} is not shuffled.",
    "faulted-shuffle": "Deck set {subject} was in a faulted shuffle and has not been reshuffled since.",
    "not-cut": "The shoe of deck set {subject} is not cut.",
    "shuffler-standing": "Deck set {subject} was hand shuffled beside a shuffler that was not taken out of use.",
    "not-burned": "No card was burned at the start of the shoe of deck set {subject}.",
    "dealer-not-burned": "A new dealer took over the shoe of deck set {subject} without burning a card.",
    "cover-card-passed": "The cut card has come out of the shoe of deck set {subject}.",
    "no-floorperson": "No floorperson is assigned to the table.",
    "rack-missing": "No discard rack is on the table.",
    "rack-height": "The discard rack is not for the number of decks in set {subject}.",
    "drop-box-missing": "No drop box is on the table.",
    "tip-box-missing": "No tip box is on the table.",
    "layout-missing": "No layout is on the table.",
    "inspected-by-another": "Reader {subject} was inspected by somebody who is not the table's assigned floorperson.",
    "recut-late": "A new cut of deck set {subject} comes too late: its shoe has begun.",
    "recut-by-whom": "A new cut was not ordered by a casino supervisor.",
    "tens-disposal": "The tens taken out of deck set {subject} were not verified and disposed of as the section says.",
    "setup-decks": "The table is set up for a number of decks this game does not allow.",
    "setup-boxes": "The table is set up for a number of spots this game does not allow.",
    "setup-match": "Match-the-Dealer is offered with a number of decks it is not allowed with.",
    "setup-reader": "The game was changed while the table was open.",
    "inspect-reader": "Reader {subject} is due for inspection this gaming day.",
    "change-decks": "Deck set {subject} is due for a change.",
    "card-missing": "Deck set {subject} counts fewer cards than a full set.",
    "card-extra": "Deck set {subject} counts more cards than a full set.",
}
STEPS = {
    "inspected": "The cards were not inspected when they were opened.",
    "verified": "The floorperson did not verify the inspection of the cards.",
    "spread": "The cards were not spread face up when they were opened.",
    "washed": "The cards were not washed when they were opened.",
}
DEAD_GAME = {
    "inspected": "After the dead game the cards were not inspected again.",
    "verified": "After the dead game the floorperson did not verify the inspection of the cards.",
    "spread": "The cards of the dead game were not spread on the table.",
    "washed": "After the dead game the cards were not washed once a player arrived.",
    "load": "After the dead game the batch dealt last was not put into the shuffler.",
    "shoe": "After the dead game no new shoe was begun.",
    "reshuffled": "The player asked for a spread and the batch was not reshuffled.",
}


def says(duty: str, subject: str | None) -> str:
    """The sentence for a duty and its subject."""
    if duty == "step-missing":
        return STEPS[subject or ""]
    if duty == "idle-not-done":
        return DEAD_GAME[subject or ""]
    return SAYS[duty].replace("{subject}", subject or "")
