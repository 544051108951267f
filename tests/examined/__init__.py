"""Rounds an outside examiner wrote by hand from the texts, with the answers he expected of them.

He wrote them before he looked at the engine, but for those whose names begin with 2, 3 and 4. Where he and the engine
differed the text decided, and the engine was mended or his round left out.
"""
