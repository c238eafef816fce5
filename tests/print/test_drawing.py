"""Drawings of the boards on the screen as plain SVG."""

import pytest

from paddock.engine import Drawing
from paddock.print import PrintError
from paddock.print.drawing import Draughtsman, plain_styles, plain_svg, size


def test_variables_products_and_mixed_colours_are_worked_out():
    head = "<style>.a.s1 {fill:var(--grass);opacity:calc(var(--night, 0.5) * 0.4);}</style>"
    body = (
        '<!--[--><svg viewBox="0 0 20 10" style="--grass: #102030; --dark: #000000">'
        '<path style="fill: color-mix(in srgb, var(--grass) 50%, #fff)"></path><!--]--></svg><!---->'
    )
    svg = plain_svg(head, body)
    assert "<style>.a.s1 {fill:#102030;opacity:0.2;}</style>" in svg
    assert '<path style="fill: #889098">' in svg  # halfway from 10, 20, 30 to ff, in hexadecimal
    assert "<!--" not in svg
    assert svg.startswith('<svg viewBox="0 0 20 10"')
    assert 'xmlns="http://www.w3.org/2000/svg" width="20.0" height="10.0"' in svg


def test_a_variable_without_a_value_is_named():
    with pytest.raises(PrintError, match="--lost"):
        plain_svg("", '<svg viewBox="0 0 1 1"><path fill="var(--lost)"></path></svg>')


def test_styles_for_screens_are_left_out_and_weights_are_whole_hundreds():
    told = plain_styles(
        "text {font:850 15px system-ui, sans-serif;animation:blink 1s;}"
        "@keyframes blink {to {opacity:0;}}.a:where(.s1) {fill:none;}b {font-weight:900;}"
    )
    assert told == "text {font:900 15px 'Source Sans Pro', sans-serif;}.a {fill:none;}b {font-weight:900;}"


def test_a_drawing_has_the_size_of_its_view():
    assert size('<svg viewBox="-5 -5 54 34">') == (54, 34)
    with pytest.raises(PrintError, match="no viewBox"):
        size("<svg>")


def test_the_car_of_the_screen_is_drawn():
    draughtsman = Draughtsman("nestorgames_gp")
    car = Drawing("Piece", {"kind": "car", "colour": "#123456", "number": 7})
    svg = draughtsman.svg(car)
    assert 'fill="#123456"' in svg
    assert ">7</text>" in svg
    assert size(svg) == (54, 34)
    assert Draughtsman("nestorgames_gp").svg(car) == svg


def test_a_drawing_that_is_not_there_is_named():
    with pytest.raises(PrintError, match="the drawing Ship of nestorgames_gp"):
        Draughtsman("nestorgames_gp").svg(Drawing("Ship"))
