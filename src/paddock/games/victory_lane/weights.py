"""What the estimate weighs, fitted to who won races between quick drivers. Written, not edited:

python -m tools.fit_estimate victory_lane --races 1200 --seed 1000 --write
"""

# fmt: off
# By knot of the way to go, then by trait: worth for each unit, in parts of a halving, times UNIT.
WEIGHTS = (
    # 0 to go
    1627, 0,
    # 6 to go
    1276, 0,
    # 14 to go
    1142, 0,
    # 27 to go
    893, 0,
    # 41 to go
    854, 0,
    # 80 to go
    343, 0,
    # 160 to go
    0, 3,
)
# By group of tables: how sure chances are near, further and far behind, times SHARP.
SHARPNESS = (
    211, 181, 236,
    210, 204, 248,
    224, 207, 322,
    238, 162, 300,
    225, 171, 336,
    296, 123, 360,
    283, 120, 352,
    428, 233, 1043,
    396, 290, 274,
    374, 355, 537,
    256, 256, 256,
    256, 256, 256,
    256, 256, 256,
    256, 256, 256,
)
