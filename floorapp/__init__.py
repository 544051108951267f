"""floorapp: tables, decks, readers and rounds of a casino floor, kept under the rulebooks."""
