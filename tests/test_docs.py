"""The examples in the extension's docstrings run; pytest itself finds those of Python modules."""

from __future__ import annotations

import doctest

import pokerhouse
from pokerhouse import _core


def test_every_example_of_the_extension_runs() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in finder.find(_core, module=_core):
        runner.run(example)
    assert runner.failures == 0
    assert runner.tries > 20


def test_every_public_name_has_a_docstring_and_is_listed() -> None:
    for name in pokerhouse.__all__:
        thing = getattr(pokerhouse, name)
        assert name.startswith("__") or thing.__doc__, name
    assert set(dir(pokerhouse)) == set(pokerhouse.__all__)
    assert "nonesuch" not in dir(pokerhouse)
