"""Several servers on one database: who has which table, and how lines and requests reach it."""
