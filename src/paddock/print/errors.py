"""What can keep sheets from being printed."""


class PrintError(ValueError):
    """Sheets that cannot be printed; says why in one sentence."""


class PrintExtraError(PrintError):
    """A library of the extra `print` is not installed."""

    def __init__(self) -> None:
        super().__init__("printing needs the extra 'print': pip install 'paddock[print]'")
