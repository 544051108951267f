"""The quick way through many rounds: read into columns, and judged by what the engine's memory knows of their hands.

It knows no rule of its own. What the memory does not vouch for gets the plain answer of `engine.verify`.

Three rounds of one box each, T 9 standing against 6 T K, the last of which reports a loss where it won:

>>> columns = QuickReader(judge).read(text).columns
>>> columns.table, columns.dealt, columns.play      # one number a round or box, given out by the judge
([0, 0, 0], [3, 3, 3], [1, 1, 1])
>>> columns.first_cards, columns.nets               # cards as bytes, two a box; amounts in cents
([37, 32, 49, 34, 49, 34], [1000, 1000, -1000])
>>> judge.judge(columns)                            # OK, OK, MISMATCH: of the third an answer is made
[1, 1, 3]

Why 1000 is right: the hands are all one hand to the engine, number 1 (an 18 that stood would be another), the
dealers have all come to the place of a 26, and against it the main wager of such a hand wins 1 to 1, whatever the
suits and amounts. The engine was asked that once; from then on it is looked up, for all rounds at a time:

>>> look = judge.look(columns)
>>> look.hands, look.places, look.stakes[:, 0]      # one number a hand, one a dealer; cents on main
([1, 1, 1], [26, 26, 26], [1000, 1000, 1000])
>>> judge.hands.shares(look.hands, MAIN, look.places)
[[1, 1], [1, 1], [1, 1]]
>>> look.nets.cents[MAIN]                            # what each line comes to, to be held against what is reported
[1000, 1000, 1000]

How a hand comes to its number is told in `engine/play_graph.py`, by an example.

The files, in the order in which a round passes through them: `record_reader` or `packed_reader` (with `layout` and
`pieces`) makes `columns`; `judge` looks up `plays`, `hands`, `stops`, `side_pays` and `reported_lines`;
`answer_teller` and `told_lines` write answers in full; `verify` asks the engine about what is left.
"""
