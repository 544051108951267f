"""Rounds an outside examiner wrote by hand from the texts, with the answers he expected before he looked at the engine.

Where he and the engine differed the text decided, and the engine was mended or his round left out.
"""
