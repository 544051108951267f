"""The floor as it stands in the room: pits, tables, their decks and who answers for them."""
