//! What a pool tells about itself through `tracing`, with the target `cenote`. Nothing on the fast path.

use std::fmt;

use cenote_core::{Reason, Time};

use crate::{building::manager::Manager, error::Error, inner::Inner, state::Taker};

/// A creation failed.
pub(crate) fn create_failed<M: Manager>(inner: &Inner<M>, error: &str) {
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "cenote", pool = &*inner.name, error, "creating a resource failed");
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, error);
}

/// A resource is about to be destroyed.
pub(crate) fn destroyed<M: Manager>(inner: &Inner<M>, reason: Reason) {
    #[cfg(feature = "tracing")]
    tracing::debug!(target: "cenote", pool = &*inner.name, ?reason, "destroying a resource");
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, reason);
}

/// The manager did not end a resource in time.
pub(crate) fn destroy_timed_out<M: Manager>(inner: &Inner<M>) {
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "cenote", pool = &*inner.name, "destroying a resource took too long");
    #[cfg(not(feature = "tracing"))]
    let _ = inner;
}

/// A hook refused a resource. No error: it took too long.
pub(crate) fn hook_refused<M: Manager>(inner: &Inner<M>, hook: &str, error: Option<&M::Error>) {
    #[cfg(feature = "tracing")]
    tracing::debug!(
        target: "cenote",
        pool = &*inner.name,
        hook,
        error = error.map_or_else(|| "took too long".into(), |error| inner.manager.describe(error)),
        "a hook refused a resource",
    );
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, hook, error);
}

/// A user gave a resource back as broken.
pub(crate) fn discarded<M: Manager>(inner: &Inner<M>, reason: &dyn fmt::Display) {
    #[cfg(feature = "tracing")]
    tracing::debug!(target: "cenote", pool = &*inner.name, %reason, "a resource was discarded");
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, reason);
}

/// A caller got nothing.
pub(crate) fn refused<M: Manager>(inner: &Inner<M>, error: &Error<M::Error>) {
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "cenote", pool = &*inner.name, %error, "a caller got no resource");
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, error);
}

/// A resource is out for longer than the threshold, in a pool that looks for leaks.
pub(crate) fn still_out<M: Manager>(inner: &Inner<M>, taker: Taker, now: Time) {
    #[cfg(feature = "tracing")]
    tracing::warn!(
        target: "cenote",
        pool = &*inner.name,
        held_ms = std::time::Duration::from_nanos(now.since(taker.since)).as_millis() as u64,
        acquired_at = %taker.at,
        "a resource has not come back",
    );
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, taker, now);
}

/// A resource came back, in a pool that looks for leaks.
pub(crate) fn given_back<M: Manager>(inner: &Inner<M>, taker: Taker, now: Time) {
    #[cfg(feature = "tracing")]
    {
        let held = std::time::Duration::from_nanos(now.since(taker.since));
        if inner.leak_threshold.is_some_and(|threshold| held >= threshold) {
            tracing::warn!(
                target: "cenote",
                pool = &*inner.name,
                held_ms = held.as_millis() as u64,
                acquired_at = %taker.at,
                "a resource was held for long",
            );
        }
    }
    #[cfg(not(feature = "tracing"))]
    let _ = (inner, taker, now);
}
