//! Who runs next, and getting there.
//!
//! There is no scheduler stack: whoever stops running (parks or ends) chooses the next coroutine itself, on its own stack,
//! and jumps to it. The choice is the head of the queue; with an empty queue the process sleeps until the next timer or
//! until a descriptor is ready, and if nothing is left that anybody waits for, nobody can ever run again: a deadlock,
//! which the main flow gets to see.

use super::{
    deadlock,
    scheduler::{self, Scheduler, try_with, with},
    slices,
    timers::Target,
};
use crate::{
    runtime::{
        closing::inside,
        coroutines::{
            carrier::{self, Context},
            coroutine::{Coroutine, Request, State, Woken},
            lifecycle,
        },
        engine::{
            engine_state::{self, Saved},
            output, recursion,
        },
        polling::{reactor, sleep},
        process::{attention, clock, fork},
        signalling::{listeners, pcntl_handlers, signals},
    },
    zend::{bailout, globals, sys},
};
use cenote_core::Time;
use std::{rc::Rc, time::Duration};

/// Due timers and ready descriptors are looked for at least this often while the queue never empties, and whenever the
/// coarse clock has moved on: a few coroutines with much to do between two waits hold a timer up for longer than many
/// with little.
const TURNS_BETWEEN_LOOKS: u32 = 16;

/// Runs others until `me`, which is parked or queued, is chosen again.
pub(in crate::runtime) fn rest(me: &Rc<Coroutine>) {
    let frame = globals::executor().current_execute_data;
    me.frame.set(frame);
    // SAFETY: the frame that runs.
    unsafe { me.suspended_at.borrow_mut().move_to(frame) };
    inside::enter(me, frame);
    recursion::take_off(me, frame);
    run_others(me);
    inside::leave(me);
    me.frame.set(std::ptr::null_mut());
    recursion::put_back(me);
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
    engine_state::put_back_for(me);
    if bailout::pending() {
        output::accept_bequest();
    }
}

#[inline]
fn become_running(next: Rc<Coroutine>) {
    next.state.set(State::Running);
    let before = with(|scheduler| std::mem::replace(&mut scheduler.running, next));
    drop(before);
}

/// Lets `body` run in the name of `coroutine`, which has no stack of its own: nothing can park meanwhile, and what the
/// running coroutine has in the engine's globals is out of the way.
pub(in crate::runtime) fn in_the_name_of(coroutine: &Rc<Coroutine>, body: impl FnOnce()) {
    let mut engine = Saved::default();
    engine.put_aside();
    let me = with(|scheduler| std::mem::replace(&mut scheduler.running, coroutine.clone()));
    engine_state::put_back_for(coroutine);
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
            lifecycle::fail_without_stack(next);
            None
        }
    }
}

/// What a carrier does after the coroutine on it has ended.
pub(in crate::runtime) enum AfterEnd {
    /// The next coroutine starts on this carrier.
    StartNext,
    /// The next one is parked elsewhere.
    JumpTo(Context),
}

pub(in crate::runtime) fn after_end() -> AfterEnd {
    let next = choose();
    let after =
        if next.has_stack() { AfterEnd::JumpTo(next.context.get()) } else { AfterEnd::StartNext };
    become_running(next);
    after
}

/// Takes the next coroutine from the queue, sleeping for timers when it is empty.
fn choose() -> Rc<Coroutine> {
    loop {
        if attention::wanted() != 0 {
            attend();
        }
        let next =
            with(|scheduler| if scheduler.time_to_look() { None } else { scheduler.take_first() });
        if let Some(next) = next.or_else(next_after_a_look) {
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
                || pcntl_handlers::may_run(scheduler)
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
            Nothing::Deadlock => deadlock::resolve(),
        }
    }
}

#[cold]
fn attend() {
    if signals::pending() {
        signals::deliver();
    }
    if attention::clear(attention::FORKED) != 0 {
        fork::forget_the_parents();
    }
    reactor::settle_closed();
    if attention::wanted() & attention::LISTENED != 0 {
        listeners::deliver();
    }
    if attention::wanted() & attention::SLICES != 0 {
        slices::note();
    }
    if attention::wanted() & attention::PCNTL_HANDLERS != 0 {
        pcntl_handlers::start_first();
    }
}

impl Scheduler {
    #[inline]
    fn take_first(&mut self) -> Option<Rc<Coroutine>> {
        let first = self.queue.pop_front()?;
        self.runs = self.runs.wrapping_add(1);
        self.steps += 1;
        Some(first)
    }

    #[inline]
    fn time_to_look(&mut self) -> bool {
        if self.timers.is_empty() && !reactor::is_waited_on() {
            return false;
        }
        self.turns = self.turns.wrapping_add(1);
        let now = clock::coarse_now();
        let due =
            self.queue.is_empty() || self.turns % TURNS_BETWEEN_LOOKS == 0 || now != self.looked_at;
        self.looked_at = now;
        due
    }
}

/// Wakes those whose timers are due, and then those whose descriptors are ready. With an empty queue the descriptors are
/// left to the sleep that follows.
fn next_after_a_look() -> Option<Rc<Coroutine>> {
    fire_due_timers();
    if reactor::is_waited_on() && with(|scheduler| !scheduler.queue.is_empty()) {
        reactor::look(Some(Duration::ZERO), None).into_iter().for_each(scheduler::wake);
    }
    with(Scheduler::take_first)
}

pub(in crate::runtime) fn fire_due_timers() {
    if with(|scheduler| scheduler.timers.is_empty()) {
        return;
    }
    let now = clock::precise_now();
    with(|scheduler| scheduler.steps += 1);
    while let Some(target) = with(|scheduler| scheduler.timers.pop_due(now)) {
        match target {
            Target::Coroutine(id) => with(|scheduler| {
                if let Some(coroutine) = scheduler.find(id).cloned() {
                    coroutine.deadline.set(None);
                    scheduler.make_ready(&coroutine, Woken::TimedOut);
                }
            }),
            Target::Alarm { action, .. } => action(),
        }
    }
}

// ------------------------------------------------------------------ leaving others behind

/// A coroutine called `exit()`: the main flow leaves at once, before anybody else runs.
pub(in crate::runtime) fn exit_requested() {
    fork::end_orphan();
    let main = with(|scheduler| scheduler.main().clone());
    main.request.replace(Some(Request::Exit));
    with(|scheduler| scheduler.make_next(&main));
}

/// A fatal error hit on a stack that is not the main flow's: no code of other coroutines runs any more, and the main
/// flow, whose wait ends with [`Interrupted::fatal_error`], carries the bailout on (SPEC 30.8).
pub(in crate::runtime) fn abandon_for_fatal_error() {
    let (abandoned, main_runs) = with(|scheduler| {
        let abandoned = scheduler.abandon_all();
        let main = scheduler.main().clone();
        let main_runs = scheduler.is_main(&scheduler.running);
        scheduler.make_next(&main);
        (abandoned, main_runs)
    });
    if !main_runs {
        engine_state::bequeath();
    }
    // Their frames are never unwound, so what they hold stays with the engine, which frees it with the request.
    std::mem::forget(abandoned);
}

/// After [`abandon_for_fatal_error`] on a carrier that is to leave: the main flow's context.
pub(in crate::runtime) fn main_after_fatal_error() -> Context {
    abandon_for_fatal_error();
    let main = choose();
    let context = main.context.get();
    become_running(main);
    context
}

/// In a forked child: forgets every coroutine but the running one. Says whether the main flow is among the forgotten.
pub(in crate::runtime) fn keep_only_running() -> bool {
    let forgotten = try_with(|scheduler| {
        let running = scheduler.running.clone();
        let forgotten = scheduler.abandon_all_but(&running);
        (forgotten, !scheduler.is_main(&running))
    });
    // Their frames hold references, so nothing of them may be dropped.
    forgotten.is_some_and(|(forgotten, without_main)| {
        std::mem::forget(forgotten);
        without_main
    })
}
