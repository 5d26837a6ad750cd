"""Sentences are plain English text that still knows what it was made of."""

import pickle

from engine.errors import UserError
from engine.sentences import joined, known_again, said, said_n, text_of


def test_a_sentence_is_its_english_text():
    sentence = said("{name} cannot be read: {why}", name="a{b}.jpg", why=said("it is empty"))
    assert sentence == "a{b}.jpg cannot be read: it is empty"
    assert sentence.template == "{name} cannot be read: {why}"
    assert said("100 % {literal}") == "100 % {literal}"


def test_of_one_thing_and_of_many():
    texts = [said_n("{n:,} pictures in {place}", "{n:,} picture in {place}", n, place="A") for n in (0, 1, 2, 1234)]
    assert texts == ["0 pictures in A", "1 picture in A", "2 pictures in A", "1,234 pictures in A"]
    assert [text.number for text in texts] == [0, 1, 2, 1234]


def test_several_texts_as_one():
    both = joined("; ", ["plain {text}", said("{n} files", n=3)])
    assert both == "plain {text}; 3 files"
    assert isinstance(both.values["part1"], type(both))


def test_what_it_was_made_of_comes_through_a_process_border():
    error = pickle.loads(pickle.dumps(UserError(said_n("{n} files are gone", "{n} file is gone", 1))))
    assert str(error) == "1 file is gone"
    assert (error.args[0].template, error.args[0].number) == ("{n} files are gone", 1)


def test_a_text_that_was_stored_is_known_again_with_its_values():
    unread, full = said("{name} cannot be read ({why})"), said("the disk is full")
    kept = str(unread.with_values(name="a (b).jpg", why=unread.with_values(name="c", why=full)))
    assert kept == "a (b).jpg cannot be read (c cannot be read (the disk is full))"
    again = known_again(kept, [said("{name} is gone"), unread])
    assert (again, again.template, again.values["name"]) == (kept, "{name} cannot be read ({why})", "a (b).jpg")
    assert again.values["why"].template == unread.template
    assert again.values["why"].values["why"].template == full
    assert known_again("what nobody knows", [unread]).template == "what nobody knows"


def test_an_error_gives_the_sentence_that_it_was_given():
    assert text_of(UserError(said("{n} files", n=3))).template == "{n} files"
    assert text_of(OSError(2, "No such file")) == "[Errno 2] No such file"
