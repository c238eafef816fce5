"""A client that loses its connection and reconnects."""

from .harness import House, race_to_the_end


def test_a_client_that_comes_back_hears_exactly_what_it_missed(house: House):
    table = house.table("me", "open")
    seat = table.join("Bea")
    with table.client(0) as ana, table.client(seat) as bea, table.client(0) as whole:
        whole.at(0, 2)
        for _ in range(3):
            ana.my_turn(0)
            ana.move(0, 1)
            bea.my_turn(seat)
            bea.move(seat, 1)
        ana.my_turn(0)
        before, entry = dict(ana.plies[0]), ana.entry
        ana.socket.close()
        with table.client(0) as meanwhile:
            meanwhile.my_turn(0)
            meanwhile.move(0, 1)
            bea.my_turn(seat)
            bea.move(seat, 1)
            meanwhile.my_turn(0)
        with table.client(0, entry=entry) as again:
            again.settled()
            whole.settled()
            assert {**before, **again.plies[0]} == whole.plies[0]
            assert min(again.plies[0]) == len(before)  # nothing came twice
            assert again.position[0] == whole.position[0]
            assert [ply["view"] is not None for ply in again.plies[0].values()] == [True, True]


def test_a_client_that_has_seen_everything_hears_no_ply(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        ana.my_turn(0)
        with table.client(0, entry=ana.entry) as again:
            again.settled()
            assert again.plies == {}
            assert again.position[0] == ana.position[0]


def test_a_client_that_claims_the_future_starts_anew(house: House):
    table = house.table("me", "bot")
    with table.client(0, entry=10**6) as ana:
        assert ana.hear("undone")["to_ply"] == 0
        ana.settled()
        assert sorted(ana.plies[0]) == [0, 1]  # a card each


def test_plies_taken_back_meanwhile_are_forgotten(house: House):
    table = house.table("me", "open")
    seat = table.join("Bea")
    with table.client(0) as ana, table.client(seat) as bea:
        ana.my_turn(0)
        ana.move(0, 1)
        bea.my_turn(seat)
        entry = bea.entry
        bea.socket.close()
        ana.settled()
        ana.say("undo", seat=0, ply=ana.position[0]["ply"])
        ana.hear("undone")
        ana.my_turn(0)
        ana.move(0, 1)
        with table.client(seat, entry=entry) as again:
            undone = again.hear("undone")
            again.settled()
            assert undone["to_ply"] == 2  # two cards were drawn before Ana's move
            assert sorted(again.plies[seat]) == [2]


def test_old_plies_come_without_a_view(house: House):
    table = house.table("me", "me", game="nestorgames_gp")
    with table.client(0, 1) as both:
        race_to_the_end((both, 0), (both, 1))
        plies = len(both.plies[0])
    with house.client(table.id) as fan:
        fan.hear("over")
        views = [fan.plies[-1][ply]["view"] is not None for ply in range(plies)]
        assert views == [False] * (plies - 1) + [True]
        assert all(ply["words"] for ply in fan.plies[-1].values())
