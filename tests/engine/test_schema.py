"""Records: one declaration, two forms that agree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.engine import Record, SchemaError, i8, i16, i32, i64


class Sample(Record):
    phase = i8()
    space = i16(3)
    hand = i8(2, 2)
    clock = i32()
    big = i64()


def sample(phase: int = 1) -> Sample:
    record = Sample()
    record.phase, record.space, record.hand, record.clock, record.big = (
        phase,
        [1, -2, 300],
        [[1, 2], [3, 4]],
        70000,
        1 << 40,
    )
    return record


def test_a_new_record_is_all_zeros_in_plain_lists():
    record = Sample()
    assert (record.phase, record.space, record.hand) == (0, [0, 0, 0], [[0, 0], [0, 0]])


def test_the_dtype_is_aligned_for_compiled_code():
    assert Sample.dtype.isalignedstruct
    assert Sample.dtype.fields is not None
    assert Sample.dtype.fields["space"][1] % 2 == 0


def test_a_record_converts_to_an_array_and_back():
    assert Sample.from_array(sample().to_array()) == sample()


@given(
    st.integers(-128, 127),
    st.lists(st.integers(-32768, 32767), min_size=3, max_size=3),
    st.integers(-(2**63), 2**63 - 1),
)
def test_bytes_hold_every_value(phase: int, space: list[int], big: int):
    record = Sample()
    record.phase, record.space, record.big = phase, space, big
    assert Sample.from_bytes(record.to_bytes()) == record


def test_a_copy_shares_nothing():
    record = sample()
    twin = record.copy()
    twin.space[0] = 9
    twin.hand[0][0] = 9
    assert record == sample()
    assert twin != record
    assert record.differences(twin) == [
        "space: [1, -2, 300] against [9, -2, 300]",
        "hand: [[1, 2], [3, 4]] against [[9, 2], [3, 4]]",
    ]


def test_equal_records_hash_alike_and_different_ones_differ():
    assert hash(sample()) == hash(sample())
    assert hash(sample(1)) != hash(sample(2))
    assert sample() != "a record"


def test_a_record_takes_over_another_in_place():
    record = Sample()
    record.become(sample())
    assert record == sample()


def test_a_record_prints_its_fields():
    assert str(sample()).splitlines()[:3] == ["Sample", "  phase = 1", "  space = [1, -2, 300]"]


@pytest.mark.parametrize(("field", "value"), [("phase", 128), ("phase", -129), ("space", [0, 0, 40000])])
def test_a_value_that_does_not_fit_is_named_not_wrapped(field: str, value: object):
    record = Sample()
    setattr(record, field, value)
    with pytest.raises(SchemaError, match=field):
        record.to_array()


def test_the_entry_that_does_not_fit_is_named_with_what_its_field_holds():
    record = sample()
    record.hand[1][0] = -200
    with pytest.raises(SchemaError, match=r"^Sample\.hand\[1\]\[0\] is -200: i8 holds -128 to 127$"):
        record.to_bytes()


@pytest.mark.parametrize(("field", "value"), [("phase", 1.5), ("space", [0, 2.0, 0]), ("phase", None)])
def test_what_is_no_whole_number_is_refused_by_the_name_of_its_field(field: str, value: object):
    record = Sample()
    setattr(record, field, value)
    with pytest.raises(SchemaError, match=rf"^Sample\.{field}.* a field holds whole numbers"):
        record.to_array()


@pytest.mark.parametrize(("field", "value"), [("space", [1]), ("hand", [[1, 2]]), ("hand", [[1], [2]])])
def test_a_list_of_the_wrong_length_is_not_stretched(field: str, value: object):
    record = Sample()
    setattr(record, field, value)
    with pytest.raises(SchemaError, match=field):
        record.to_array()


def test_two_wrong_lengths_do_not_make_up_for_each_other():
    record = Sample()
    record.space, record.hand = [1, 2], [[1, 2], [3, 4, 5]]
    with pytest.raises(SchemaError, match="space"):
        record.to_bytes()


def test_an_array_is_aligned_and_can_be_written_and_has_the_bytes_of_the_record():
    array = sample().to_array()
    assert array.flags.aligned
    assert array.flags.writeable
    assert array.tobytes() == sample().to_bytes()
    assert [int(array[name].flat[0]) for name in Sample.fields] == [1, 1, 1, 70000, 1 << 40]


def test_bytes_of_the_wrong_length_are_refused():
    with pytest.raises(SchemaError, match="takes"):
        Sample.from_bytes(b"short")


def test_a_field_has_at_most_two_lengths():
    with pytest.raises(SchemaError, match="two lengths"):
        i8(2, 2, 2)  # pyright: ignore[reportCallIssue]


def test_an_array_of_records_gives_each_row():
    rows = np.concatenate([sample(1).to_array(), sample(2).to_array()])
    assert Sample.from_array(rows, 1).phase == 2
