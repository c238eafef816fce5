"""What the quick driver weighs, tuned by races between quick drivers. Written, not edited:

python -m tools.tune_driver nitro_dice --seats 2,4 --stages 10 --tries 100 --races 800 --seed 2 --write

Races won alone against drivers with the habits before:
2 seats: 90.8% of 20160 (90.4% to 91.2%; fair share 50.0%)
3 seats: 73.3% of 20160 (72.7% to 73.9%; fair share 33.3%)
4 seats: 56.0% of 20160 (55.3% to 56.7%; fair share 25.0%)
5 seats: 45.9% of 20160 (45.2% to 46.6%; fair share 20.0%)
6 seats: 37.4% of 20160 (36.7% to 38.1%; fair share 16.7%)
"""

HABITS = (
    118,  # free
    37,  # pace
    212,  # rolling
    34,  # covered_border
    97,  # bare_border
    151,  # bare_border_poor
    177,  # bare_border_last
    612,  # hazard
    123,  # hazard_poor
    126,  # hazard_last
    41,  # blocked
    150,  # blocked_poor
    73,  # blocked_last
    559,  # speed_card
    14,  # poor
    4,  # pit_in
    1,  # pit_points
    9,  # pit_out
    19,  # three_condition
    5,  # three_cards
    10,  # look
    0,  # place_spare
)
