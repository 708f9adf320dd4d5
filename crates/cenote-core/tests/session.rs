//! Random sequences of events on the connections of one object, beside a naive model of the server: after every sequence no
//! transaction, no state and no row of one owner is visible to another, and nobody loses what is still his.

use cenote_core::session::{
    Decision, Entry, GiveBack, Moment, Observed, Pin, Reset, Session, Step,
};
use proptest::prelude::*;

const OWNERS: usize = 3;
const CONNECTIONS: usize = 2;

/// What is true of a connection, at the server and in the process.
struct Connection {
    session: Session<usize>,
    /// Whose it is, and whether that one has ended.
    owner: Option<Owner>,
    /// Who has left state in the session, and whether cleaning removes that.
    state_of: Option<(usize, bool)>,
    transaction_of: Option<usize>,
    /// Live statements, and whether one has unread rows.
    statements: u32,
    has_rows: bool,
    is_dead: bool,
    refuses_writes: bool,
    /// How much of the object's log the server has been told; `None`: not even what comes first.
    knows: Option<u64>,
    /// The calls that it is in, outermost first.
    calls: Vec<usize>,
    /// Whether a transaction was open when the outermost call began.
    began_with_transaction: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner {
    id: usize,
    has_ended: bool,
}

struct World {
    connections: Vec<Connection>,
    version: u64,
    uses: u64,
    reset: Reset,
    driver_cleans: bool,
    /// Owners' numbers are never given twice: a coroutine that has ended is another one.
    alive: [usize; OWNERS],
    next: usize,
}

fn opened() -> Connection {
    Connection {
        session: Session::new(),
        owner: None,
        state_of: None,
        transaction_of: None,
        statements: 0,
        has_rows: false,
        is_dead: false,
        refuses_writes: false,
        knows: None,
        calls: Vec::new(),
        began_with_transaction: false,
    }
}

impl World {
    fn new(reset: Reset, driver_cleans: bool) -> World {
        World {
            connections: (0..CONNECTIONS).map(|_| opened()).collect(),
            version: 0,
            uses: 0,
            reset,
            driver_cleans,
            alive: core::array::from_fn(|index| index),
            next: OWNERS,
        }
    }

    fn of(&self, owner: usize) -> Option<usize> {
        let is_his = |c: &Connection| c.owner == Some(Owner { id: owner, has_ended: false });
        self.connections.iter().position(is_his)
    }

    /// The pool hands out a connection, as the shell does: what it has not been told it is told.
    fn acquire(&mut self, owner: usize) -> Option<usize> {
        if let Some(index) = self.of(owner) {
            return Some(index);
        }
        let index = self.connections.iter().position(|c| c.owner.is_none())?;
        self.uses += 1;
        let c = &mut self.connections[index];
        // The promise (SPEC 34.17): whatever others did, nothing of it is here.
        assert_eq!(c.transaction_of, None, "a transaction of another owner");
        assert!(c.state_of.is_none() || self.reset == Reset::Never, "state of another owner");
        assert!(c.statements == 0 && !c.has_rows, "statements of another owner");
        assert!(!c.is_dead && !c.refuses_writes, "a connection that is of no use");
        assert!(c.calls.is_empty() && !c.session.is_in_call());
        c.session.handed_out(self.uses);
        assert_eq!(c.session.use_number(), self.uses);
        c.owner = Some(Owner { id: owner, has_ended: false });
        if !c.session.told().is_up_to(self.version) {
            if c.session.told_mut().initialises() {
                assert_eq!(c.knows, None, "what comes first is told twice");
            }
            c.session.told_mut().everything(self.version);
            c.knows = Some(self.version);
        }
        assert_eq!(c.knows, Some(self.version), "it does not know what all are told");
        Some(index)
    }

    fn begin_call(&mut self, index: usize, user: usize) -> bool {
        let c = &mut self.connections[index];
        let expected = match c.calls.last() {
            None => Entry::First,
            Some(&inside) if inside == user => Entry::Nested,
            Some(_) => Entry::Refused,
        };
        let entry = c.session.entry(user);
        assert_eq!(entry, expected);
        if entry == Entry::Refused {
            return false;
        }
        if entry == Entry::First {
            c.session.transaction_is(c.transaction_of.is_some());
            c.began_with_transaction = c.transaction_of.is_some();
        }
        c.session.call_began(user);
        c.calls.push(user);
        true
    }

    fn end_call(&mut self, index: usize) {
        let c = &mut self.connections[index];
        if c.calls.pop().is_none() {
            return;
        }
        let outermost = c.session.call_ended();
        assert_eq!(outermost, c.calls.is_empty());
        if outermost {
            let moment = c.session.overtaken().unwrap_or(Moment::Call);
            self.consider(index, moment);
        }
    }

    fn end_owner(&mut self, owner: usize, is_main: bool) {
        if let Some(index) = self.of(owner) {
            let c = &mut self.connections[index];
            c.owner = Some(Owner { id: owner, has_ended: true });
            // Its own calls have ended before.
            let moment = if is_main { Moment::MainEnd } else { Moment::CoroutineEnd };
            let now = c.session.owner_ended(moment);
            assert_eq!(now, c.calls.is_empty(), "the moment is lost, or disturbs a call");
            if now {
                self.consider(index, moment);
                let c = &self.connections[index];
                let outlives = c.transaction_of == Some(owner) && !c.is_dead;
                assert!(!outlives, "the transaction outlives its owner");
            }
        }
        if let Some(place) = self.alive.iter_mut().find(|id| **id == owner) {
            *place = self.next;
            self.next += 1;
        }
    }

    fn consider(&mut self, index: usize, moment: Moment) {
        let (reset, driver_cleans) = (self.reset, self.driver_cleans);
        let c = &mut self.connections[index];
        let Some(owner) = c.owner else { return };
        if !c.calls.is_empty() {
            return;
        }
        if c.is_dead {
            c.session.broke();
        }
        c.session.transaction_is(c.transaction_of.is_some());
        let seen = Observed {
            owner_alive: !owner.has_ended,
            statements: c.statements,
            rows_in_the_way: c.has_rows,
            driver_cleans,
            reset,
        };
        let decision = c.session.decide(moment, seen);
        let is_plain = matches!(decision, Decision::GiveBack(way) if way.is_plain());
        assert_eq!(c.session.goes_back_plainly(seen), is_plain, "two answers to one question");
        match decision {
            Decision::Stay(pin) => self.stays(index, owner, pin),
            Decision::RollBack => {
                assert!(owner.has_ended && !c.has_rows);
                c.transaction_of = None;
                c.session.transaction_is(false);
            }
            Decision::GiveBack(way) => self.carry_out(index, owner, way, moment),
        }
    }

    /// Only what would be lost may hold a connection.
    fn stays(&self, index: usize, owner: Owner, pin: Pin) {
        let c = &self.connections[index];
        assert!(!c.session.is_broken());
        match pin {
            Pin::Statement => assert!(c.statements > 0),
            Pin::Transaction => assert!(c.transaction_of.is_some() && !owner.has_ended),
            Pin::Session => assert!(c.state_of.is_some() && !owner.has_ended),
        }
    }

    fn carry_out(&mut self, index: usize, owner: Owner, mut way: GiveBack, moment: Moment) {
        let reset = self.reset;
        let c = &mut self.connections[index];
        let mut in_background = false;
        if !c.session.is_broken() && !owner.has_ended {
            assert!(c.transaction_of.is_none(), "a transaction that goes on is taken away");
            let is_his = c.state_of.is_some_and(|(whose, _)| whose == owner.id);
            assert!(!is_his || reset == Reset::Never || c.refuses_writes, "state is taken away");
            assert!(c.statements == 0, "statements are taken away");
        }
        while let Some(step) = way.next_step() {
            let waits = matches!(step, Step::Rollback | Step::Clean);
            assert!(!waits || in_background || moment != Moment::Destructor, "a destructor waits");
            match step {
                Step::CloseStatements => (c.statements, c.has_rows) = (0, false),
                Step::RememberInsertId | Step::ClearError => {}
                Step::Unbind => c.owner = None,
                Step::MoveToBackground => in_background = true,
                Step::Rollback => {
                    assert!(!c.has_rows, "rows are in the way of the rollback");
                    c.transaction_of = None;
                    c.session.transaction_is(false);
                }
                Step::Clean => {
                    assert_ne!(c.state_of.map(|(_, survives)| survives), Some(true));
                    c.state_of = None;
                    c.knows = None;
                    c.session.restored();
                    // What was told is undone, and told again at once, as the shell does.
                    assert!(c.session.told_mut().initialises());
                    c.session.told_mut().everything(self.version);
                    c.knows = Some(self.version);
                }
                Step::Release => assert_eq!(c.owner, None),
                Step::Destroy => {
                    assert_eq!(c.owner, None);
                    let lost = c.session.lost_transaction();
                    let acknowledged = !c.began_with_transaction;
                    assert!(!lost || !acknowledged, "a loss that nobody had");
                    *c = opened();
                }
            }
        }
    }

    fn apply(&mut self, [what, who, how]: [u8; 3]) {
        let owner = self.alive[usize::from(who) % OWNERS];
        // A call of one's own, on the connection that one has or gets.
        let in_call = |world: &mut World, work: fn(&mut Connection, usize, u8)| {
            let Some(index) = world.acquire(owner) else { return };
            if world.begin_call(index, owner) {
                let c = &mut world.connections[index];
                if !c.is_dead {
                    work(c, owner, how);
                }
                world.end_call(index);
            }
        };
        match what % 14 {
            0 => in_call(self, |_, _, _| {}),
            1 | 2 => in_call(self, |c, owner, _| {
                c.transaction_of = Some(owner);
                c.session.transaction_is(true);
            }),
            3 => in_call(self, |c, _, how| {
                // COMMIT or ROLLBACK, told to the session where the user has called rollBack().
                c.transaction_of = None;
                if how % 2 == 0 {
                    c.session.end_acknowledged();
                    c.began_with_transaction = false;
                }
            }),
            4 | 5 => in_call(self, |c, owner, how| {
                let survives = how % 4 == 0;
                let lasting = c.state_of.is_some_and(|(_, survives)| survives);
                c.state_of = Some((owner, survives || lasting));
                c.session.left_state(survives);
            }),
            6 => in_call(self, |c, _, _| {
                // A text such as DISCARD ALL, which is refused in a transaction.
                if c.transaction_of.is_none() {
                    if !c.state_of.is_some_and(|(_, survives)| survives) {
                        c.state_of = None;
                    }
                    c.knows = None;
                    c.session.restored();
                }
            }),
            7 => in_call(self, |c, _, how| {
                c.statements += 1;
                c.has_rows |= how % 2 == 0;
            }),
            8 => {
                // A statement dies, wherever.
                let index = usize::from(how) % CONNECTIONS;
                let c = &mut self.connections[index];
                if c.statements > 0 {
                    c.statements -= 1;
                    c.has_rows &= c.statements > 0;
                    self.consider(index, Moment::Destructor);
                }
            }
            9 => self.end_owner(owner, how % 4 == 0),
            10 => in_call(self, |c, _, how| {
                // The connection breaks, or turns read-only, in the midst of a call.
                if how % 2 == 0 {
                    c.is_dead = true;
                    c.session.broke();
                    // A dead connection says that none is open.
                    c.session.transaction_is(false);
                    assert_eq!(c.session.lost_transaction(), c.began_with_transaction);
                } else {
                    c.refuses_writes = true;
                    c.session.turned_read_only();
                }
            }),
            11 => {
                // An attribute is set on this connection, for all.
                let before = self.version;
                let Some(index) = self.acquire(owner) else { return };
                if self.begin_call(index, owner) {
                    self.version += 1;
                    let c = &mut self.connections[index];
                    c.session.told_mut().attribute_came_from_here(before, self.version);
                    if c.knows == Some(before) {
                        c.knows = Some(self.version);
                    }
                    self.end_call(index);
                }
            }
            12 => {
                // A statement that another one made is used: a call on a connection that is not one's own.
                let index = usize::from(how) % CONNECTIONS;
                if self.connections[index].statements > 0 && self.begin_call(index, owner) {
                    // Its owner may end meanwhile.
                    let other = self.connections[index].owner.filter(|o| o.id != owner);
                    if let Some(other) = other.filter(|o| !o.has_ended) {
                        self.end_owner(other.id, false);
                    }
                    self.end_call(index);
                }
            }
            _ => {
                // A callback of a call uses the object again; another coroutine is refused meanwhile.
                let Some(index) = self.acquire(owner) else { return };
                if self.begin_call(index, owner) {
                    assert!(self.begin_call(index, owner));
                    assert!(!self.begin_call(index, usize::MAX));
                    self.end_call(index);
                    assert!(self.connections[index].session.is_in_call());
                    self.end_call(index);
                }
            }
        }
        self.check();
    }

    /// What holds between any two events.
    fn check(&self) {
        for c in &self.connections {
            assert_eq!(c.calls.is_empty(), !c.session.is_in_call());
            let Some(owner) = c.owner else { continue };
            let is_needed = c.statements > 0
                || !owner.has_ended && (c.transaction_of.is_some() || c.session.is_dirty());
            assert!(is_needed || !c.calls.is_empty(), "nothing holds it, and it is not given back");
            let outlives = owner.has_ended && c.transaction_of == Some(owner.id) && !c.is_dead;
            assert!(!outlives || !c.calls.is_empty(), "the transaction outlives its owner");
            assert!(c.state_of.is_none() || c.session.is_dirty() || self.reset == Reset::Never);
        }
        for &owner in &self.alive {
            let of_his = |c: &&Connection| c.owner.is_some_and(|o| o.id == owner && !o.has_ended);
            assert!(self.connections.iter().filter(of_his).count() <= 1);
        }
    }
}

/// As many cases as PROPTEST_CASES says, else enough to be worth a few seconds.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(2_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    /// SPEC 18.6, 19.1, 19.2, 19.3, 19.8, 19.9, 20.1, 20.3, 21.6, 21.8, 22.1, 22.3, 22.10, 28.2, 34.17: nothing of one owner is visible to another
    #[test]
    fn owners_see_nothing_of_each_other(
        reset in prop::sample::select(vec![Reset::Auto, Reset::Always]),
        driver_cleans in any::<bool>(),
        events in prop::collection::vec(any::<[u8; 3]>(), 0..200),
    ) {
        let mut world = World::new(reset, driver_cleans);
        for event in events {
            world.apply(event);
        }
    }
}
