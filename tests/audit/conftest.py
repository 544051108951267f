from tests.acts.conftest import empty, floor, house

__all__ = ["empty", "floor", "house"]
