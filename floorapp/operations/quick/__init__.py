"""The quick way through many rounds: read into columns, and judged by what the engine's memory knows of their hands.

It knows no rule of its own. What the memory does not vouch for gets the plain answer of `engine.verify`.
"""
