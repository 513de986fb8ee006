"""The cells that are not within the goal, each with its cause and a bound. A cell that needs no exception has none."""

from typing import NamedTuple, Optional, Tuple


class Cell(NamedTuple):
    """One number of the table. `oracle` and `target` are TensorFlow releases, `versus` is the oracle's variant."""

    model: str
    variant: str
    replicas: int
    oracle: str
    versus: str
    target: str
    measure: str


class Expected(NamedTuple):
    """A deviation that is known: the cells it covers (None covers all), why, and how large it may be."""

    cause: str
    bound: float
    measures: Tuple[str, ...]
    model: Optional[str] = None
    variants: Optional[Tuple[str, ...]] = None
    replicas: Optional[int] = None
    oracles: Optional[Tuple[str, ...]] = None
    versus: Optional[str] = None
    targets: Optional[Tuple[str, ...]] = None
    # A race may leave a cell within the goal by luck; everything else must exceed it, or the row is out of date.
    always: bool = True

    def covers(self, cell: Cell) -> bool:
        """Whether the cell is one of those."""
        return (
            cell.measure in self.measures
            and self.model in (None, cell.model)
            and (self.variants is None or cell.variant in self.variants)
            and self.replicas in (None, cell.replicas)
            and (self.oracles is None or cell.oracle in self.oracles)
            and self.versus in (None, cell.versus)
            and (self.targets is None or cell.target in self.targets)
        )


EXPECTED: Tuple[Expected, ...] = ()


def expected(cell: Cell) -> Optional[Expected]:
    """The first known deviation that covers the cell."""
    return next((row for row in EXPECTED if row.covers(cell)), None)
