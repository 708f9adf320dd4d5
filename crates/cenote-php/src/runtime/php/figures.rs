//! What a program may ask about its coroutines and its machine (SPEC 44.10, 44.11).

use super::coroutine_class::object_of;
use crate::{
    runtime::coroutines::{
        carrier,
        coroutine::{Coroutine, Importance, State},
        fiber_flows, scheduler,
    },
    zend::{Array, Call, Outcome, Signature, Type, Value, entry::FunctionEntry, function, globals},
};
use std::rc::Rc;

pub(super) fn functions() -> [FunctionEntry; 3] {
    [
        function(c"Async\\get_coroutines", get_coroutines, Signature::new(&[], Type::ARRAY)),
        function(
            c"Async\\available_parallelism",
            available_parallelism,
            Signature::new(&[], Type::INT),
        ),
        function(c"Async\\runtime_stats", runtime_stats, Signature::new(&[], Type::ARRAY)),
    ]
}

/// Those of the script that are not over, in order of creation; none before coroutines are used.
fn present() -> Vec<Rc<Coroutine>> {
    if !scheduler::is_used() {
        return Vec::new();
    }
    let mut alive = scheduler::with(|scheduler| scheduler.alive());
    alive.retain(|known| known.importance == Importance::User);
    alive
}

fn get_coroutines(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let mut present = present();
    present.extend(fiber_flows::unfinished());
    present.sort_by_key(|known| known.id.number());
    let mut list = Array::with_capacity(present.len())?;
    for coroutine in &present {
        list.push(Value::object(object_of(coroutine)?))?;
    }
    call.returns(Value::array(list));
    Ok(())
}

fn available_parallelism(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let allowed = allowed_by_affinity();
    let quota = quota().map_or(allowed, |quota| quota.ceil() as i64);
    call.returns(Value::int(allowed.min(quota).max(1)));
    Ok(())
}

fn allowed_by_affinity() -> i64 {
    // SAFETY: all zero is an empty set, into which the system writes.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) == 0 {
            return i64::from(libc::CPU_COUNT(&set));
        }
        // More CPUs than the set has room for.
        libc::sysconf(libc::_SC_NPROCESSORS_ONLN)
    }
}

/// The smallest CPU quota of the process's control groups, in CPUs.
fn quota() -> Option<f64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let quotas = groups.lines().flat_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next().unwrap_or(""), parts.next().unwrap_or("/"));
        let is_v2 = controllers.is_empty();
        let mount =
            if is_v2 { "/sys/fs/cgroup".into() } else { format!("/sys/fs/cgroup/{controllers}") };
        let concerns = is_v2 || controllers.split(',').any(|name| name == "cpu");
        let ancestors = std::path::Path::new(path).ancestors().filter(move |_| concerns);
        ancestors
            .filter_map(|group| {
                let group = format!("{mount}{}", group.display());
                let read = |file| std::fs::read_to_string(format!("{group}/{file}")).ok();
                let (quota, period) = if is_v2 {
                    let text = read("cpu.max")?;
                    let (quota, period) = text.split_once(' ')?;
                    (quota.parse::<f64>().ok()?, period.trim().parse::<f64>().ok()?)
                } else {
                    let number = |file| read(file)?.trim().parse::<f64>().ok();
                    (number("cpu.cfs_quota_us")?, number("cpu.cfs_period_us")?)
                };
                (quota > 0.0 && period > 0.0).then(|| quota / period)
            })
            .collect::<Vec<_>>()
    });
    quotas.min_by(f64::total_cmp)
}

fn runtime_stats(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let present = present();
    let active = present.iter().filter(|known| known.state.get() != State::Parked).count();
    let (stacks, idle) = carrier::counts();
    let stack_size: usize = globals::executor().fiber_stack_size as _; // signed up to PHP 8.3
    let figures = [
        ("coroutines_total", present.len() as i64),
        ("coroutines_active", active as i64),
        ("microtasks_queue", 0),
        ("coroutine_queue", scheduler::with(|scheduler| scheduler.queued()) as i64),
        ("resumed_queue", 0),
        ("fiber_pool_count", idle as i64),
        ("fiber_pool_capacity", carrier::IDLE_KEPT as i64),
        ("fiber_pool_min", 0),
        ("fiber_stack_size", stack_size as i64),
        ("fiber_pool_virtual_bytes", stacks as i64 * stack_size as i64),
    ];
    let mut table = Array::with_capacity(figures.len())?;
    for (name, figure) in figures {
        table.set_name(name, Value::int(figure))?;
    }
    call.returns(Value::array(table));
    Ok(())
}
