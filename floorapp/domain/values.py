"""Values: dataclasses whose code is written when it is first needed.

The standard library (3.11) writes and compiles six functions for every dataclass when its file is imported: 0.8 ms
each, against 0.07 ms here. A start knows two hundred values and makes few of them, so this is 0.1 s of its 0.6 s of
processor time, which may be at most twice a bare window's. `msgspec.Struct` would take 0.02 ms, but is no part of
the standard library, on which this room and the engine stand, and has neither the `fields` by which entries are
spelled nor `replace`. With Python 3.13, whose dataclasses are made faster, this is to be measured again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import partial
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, kw_only: bool = False, order: bool = False
    ) -> Callable[[type], type]:
        """As in the standard library; for its rarer options there is the standard library's own."""

        def make(plain: type) -> type:
            own = {name for name, method in vars(plain).items() if method is not None}
            types = plain.__annotations__
            _refuse_rarer(plain.__name__, types)
            plain.__annotations__ = dict.fromkeys(types, object)  # a text would be searched for `ClassVar` and its like
            plain.__doc__ = plain.__doc__ or plain.__name__  # else a signature would be reckoned out for one
            made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(plain)
            plain.__annotations__ = made.__annotations__ = types
            for each in fields(made):
                each.type = types.get(each.name, each.type)
            texts = _TEXTS | _ORDER if order else _TEXTS
            unwritten = {name: _Unwritten(made, name, text) for name, text in texts.items()}
            first = {"__repr__": _repr, "__init__": _UnwrittenInit(made, "__init__", _init)}
            methods = {**first, **unwritten, **(_FROZEN if frozen else {"__hash__": None})}
            for name, method in methods.items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return make


def _refuse_rarer(name: str, types: dict[str, Any]) -> None:
    """Every annotation here is a field."""
    written = str(types)
    for rarer in ("ClassVar", "InitVar", "KW_ONLY"):
        if rarer in written:
            raise TypeError(f"{name} has a {rarer}: use the standard library's dataclass")


class _Unwritten:
    """A method that is written, in its own place, when somebody first asks for it."""

    def __init__(self, made: type, name: str, text: Callable[[type, dict[str, Any]], str]) -> None:
        self._made, self._name, self._text = made, name, text

    def __get__(self, instance: object, owner: type) -> Any:
        return self.write().__get__(instance, owner)

    def write(self) -> Any:
        """Write it, and put it in its place."""
        made, name = self._made, self._name
        scope: dict[str, Any] = {"__name__": made.__module__, "_put_": object.__setattr__, "_unset_": MISSING}
        exec(self._text(made, scope), scope)
        written = scope[name]
        written.__qualname__ = f"{made.__qualname__}.{name}"
        setattr(made, name, written)
        return written


#: So many values are made without code of their own: writing some takes as long as making thirty.
SELDOM = 12


class _UnwrittenInit(_Unwritten):
    """The first few values are made without code of their own."""

    def __init__(self, made: type, name: str, text: Callable[[type, dict[str, Any]], str]) -> None:
        super().__init__(made, name, text)
        self._left = SELDOM

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None or not self._left:
            return super().__get__(instance, owner)
        self._left -= 1
        return partial(self._fill, instance)

    def _fill(self, instance: object, *given: Any, **named: Any) -> None:
        """Put each value in its slot, or let the written code refuse what was given."""
        known = {each.name: each for each in fields(self._made)}
        places = [name for name, each in known.items() if not each.kw_only]
        values = dict(zip(places, given, strict=False)) | named
        good = len(values) == len(given) + len(named) and values.keys() <= known.keys()
        for name, each in known.items():
            if name not in values:
                values[name] = each.default if each.default_factory is MISSING else each.default_factory()
            good = good and each.init and values[name] is not MISSING
        if not good:
            self.write()(instance, *given, **named)
            return
        for name, value in values.items():
            object.__setattr__(instance, name, value)
        if hasattr(self._made, "__post_init__"):
            instance.__post_init__()  # type: ignore[attr-defined]


def _init(made: type, scope: dict[str, Any]) -> str:
    """Takes the fields in their order, those by keyword last, and puts each in its slot."""
    takes, lines = ["self"], []
    frozen = vars(made).get("__setattr__") is _refuse_to_set
    for each in sorted(fields(made), key=lambda each: bool(each.kw_only)):
        name = each.name
        if each.kw_only and "*" not in takes:
            takes.append("*")
        takes.append(_parameter(each, scope))
        given = name if each.default_factory is MISSING else f"_default_{name}() if {name} is _unset_ else {name}"
        slot = getattr(made, name, None)
        if not frozen:
            lines.append(f"self.{name} = {given}")
        elif isinstance(slot, MemberDescriptorType):  # goes straight to its place, in two thirds of the time
            scope[f"_put_{name}"] = slot.__set__
            lines.append(f"_put_{name}(self, {given})")
        else:
            lines.append(f"_put_(self, {name!r}, {given})")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    return "\n    ".join([f"def __init__({', '.join(takes)}):", *lines, "return None"])


def _parameter(each: Field[Any], scope: dict[str, Any]) -> str:
    if not each.init:
        raise TypeError(f"{each.name} is not given when the value is made: use the standard library's dataclass")
    if each.default_factory is not MISSING:
        scope[f"_default_{each.name}"] = each.default_factory
        return f"{each.name}=_unset_"
    if each.default is not MISSING:
        scope[f"_default_{each.name}"] = each.default
        return f"{each.name}=_default_{each.name}"
    return each.name


def _compared(made: type, of: str) -> str:
    return "(" + "".join(f"{of}.{each.name}, " for each in fields(made) if each.compare) + ")"


def _comparing(name: str, sign: str) -> Callable[[type, dict[str, Any]], str]:
    def text(made: type, _scope: dict[str, Any]) -> str:
        return (
            f"def {name}(self, other):\n"
            "    if other.__class__ is not self.__class__:\n        return NotImplemented\n"
            f"    return {_compared(made, 'self')} {sign} {_compared(made, 'other')}"
        )

    return text


def _hash(made: type, _scope: dict[str, Any]) -> str:
    return f"def __hash__(self):\n    return hash({_compared(made, 'self')})"


def _repr(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse_to_set(self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, kept in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, kept)


_FROZEN: dict[str, Callable[..., Any]] = {
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
_TEXTS = {"__eq__": _comparing("__eq__", "=="), "__hash__": _hash}
_SIGNS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_ORDER = {name: _comparing(name, sign) for name, sign in _SIGNS.items()}
