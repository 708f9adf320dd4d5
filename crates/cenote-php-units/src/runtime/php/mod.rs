//! What PHP code sees of coroutines.

mod files;
