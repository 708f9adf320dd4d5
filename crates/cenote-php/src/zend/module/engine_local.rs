//! Statics of ours. NTS: one executor per process, so plain ones.

/// A static that belongs to the thread that runs PHP.
///
/// The one place that a thread-safe build would have to change: there each of these becomes a thread-local.
pub(crate) struct EngineLocal<T>(T);

// SAFETY: NTS: PHP code and every callback of the engine run on one thread.
unsafe impl<T> Sync for EngineLocal<T> {}

impl<T> EngineLocal<T> {
    pub(crate) const fn new(value: T) -> Self {
        EngineLocal(value)
    }
}

impl<T> std::ops::Deref for EngineLocal<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
