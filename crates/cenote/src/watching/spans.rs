//! Spans of `tracing`, at debug level with the target `cenote`, for what takes time. Nothing on the fast path.

use std::future::Future;

use crate::building::manager::Manager;
use crate::inner::Inner;

/// A function that runs a future in a span of this name.
macro_rules! span {
    ($function:ident, $name:literal) => {
        pub(crate) fn $function<M: Manager, F: Future>(
            inner: &Inner<M>,
            future: F,
        ) -> impl Future<Output = F::Output> + use<M, F> {
            #[cfg(feature = "tracing")]
            let future = tracing::Instrument::instrument(
                future,
                tracing::debug_span!(target: "cenote", $name, pool = &*inner.name),
            );
            #[cfg(not(feature = "tracing"))]
            let _ = inner;
            future
        }
    };
}

span!(create, "create");
span!(reset, "reset");
span!(check, "check");

/// From its making to its drop somebody waits for a resource.
#[cfg(feature = "tracing")]
pub(crate) struct Waiting {
    _span: tracing::Span,
}

#[cfg(not(feature = "tracing"))]
pub(crate) struct Waiting;

/// None: nobody looks at such spans.
pub(crate) fn waiting<M: Manager>(inner: &Inner<M>) -> Option<Waiting> {
    #[cfg(feature = "tracing")]
    {
        let span = tracing::debug_span!(target: "cenote", "wait", pool = &*inner.name);
        (!span.is_disabled()).then_some(Waiting { _span: span })
    }
    #[cfg(not(feature = "tracing"))]
    {
        let _ = inner;
        None
    }
}
