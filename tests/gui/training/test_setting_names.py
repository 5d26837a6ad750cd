"""Every training setting that the window shows has a name that can be translated."""

from engine.learning.methods import METHODS
from gui.training.advanced_form import ELSEWHERE
from gui.training.setting_names import NAMES, english_name


def test_the_names_are_those_of_all_settings_that_are_shown():
    shown = {each.name for method in METHODS.values() for each in method.settings.describe()} - set(ELSEWHERE)
    assert set(NAMES) == {english_name(name) for name in shown}
