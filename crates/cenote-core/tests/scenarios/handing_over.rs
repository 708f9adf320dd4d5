//! What a waiter takes without a step of the core.

use crate::kit::*;
use cenote_core::*;

/// Gives back, and says what is handed over by that.
fn give(core: &mut Core, slot: SlotId, now: Time) -> Option<HandOver> {
    keep(core, slot, now);
    let offer = core.hand_over(slot);
    core.check();
    offer
}

/// SPEC 6.3, 9.6: what comes back is the oldest waiter's, under a new id, and it is woken once
#[test]
fn to_the_oldest_waiter() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let (one, two) = (park(&mut core, at(0)), park(&mut core, at(0)));
    let first = give(&mut core, slot, at(1)).unwrap();
    assert_eq!((first.waiter, first.expires), (one, Time::NEVER));
    assert_ne!(first.slot, slot);
    assert_eq!(core.hand_over(slot), None);
    assert_eq!(wakes(&mut core), []);
    let (is_news, after) = core.release_taken((one, at(2)), first.slot, Verdict::Keep, at(3));
    assert_eq!((is_news, after), (true, After::Stored));
    core.check();
    assert_eq!(core.hand_over(first.slot).unwrap().waiter, two);
}

/// SPEC 11.4, 34.32: what was taken counts like any other acquire, wait and hold, with its own times
#[test]
fn it_counts_like_any_other() {
    for told_early in [false, true] {
        let mut core = pool(1);
        let slot = take(&mut core, at(0));
        let one = park(&mut core, at(10));
        let offer = give(&mut core, slot, at(20)).unwrap();
        if told_early {
            assert!(core.settle(one, at(50)));
            assert!(!core.settle(one, at(50)));
            assert_eq!(core.stats(at(60)).longest_hold, ms(10));
            assert!(core.is_handed_out(offer.slot));
        }
        let (is_news, after) = core.release_taken((one, at(50)), offer.slot, Verdict::Keep, at(90));
        assert_eq!((is_news, after), (!told_early, After::Stored));
        core.check();
        let stats = core.stats(at(90));
        assert_eq!(
            (stats.counters.acquires, stats.counters.waits, stats.counters.served),
            (2, 1, 1)
        );
        assert_eq!((stats.wait_max, stats.hold_max), (ms(40), ms(40)));
        assert_eq!((stats.idle, stats.active, stats.granted), (1, 0, 0));
    }
}

/// SPEC 7.3: told late, it stands among those that are out by the time at which it was taken
#[test]
fn told_late_it_is_still_the_longest_hold() {
    let mut core = pool(2);
    let (slot, other) = (take(&mut core, at(0)), take(&mut core, at(0)));
    let one = park(&mut core, at(0));
    let offer = give(&mut core, slot, at(1)).unwrap();
    keep(&mut core, other, at(2));
    let later = take(&mut core, at(30));
    assert!(core.settle(one, at(5)));
    let stats = core.stats(at(40));
    assert_eq!((stats.longest_hold, stats.longest_hold_slot), (ms(35), Some(offer.slot)));
    keep(&mut core, offer.slot, at(41));
    assert_eq!(core.stats(at(42)).longest_hold_slot, Some(later));
}

/// SPEC 6.6: a waiter that leaves, or times out, does so with what was offered to it
#[test]
fn not_taken_it_passes_on() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let (one, two) = (park(&mut core, at(0)), park(&mut core, at(0)));
    let offer = give(&mut core, slot, at(1)).unwrap();
    assert_eq!(core.grants().collect::<Vec<_>>(), [(one, offer.slot)]);
    assert!(core.has_grant(one) && !core.has_grant(two));
    assert!(core.leave(one, at(2)));
    assert_eq!(wakes(&mut core), [two]);
    assert!(!core.settle(one, at(2)), "it has gone");
    assert!(matches!(core.timed_out(two, at(3)), Next::Take(_)), "a grant beats the limit");
    core.check();
}

/// SPEC 6.6: a waiter without a grant may go by the short way, one with a grant may not
#[test]
fn withdrawing() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiters = [park(&mut core, at(0)), park(&mut core, at(0)), park(&mut core, at(0))];
    assert!(core.withdraw(waiters[1]));
    assert!(!core.withdraw(waiters[1]), "it has gone");
    core.check();
    keep(&mut core, slot, at(1));
    assert_eq!(wakes(&mut core), [waiters[0]]);
    assert!(!core.withdraw(waiters[0]), "what was reserved for it has to pass on");
    assert!(core.leave(waiters[0], at(2)));
    assert_eq!(wakes(&mut core), [waiters[2]]);
    core.close(at(3));
    assert!(!core.withdraw(waiters[2]), "it is to be told");
    assert_eq!(core.stats(at(3)).counters.cancelled, 2);
    core.check();
}

/// SPEC 5.4, 13.2: what is too old is not taken, and the core says so
#[test]
fn too_old_to_be_taken() {
    let mut core = with(Settings { max: 1, lifetime: ms(100), seed: 1, ..Settings::default() });
    let slot = take(&mut core, at(0));
    let one = park(&mut core, at(0));
    let offer = give(&mut core, slot, at(50)).unwrap();
    assert!(offer.expires > at(50) && offer.expires <= at(100));
    let next = core.resume(one, at(100));
    assert_eq!(next, Next::Destroy(offer.slot, Reason::Expired));
}

/// SPEC 14.4, 14.11, 33: nothing is handed over where more is to be decided than whose turn it is
#[test]
fn not_where_more_is_to_be_decided() {
    let settings = Settings { max: 1, ..Settings::default() };
    let with_hook = Settings { before_acquire: true, ..settings.clone() };
    let cooldown = Cooldown { first: ms(1), most: ms(1) };
    let counts = Strategy::ConsecutiveFailures { threshold: 2, cooldown };
    let listened_to = Core::new(settings.clone(), counts, Time(0));
    for (mut core, is_recovering) in
        [(with(settings), true), (with(with_hook), false), (listened_to, false)]
    {
        let slot = take(&mut core, at(0));
        let one = park(&mut core, at(0));
        if is_recovering {
            core.recover(at(0));
        }
        assert_eq!(give(&mut core, slot, at(1)), None);
        assert_eq!(wakes(&mut core), [one], "the waiter is woken all the same");
    }
}

/// SPEC 6.3: who may make a resource has none to take
#[test]
fn a_right_to_create_is_nothing_to_take() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let one = park(&mut core, at(0));
    reject(&mut core, slot, at(1));
    assert_eq!(wakes(&mut core), [one]);
    assert!(!core.has_grant(one));
    assert!(!core.settle(one, at(2)));
    assert!(matches!(core.resume(one, at(2)), Next::Create(_)));
    core.check();
}
