"""The shared engine: five rulebooks, settlement, verification, irregularities, odds. Pure."""
