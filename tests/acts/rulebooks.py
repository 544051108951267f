"""The shipped rulebooks, as every test of the acts plays under them."""

from __future__ import annotations

from floorapp.bootstrap import rulebooks

RULEBOOKS = rulebooks()
PA_590 = RULEBOOKS["pa-590"]
