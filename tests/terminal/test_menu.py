"""Menus of choices: how they are printed and answered."""

from paddock.engine import Choice
from paddock.terminal.menu import Menu, columns, runs


def menu(*words: str, final: tuple[int, ...] = ()) -> Menu:
    return Menu(tuple(Choice(10 + place, said) for place, said in enumerate(words)), frozenset(final))


def move(found: Choice | None) -> int | None:
    return found.move if found else None


def test_a_number_or_whole_words_name_a_move():
    choices = menu("stop", "roll")
    assert move(choices.exactly("2")) == 11
    assert move(choices.exactly("  ROLL ")) == 11
    assert [move(choices.exactly(text)) for text in ("0", "3", "-1", "²", "9" * 5000, "ro", "")] == [None] * 7


def test_the_beginning_the_end_or_a_part_of_the_words_is_enough():
    choices = menu("drive by the shortcut to step 8", "drive by the normal road to step 18", "stop")
    assert [choice.move for choice in choices.meant("st")] == [12]
    assert [choice.move for choice in choices.meant("normal")] == [11]
    assert [choice.move for choice in choices.meant("step 8")] == [10]
    assert [choice.move for choice in choices.meant("drive")] == [10, 11]
    assert choices.meant("") == choices.meant("fly") == choices.meant("8") == []


def test_words_that_differ_in_their_number_alone_are_chosen_by_that_number():
    # The list number of "step 5" would be 3: typing 5 must not mean the fifth entry.
    choices = menu(*(f"put it on step {step}" for step in (1, 2, 5, 6, 7, 9)))
    assert move(choices.exactly("5")) == 12
    assert choices.exactly("3") is None
    assert [choice.move for choice in choices.meant("step 9")] == [15]
    assert choices.lines(80) == ["  put it on step 1, 2, 5 to 7, 9"]
    assert choices.names() == "put it on step 1, 2, 5 to 7, 9"


def called(*numbers: int, words: tuple[str, ...]) -> Menu:
    choices = tuple(Choice(10 + place, said) for place, said in enumerate(words))
    return Menu(choices, called={10 + place: number for place, number in enumerate(numbers)})


def test_the_number_printed_on_a_component_wins_over_its_place():
    cards = called(9, 3, 2, words=("9, Low Line", "Pedal Down", "Ace 2"))
    assert [move(cards.exactly(number)) for number in "9321"] == [10, 11, 12, None]
    assert cards.lines(80) == ["  Ace 2   3 Pedal Down   9, Low Line"]
    assert cards.names() == "Ace 2; 3 Pedal Down; 9, Low Line"


def test_zero_is_the_one_choice_without_a_number_and_two_such_have_places():
    one = called(7, 0, words=("7, Low Line", "keep"))
    assert [move(one.exactly(number)) for number in ("7", "0", "1")] == [10, 11, None]
    two = called(7, 0, 0, words=("7, Low Line", "keep", "stop"))
    assert [move(two.exactly(number)) for number in ("7", "0", "1", "2")] == [None, None, 10, 11]


def test_printed_numbers_win_over_those_at_the_end_of_the_words():
    cards = called(4, 5, words=("gear 1", "gear 2"))
    assert [move(cards.exactly(number)) for number in "45"] == [10, 11]
    assert cards.exactly("1") is None
    assert called(1, 2, words=("gear 1", "gear 2")).lines(80) == ["  gear 1, 2"]


def test_faces_of_a_die_are_typed_as_they_are():
    die = menu(*"123456")
    assert move(die.exactly("4")) == 13
    assert die.exactly("7") is None
    assert die.lines(80) == ["  1 to 6"]


def test_what_cannot_be_taken_back_is_marked():
    assert menu("stop", "roll", final=(11,)).lines(80) == ["  1 stop   2 roll *   (* cannot be taken back)"]
    assert menu("stop", "roll", final=(10, 11)).lines(80) == ["  1 stop   2 roll   (cannot be taken back)"]
    assert menu("stop", "roll").lines(80) == ["  1 stop   2 roll"]
    assert menu("go 1", "go 2", "go 3", final=(11, 12)).lines(80) == ["  go 1 to 3   (2, 3: cannot be taken back)"]


def test_a_long_list_stands_below_each_other_and_a_very_long_one_in_columns():
    assert menu("a" * 30, "b" * 30).lines(50) == [f"  1 {'a' * 30}", f"  2 {'b' * 30}"]
    many = menu(*(f"take {letter}" for letter in "abcdefghijklmnop"))
    # The widest entry, "10 take j", and a gap take 12 columns: 3 fit into 38, so 16 entries need 6 rows.
    assert many.lines(40)[0] == "  1 take a    7 take g    13 take m"
    assert len(many.lines(40)) == 6
    assert many.names().endswith("12 take l, ...")


def test_two_moves_of_the_same_words_are_chosen_by_their_place():
    twins = menu("swap", "swap")
    assert twins.exactly("swap") is None
    assert move(twins.exactly("2")) == 11


def test_numbers_are_listed_as_people_do():
    assert runs([4, 1, 2, 3, 6, 9, 10]) == "1 to 4, 6, 9, 10"
    assert columns(["a", "b", "c"], 9) == ["a   c", "b"]
