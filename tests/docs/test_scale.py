"""The page on scale shows what the model says, from the figures that the model has."""

import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from bench.scale import Assumed, Measured, need, told

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")


def test_the_page_shows_what_the_model_says():
    assert f"```\n{told(Measured(), Assumed())}\n```" in PAGE


@pytest.mark.parametrize("figures", [Measured(), Assumed()], ids=["measured", "assumed"])
def test_the_page_has_every_figure_of_the_model(figures: Measured | Assumed):
    rows = re.findall(r"^\| `(\w+)` \| ([\d.,]+) \|", PAGE, re.MULTILINE)
    shown = {name: float(number.replace(",", "")) for name, number in rows}
    assert {name: shown.get(name) for name in asdict(figures)} == asdict(figures)


def test_the_model_is_right_where_it_can_be_worked_by_hand():
    """400 people at 100 tables make 10 moves a second: of 0.01 s each, at half of a processor, with one node spare."""
    measured = Measured(
        node_us=10_000.0, passed_us=0.0, database_us=5_000.0, lobby_us=0.0, lobby_database_us=0.0, log_bytes=1e6,
        kept_bytes=1e3, sent_kib=1e6 / 1024, table_kib=1024.0, line_kib=0.0, open_ms=20.0,
    )  # fmt: skip
    assumed = replace(
        Assumed(), people=400.0, moves_a_minute=1.5, busy=0.5, average=1.0, kept_months=1.0,
        database_cores=4.0, network_gbit=1.0, core=10.0, gib=0.0, disk_gb=1.0, traffic_gb=0.5,
    )  # fmt: skip
    found = need(measured, assumed)
    assert (found.moves, found.nodes, found.database_cores, found.log_mb) == pytest.approx((10.0, 2, 0.1, 10.0))
    assert found.disk_gb == pytest.approx(10 * 2_592_000 * 1e3 / 1e9)
    assert (found.sent_gbit, found.traffic_gb) == pytest.approx((0.08, 25_920))
    assert found.takeover == 1.0  # 50 tables of the node that died, at the other one
    assert found.limits == pytest.approx(
        {"one node": 2_000, "the database's processors": 16_000, "the network of the proxy": 2_500}
    )
    assert found.money == pytest.approx({"nodes": 20.0, "database": 10.0 + 25.92, "traffic": 12_960.0})


def test_lines_that_are_passed_on_and_the_lobby_need_nodes_too():
    alone = replace(Measured(), passed_us=0.0, lobby_us=0.0)
    assert need(alone, Assumed()).nodes < need(replace(alone, passed_us=500.0), Assumed()).nodes
    assert need(alone, Assumed()).nodes < need(replace(alone, lobby_us=5_000.0), Assumed()).nodes
