//! Who runs next, and getting there.
//!
//! There is no scheduler stack: the coroutine that stops running (parks or ends) chooses the next coroutine itself, on its own stack,
//! and jumps to it. The choice is the head of the queue; with an empty queue the process sleeps until the next timer or
//! until a descriptor is ready, and if nothing is left that anybody waits for, nobody can ever run again: a deadlock,
//! which the main flow gets to see.

use super::{
    abandoning, between::between_runs, deadlock, due, listeners, parked_frames, signals, sleep,
};
use crate::{
    runtime::{
        calls::inside,
        coroutines::{
            carrier::{self, AfterEnd, Context},
            coroutine::{Coroutine, State, Woken},
            scheduler::{self, Scheduler, with},
        },
        engine::{
            engine_state::{self, Saved},
            output, recursion,
        },
        measuring::runs::{self, Run},
        polling::reactor,
        process::{attention, clock, fork},
    },
    zend::{
        bailout,
        globals::{self, SetAtStart},
        sys,
    },
};
use cenote_core::Time;
use std::{cell::Cell, rc::Rc, time::Duration};

/// Due timers and ready descriptors are looked for at least this often while the queue never empties, and whenever the
/// coarse clock has moved on: a few coroutines with much to do between two waits hold a timer up for longer than many
/// with little.
const TURNS_BETWEEN_LOOKS: u32 = 16;

/// What folders above do for the switching.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Above {
    /// Ends a coroutine for which there is no C stack.
    pub(in crate::runtime) fail_without_stack: fn(&Rc<Coroutine>),
    /// Whether a signal could have a handler of PHP code run.
    pub(in crate::runtime) signal_handlers_may_run: fn(&Scheduler) -> bool,
    /// Puts such handlers ahead of all others.
    pub(in crate::runtime) start_signal_handlers: fn(),
    /// Looks for them after a wait that blocks the process.
    pub(in crate::runtime) look_after_this_wait: fn(),
    /// Ends a forked child to which nobody came along.
    pub(in crate::runtime) end_child_without_coroutine: fn(),
    /// Reports a run that has held others up.
    pub(in crate::runtime) tell_of_long_run: fn(Run),
}

static ABOVE: SetAtStart<Cell<Option<Above>>> = SetAtStart::new(Cell::new(None));

/// Module start-up.
pub(in crate::runtime) fn register(above: Above) {
    ABOVE.set(Some(above));
}

fn above<R>(ask: impl FnOnce(Above) -> R) -> R {
    ask(ABOVE.get().expect("the module has started"))
}

/// Somebody is about to block the process, as nobody can switch.
pub(in crate::runtime) fn look_for_signals_after_this_wait() {
    above(|above| (above.look_after_this_wait)());
}

/// Runs others until `me`, which is parked or queued, is chosen again.
pub(in crate::runtime) fn rest(me: &Rc<Coroutine>) {
    let frame = globals::executor().current_execute_data;
    me.frame.set(frame);
    // SAFETY: the frame that runs.
    unsafe { parked_frames::note(me, frame) };
    if let Some(action) = me.at_first_wait.take() {
        action();
    }
    run_others(me);
    inside::leave(me);
    me.frame.set(std::ptr::null_mut());
    recursion::put_back(&me.marks);
}

/// As [`rest`], in the way that `enter` notes down, for the running coroutine that PHP code alone has brought here: `caller`, which called
/// the function in `frame`. `Err`: not done, as somebody has to look closer.
///
/// In such a place no user's Fiber runs, nothing that another closes is in use, and nothing of a call is in the engine's globals.
#[inline]
pub(super) fn rest_in_plain_code<E: FnOnce(&mut Scheduler, Rc<Coroutine>)>(
    frame: *mut sys::zend_execute_data,
    caller: *mut sys::zend_execute_data,
    enter: E,
) -> Result<Rc<Coroutine>, E> {
    // SAFETY: reads a counter.
    let is_banned = unsafe { sys::zend_fiber_switch_blocked() };
    let wants_a_look = attention::wanted() != 0 || bailout::pending();
    if is_banned || wants_a_look || !engine_state::is_nothing_set() {
        return Err(enter);
    }
    let begun = with(|scheduler| {
        if scheduler.running.has_duties() || scheduler.time_to_look() {
            return Err(enter);
        }
        let Some((next, context)) = scheduler.take_first_with_stack() else { return Err(enter) };
        let me = std::mem::replace(&mut scheduler.running, next);
        enter(scheduler, me.clone());
        Ok((me, context))
    });
    let (me, context) = begun?;
    me.frame.set(frame);
    // SAFETY: PHP code that is in the middle of a call.
    unsafe { me.suspended_at.move_to_call(caller) };
    me.context.set(Context::current());
    debug_assert!(engine_state::is_nobodys(), "a coroutine leaves nothing of its own to the next");
    carrier::jump(context);
    me.frame.set(std::ptr::null_mut());
    Ok(me)
}

#[inline]
fn run_others(me: &Rc<Coroutine>) {
    let (next, context) = loop {
        let next = choose();
        if Rc::ptr_eq(&next, me) {
            me.state.set(State::Running);
            return;
        }
        if let Some(context) = context_of(&next) {
            break (next, context);
        }
    };
    if !engine_state::is_neutral() {
        me.engine.borrow_mut().put_aside();
    }
    me.context.set(Context::current());
    become_running(next);
    carrier::jump(context);
    engine_state::put_back_from(&me.engine);
    if bailout::pending() {
        output::accept_bequest();
    }
}

#[inline]
fn become_running(next: Rc<Coroutine>) {
    next.state.set(State::Running);
    let before = with(|scheduler| std::mem::replace(&mut scheduler.running, next));
    // What it held has gone with its end, while it was the running one (SPEC 30.11).
    debug_assert!(
        Rc::strong_count(&before) > 1 || bailout::pending() || !before.holds_values(),
        "the last reference to a coroutine holds nothing of the program's"
    );
    drop(before);
    // What is pending here, or set, would be the next one's.
    debug_assert!(engine_state::is_nobodys(), "a coroutine leaves nothing of its own to the next");
}

/// Lets `body` run in the name of `coroutine`, which has no stack of its own: nothing can park meanwhile, and what the
/// running coroutine has in the engine's globals is out of the way.
pub(in crate::runtime) fn in_the_name_of(coroutine: &Rc<Coroutine>, body: impl FnOnce()) {
    let mut engine = Saved::default();
    engine.put_aside();
    let me = with(|scheduler| std::mem::replace(&mut scheduler.running, coroutine.clone()));
    engine_state::put_back_from(&coroutine.engine);
    without_parking(body);
    if bailout::pending() {
        engine_state::bequeath();
    }
    let before = with(|scheduler| std::mem::replace(&mut scheduler.running, me));
    drop(before);
    engine.put_back();
    if bailout::pending() {
        output::accept_bequest();
    }
}

/// Runs `body` where nothing may park: between the end of one coroutine and the next, destructors run as well.
pub(crate) fn without_parking(body: impl FnOnce()) {
    // SAFETY: a counter of the engine, taken back below.
    unsafe { sys::zend_fiber_switch_block() };
    body();
    // SAFETY: counted up above.
    unsafe { sys::zend_fiber_switch_unblock() };
}

/// Where `next` continues or starts. `None`: it could not start, and has failed.
#[inline]
fn context_of(next: &Rc<Coroutine>) -> Option<Context> {
    if next.has_stack() {
        return Some(next.context.get());
    }
    match carrier::context_for_new() {
        Ok(context) => Some(context),
        Err(carrier::NoStack) => {
            above(|above| (above.fail_without_stack)(next));
            None
        }
    }
}

pub(in crate::runtime) fn after_end() -> AfterEnd {
    let next = choose();
    if with(|scheduler| Rc::strong_count(&scheduler.running) == 1) {
        let_go_of_ended();
    }
    let after =
        if next.has_stack() { AfterEnd::JumpTo(next.context.get()) } else { AfterEnd::StartNext };
    become_running(next);
    after
}

/// Who knew the coroutine that has ended may have been given up since: with a deadlock, those errors are forgotten that were to be
/// reported. What it holds must not go when the next one is the running one already (SPEC 30.11).
#[inline]
fn let_go_of_ended() {
    let ended = with(|scheduler| scheduler.running.clone());
    if ended.holds_values() && !bailout::pending() {
        between_runs(|| ended.let_go());
    }
}

/// Takes the next coroutine from the queue, sleeping for timers when it is empty.
#[inline]
fn choose() -> Rc<Coroutine> {
    attend_if_wanted();
    first_without_a_look().unwrap_or_else(choose_after_a_look)
}

#[inline]
fn attend_if_wanted() {
    match attention::wanted() {
        0 => {}
        // Here, as it is done at each switch (SPEC 44.13).
        attention::RUNS => {
            if runs::end(attention::RUNS) {
                end_long_run();
            }
        }
        wanted => attend(wanted),
    }
}

#[inline(always)]
fn first_without_a_look() -> Option<Rc<Coroutine>> {
    with(|scheduler| if scheduler.time_to_look() { None } else { scheduler.take_first() })
}

#[inline(never)]
fn choose_after_a_look() -> Rc<Coroutine> {
    loop {
        if let Some(next) = next_after_a_look() {
            return next;
        }
        enum Nothing {
            Sleep(Option<Time>),
            Drained,
            Deadlock,
        }
        let nothing = with(|scheduler| match scheduler.timers.next() {
            _ if scheduler.draining && scheduler.live() == 0 => Nothing::Drained,
            next if scheduler.timers.any_visible()
                || reactor::is_waited_on()
                || above(|above| (above.signal_handlers_may_run)(scheduler))
                || listeners::is_any_awaited() =>
            {
                Nothing::Sleep(next)
            }
            _ => Nothing::Deadlock,
        });
        match nothing {
            Nothing::Sleep(at) => {
                carrier::trim();
                sleep::until(at);
            }
            Nothing::Drained => with(|scheduler| {
                let main = scheduler.main().clone();
                scheduler.make_ready(&main, Woken::Called);
            }),
            Nothing::Deadlock => between_runs(deadlock::resolve),
        }
        attend_if_wanted();
        if let Some(next) = first_without_a_look() {
            return next;
        }
    }
}

/// A long run has ended: if somebody else could have run meanwhile, it is told (SPEC 44.13).
#[cold]
fn end_long_run() {
    let Some(run) = runs::noted() else { return };
    let threshold = runs::threshold();
    if threshold == 0 || run.wall < threshold {
        return;
    }
    let now = clock::precise_now();
    let timer = with(|scheduler| scheduler.timers.first_visible_due(now));
    let was_held_up = [timer, run.others_since].into_iter().flatten().min();
    let mut is_held_up = was_held_up.is_some_and(|since| now.since(since) >= threshold);
    // Since when a descriptor is ready nobody knows.
    if !is_held_up && reactor::is_waited_on() {
        let woken = reactor::look(Some(Duration::ZERO), None);
        is_held_up = !woken.is_empty();
        woken.into_iter().for_each(scheduler::wake);
    }
    if is_held_up {
        above(|above| (above.tell_of_long_run)(run));
    }
}

#[cold]
fn attend(wanted: u8) {
    if wanted & attention::RUNS != 0 && runs::end(wanted) {
        end_long_run();
    }
    if wanted & !(attention::RUNS | attention::SLICES) == 0 {
        return;
    }
    if signals::pending() {
        signals::deliver();
    }
    if wanted & attention::FORKED != 0 {
        fork::settle_fork();
        above(|above| (above.end_child_without_coroutine)());
    }
    reactor::settle_closed();
    if attention::wanted() & attention::LISTENED != 0 {
        listeners::deliver();
    }
    if attention::wanted() & attention::PCNTL_HANDLERS != 0 {
        between_runs(|| above(|above| (above.start_signal_handlers)()));
    }
}

impl Scheduler {
    #[inline]
    fn take_first(&mut self) -> Option<Rc<Coroutine>> {
        let first = self.queue.pop()?;
        self.runs_now();
        Some(first)
    }

    #[inline]
    fn runs_now(&mut self) {
        self.runs = self.runs.wrapping_add(1);
        self.steps += 1;
    }

    /// The next one and where it goes on, if that can be had at once. It is the running one then.
    #[inline(always)]
    fn take_first_with_stack(&mut self) -> Option<(Rc<Coroutine>, Context)> {
        let next = self.queue.pop()?;
        let context =
            if next.has_stack() { Some(next.context.get()) } else { carrier::take_idle() };
        let Some(context) = context else {
            self.queue.push_first(next);
            return None;
        };
        self.runs_now();
        next.state.set(State::Running);
        Some((next, context))
    }

    #[inline]
    fn time_to_look(&mut self) -> bool {
        if self.timers.is_empty() && !reactor::is_waited_on() {
            return false;
        }
        self.turns = self.turns.saturating_add(1);
        self.queue.is_empty()
            || self.turns >= TURNS_BETWEEN_LOOKS
            || clock::coarse_now() != self.looked_at
    }

    fn looks_now(&mut self) {
        self.turns = 0;
        self.looked_at = clock::coarse_now();
    }
}

/// Wakes those whose timers are due, and then those whose descriptors are ready. With an empty queue the descriptors are
/// left to the sleep that follows.
fn next_after_a_look() -> Option<Rc<Coroutine>> {
    with(Scheduler::looks_now);
    due::fire_due_timers();
    if reactor::is_waited_on() && with(|scheduler| !scheduler.queue.is_empty()) {
        reactor::look(Some(Duration::ZERO), None).into_iter().for_each(scheduler::wake);
    }
    with(Scheduler::take_first)
}

/// After [`abandoning::abandon_for_fatal_error`] on a carrier that is to leave: the main flow's context.
pub(in crate::runtime) fn main_after_fatal_error() -> Context {
    abandoning::abandon_for_fatal_error();
    let main = choose();
    let context = main.context.get();
    become_running(main);
    context
}
