"""Where a paper waits for a further signature."""

from __future__ import annotations

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class SigningPlace:
    """A place on a page, from its lower left to its upper right corner, for somebody of a role to sign."""

    role: str
    meaning: str
    page: int
    box: tuple[float, float, float, float]

    @property
    def field(self) -> str:
        """The field's name in the PDF, where a dot would mean a field within a field."""
        return self.role.replace(".", "")
