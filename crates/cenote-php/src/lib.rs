//! cenote for stock PHP.
