from __future__ import annotations

import importlib
import pkgutil

import pytest

import headwater

MODULES = [
    name for _, name, _ in pkgutil.walk_packages(headwater.__path__, "headwater.") if not name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["headwater", *MODULES])
def test_every_module_says_what_it_offers(name: str) -> None:
    module = importlib.import_module(name)
    for item in module.__all__:
        assert getattr(module, item).__doc__ or isinstance(getattr(module, item), (str, int))


def test_every_error_is_a_headwater_error() -> None:
    errors = [getattr(headwater, name) for name in headwater.__all__ if name.endswith("Error")]
    assert all(issubclass(error, headwater.HeadwaterError) for error in errors)
