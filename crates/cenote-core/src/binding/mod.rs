//! The binding of a coroutine to a pooled connection: decisions over plain facts.
