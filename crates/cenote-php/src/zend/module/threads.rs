//! The threads that run PHP: where each begins and ends, and which of them a signal is for (ADR 0016).
//!
//! The engine knows a thread before it serves a request, and tells its end through the globals of modules: ours are a record that
//! says which thread it belongs to. It is asked on that, as the engine frees what is left of other threads, too, when it ends.

use crate::zend::sys;

pub(crate) use each::{Number, begin, end_request, renumber, runs_php, signal, start};

/// Has the engine tell of threads. Called when the module's entry is made. `end` is what one does when it runs PHP no more.
pub(crate) fn tell(module: &mut sys::zend_module_entry, end: fn()) {
    each::tell(module, end);
}

/// The calling thread, as `pthread_self` names it. Forks keep the name.
#[inline]
fn name() -> usize {
    // SAFETY: asks for the calling thread's name, of which every thread has one.
    unsafe { libc::pthread_self() as usize }
}

/// One thread, which begins when the module starts.
#[cfg(not(zts))]
mod each {
    use super::name;
    use crate::zend::sys;
    use libc::{c_int, pthread_t};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Its name. 0: the module has not started.
    static THREAD: AtomicUsize = AtomicUsize::new(0);

    /// It ends with the module, which is told of that.
    pub(super) fn tell(_module: &mut sys::zend_module_entry, _end: fn()) {}

    /// The module starts.
    pub(crate) fn start() {
        THREAD.store(name(), Relaxed);
    }

    /// A request starts. Whether what the engine has of its thread is as memory was: it is all zero before the process begins.
    #[inline]
    pub(crate) fn begin() -> bool {
        false
    }

    /// It ends.
    #[inline]
    pub(crate) fn end_request() {}

    /// Whether the calling thread is that one. Only then may what it has be read.
    #[inline]
    pub(crate) fn runs_php() -> bool {
        THREAD.load(Relaxed) == name()
    }

    /// Which thread: there is one.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Number;

    impl Number {
        #[inline]
        pub(crate) fn own() -> Self {
            Number
        }

        /// The one that asks for a signal now.
        pub(crate) fn asking() -> Option<Self> {
            Some(Number)
        }

        #[inline]
        pub(crate) fn from_raw(_raw: c_int) -> Self {
            Number
        }

        #[inline]
        pub(crate) fn raw(self) -> c_int {
            0
        }
    }

    /// Has the thread get a signal.
    pub(crate) fn signal(_thread: Number, number: c_int) {
        // SAFETY: a thread that lives as long as the process.
        unsafe { libc::pthread_kill(THREAD.load(Relaxed) as pthread_t, number) };
    }

    /// In a forked child.
    pub(crate) fn renumber() {}
}

#[cfg(zts)]
mod each {
    use super::name;
    use crate::zend::{
        control::entry,
        globals::{ModuleGlobals, SetAtStart, end_thread},
        sys,
    };
    use libc::c_int;
    use std::{
        cell::Cell,
        ffi::c_void,
        sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::Relaxed},
    };

    /// The name of the thread that the record belongs to; 0: it has not run PHP yet.
    type Record = AtomicUsize;

    type End = fn();

    static END: SetAtStart<Cell<Option<End>>> = SetAtStart::new(Cell::new(None));
    /// Under which number the engine has a record for each thread: it writes this.
    static RECORDS: SetAtStart<Cell<sys::ts_rsrc_id>> = SetAtStart::new(Cell::new(0));
    /// The thread that began first, for signals that no thread has asked for; 0: it has ended.
    static FIRST: AtomicI32 = AtomicI32::new(0);

    thread_local! {
        /// The kernel's number of this thread; 0: it runs no PHP.
        static OWN: AtomicI32 = const { AtomicI32::new(0) };
        /// It serves a request.
        static SERVES: AtomicBool = const { AtomicBool::new(false) };
        static HAS_SERVED: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn tell(module: &mut sys::zend_module_entry, end: fn()) {
        END.set(Some(end));
        module.globals_size = size_of::<Record>();
        module.globals_id_ptr = RECORDS.as_ptr();
        module.globals_ctor = Some(make);
        module.globals_dtor = Some(ended);
    }

    /// Called for each thread, but not always on it.
    unsafe extern "C" fn make(record: *mut c_void) {
        // SAFETY: memory of the engine's for one record.
        unsafe { record.cast::<Record>().write(Record::new(0)) };
    }

    /// The module starts.
    pub(crate) fn start() {
        note_thread();
    }

    /// A request starts. Whether it is the first one of its thread: of what the engine has allotted to it, some is as the memory was.
    pub(crate) fn begin() -> bool {
        note_thread();
        SERVES.with(|serves| serves.store(true, Relaxed));
        !HAS_SERVED.with(|served| served.replace(true))
    }

    fn note_thread() {
        let record = ModuleGlobals::numbered(RECORDS.as_ptr()).here().cast::<Record>();
        // SAFETY: the calling thread's record, which stays until it ends.
        unsafe { (*record).store(name(), Relaxed) };
        // It is not asked on the record: of a thread that has ended without a word the engine gives the next one of that name all it had.
        if OWN.with(|number| number.load(Relaxed)) == 0 {
            let own = kernels_number();
            OWN.with(|number| number.store(own, Relaxed));
            // That there is one already is no error.
            let _ = FIRST.compare_exchange(0, own, Relaxed, Relaxed);
        }
    }

    /// It ends.
    pub(crate) fn end_request() {
        SERVES.with(|serves| serves.store(false, Relaxed));
    }

    /// Called on the thread when it leaves PHP, before anything of the engine's is gone; and for all that are left, on another one,
    /// when the engine ends.
    unsafe extern "C" fn ended(record: *mut c_void) {
        // SAFETY: the record of a thread.
        if unsafe { (*record.cast::<Record>()).swap(0, Relaxed) } != name() {
            return;
        }
        entry::contain(|| {
            if let Some(end) = END.get() {
                end();
            }
            HAS_SERVED.with(|served| served.set(false));
            let own = OWN.with(|number| number.swap(0, Relaxed));
            let _ = FIRST.compare_exchange(own, 0, Relaxed, Relaxed);
            end_thread();
        });
    }

    fn kernels_number() -> c_int {
        // SAFETY: asks for a number.
        unsafe { libc::gettid() }
    }

    /// Whether the calling thread is one of them. Only then may what it has be read. The engine is asked first, as its answer touches
    /// no memory of ours, which a thread of a library's does not have yet and a signal handler must not ask for.
    #[inline]
    pub(crate) fn runs_php() -> bool {
        // SAFETY: reads a variable of the calling thread's.
        let is_engines = unsafe { !sys::tsrm_get_ls_cache().is_null() };
        is_engines && OWN.with(|number| number.load(Relaxed)) != 0
    }

    /// Which thread; 0: none.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Number(c_int);

    impl Number {
        /// The calling one, which the engine knows, though it may not have begun.
        pub(crate) fn own() -> Self {
            let known = OWN.with(|number| number.load(Relaxed));
            Number(if known == 0 { kernels_number() } else { known })
        }

        /// The calling one, if it asks for a signal now. While it serves no request it is the engine who does, at the beginning of each
        /// on each thread, for what it handles on any.
        pub(crate) fn asking() -> Option<Self> {
            SERVES.with(|serves| serves.load(Relaxed)).then(Self::own)
        }

        pub(crate) fn from_raw(raw: c_int) -> Self {
            Number(raw)
        }

        pub(crate) fn raw(self) -> c_int {
            self.0
        }
    }

    /// Has a thread get a signal; without one, the first. A thread that has ended is not there for the kernel either.
    pub(crate) fn signal(thread: Number, number: c_int) {
        let thread = if thread.0 == 0 { FIRST.load(Relaxed) } else { thread.0 };
        // SAFETY: a system call on numbers.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, number) };
    }

    /// In a forked child, on a thread that runs PHP: it is another one for the kernel now, and the only one.
    pub(crate) fn renumber() {
        let own = kernels_number();
        OWN.with(|number| number.store(own, Relaxed));
        FIRST.store(own, Relaxed);
    }
}
