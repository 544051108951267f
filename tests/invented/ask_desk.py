"""Put to a copy of the app: rounds as JSON on standard input, and words told at the dispute desk as arguments."""

from __future__ import annotations

import json
import sys

from floorapp.bootstrap import rulebooks
from floorapp.engine.decode import read_round
from floorapp.engine.packer import pack_block
from floorapp.engine.unpacker import unpack_block
from floorapp.operations.dispute.draft import start
from floorapp.operations.dispute.settlement import settle
from floorapp.operations.dispute.verdict_words import short_name
from floorapp.operations.dispute.word_parser import type_words
from floorapp.operations.quick.verify import QuickVerifier
from floorapp.screens.dispute import told_words
from floorapp.screens.dispute_pad import pad_rows

BOOKS, (game, told) = rulebooks(), sys.argv[1:]

rounds = [read_round(json.loads(line), BOOKS) for line in sys.stdin]
block = pack_block(rounds)
checked = QuickVerifier(BOOKS).check_block(block)

typed = type_words(start(game, id="told"), told, BOOKS, final=True)
settled = settle(typed.draft, BOOKS)
print(
    json.dumps(
        {
            "comes_back": list(unpack_block(block)) == rounds,
            "right": +checked.right,
            "wrong": [answer.id for answer in checked.wrong],
            "typed_wrong": typed.wrong,
            "told": told_words(typed.draft),
            "lines": [
                [line.wager, short_name(line.wager, BOOKS[game]), line.expected, line.because] for line in settled.lines
            ],
            "pads": [
                [press.types, press.words, press.refusal]
                for pad in ("cards", "wagers")
                for row in pad_rows(typed.draft, pad, "", BOOKS)
                for press in row
            ],
        }
    )
)
