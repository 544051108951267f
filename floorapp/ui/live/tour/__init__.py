"""The tour: the real window is driven through the day, and each step is saved as a picture.

A step is a function of a `Walker` in one of the files here, named in `DAY` (in `take.py`). It presses keys where a
person would, waits with `walker.wait`, and ends with `walker.shoot("name-of-the-picture")`; it leaves no sheet open
and the place as it likes. It may rely only on what `resources/sample` always makes and on what steps before it did;
whoever needs another person calls `walker.be("handle")` and goes back to `walker.be("ortiz")` at the end.
"""
