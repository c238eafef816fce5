"""The store for who outgrows one file: PostgreSQL."""

import psycopg

from .group_commit import one_line
from .postgres_writer import PostgresWriter
from .sql_store import SqlStore
from .store import StoreError
from .urls import without_password

SIZE = "SELECT pg_database_size(current_database())"


class PostgresStore(SqlStore):
    """A store in a database. One server locks it, unless it is `shared` with others that know of each other."""

    def __init__(self, url: str, channel: str = "", shared: bool = False, lease_seconds: float = 0.0):
        super().__init__()
        self.channel = channel
        self._size = 0
        try:
            self.writer = PostgresWriter(url, shared, lease_seconds)
        except (psycopg.Error, StoreError) as error:
            raise StoreError(f"the store {without_password(url)} cannot be opened: {one_line(error)}") from None

    async def counts(self) -> dict[str, int]:
        """How many tables of each status; who asks for them also asks for the size."""
        (self._size,) = await self._do(lambda connection: connection.execute(SIZE).fetchone())
        return await super().counts()

    def size(self) -> int:
        """Bytes of the database when the tables were last counted."""
        return self._size
