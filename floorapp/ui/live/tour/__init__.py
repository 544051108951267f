"""The tour: the real window is driven through the day, and each step is saved as a picture.

New steps: a small module here with `walk(walker)`, and its name in `DAY` (in `take.py`), under the comment of
its area. A step presses keys where a person would, waits with `walker.wait`, and ends with
`walker.shoot("name-of-the-picture")`; it leaves no sheet open and the place as it likes. It may rely only on
what `resources/sample` always makes and on what steps before it did; whoever needs another person calls
`walker.be("handle")` and goes back to `walker.be("ortiz")` at the end.
"""
