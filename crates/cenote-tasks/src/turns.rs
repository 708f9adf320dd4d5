//! Taking turns: one at a time, in the order of asking.

use std::collections::VecDeque;

/// Who has the turn, and who waits for it.
#[derive(Debug)]
pub struct Turns<M> {
    /// The first has the turn.
    line: VecDeque<M>,
}

/// The answer to one who asks for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It has the turn.
    Now,
    /// It is told when it has.
    Wait,
}

impl<M> Default for Turns<M> {
    fn default() -> Self {
        Turns { line: VecDeque::new() }
    }
}

impl<M: Copy + PartialEq> Turns<M> {
    /// `who`, which is not in the line, asks for a turn.
    pub fn ask(&mut self, who: M) -> Turn {
        self.line.push_back(who);
        if self.line.len() == 1 { Turn::Now } else { Turn::Wait }
    }

    /// Whether `who` has the turn.
    pub fn is_of(&self, who: M) -> bool {
        self.line.front() == Some(&who)
    }

    /// `who` gives its turn up, or waits for it no longer. Returns the one that has the turn now, if it has just got it.
    pub fn leave(&mut self, who: M) -> Option<M> {
        let at = self.line.iter().position(|known| *known == who)?;
        self.line.remove(at);
        if at == 0 { self.line.front().copied() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Turn, Turns};

    /// SPEC 44.2: one at a time fetches, in the order of asking, and one that leaves holds nobody up.
    #[test]
    fn turns_go_in_order_and_whoever_leaves_passes_on() {
        let mut turns = Turns::default();
        assert_eq!(turns.ask(1), Turn::Now);
        assert_eq!(
            (turns.ask(2), turns.ask(3), turns.ask(4)),
            (Turn::Wait, Turn::Wait, Turn::Wait)
        );
        assert_eq!(turns.leave(3), None);
        assert!(turns.is_of(1) && !turns.is_of(2));
        assert_eq!(turns.leave(1), Some(2));
        assert!(turns.is_of(2));
        assert_eq!(turns.leave(1), None);
        assert_eq!(turns.leave(2), Some(4));
        assert_eq!(turns.leave(4), None);
        assert_eq!(turns.ask(5), Turn::Now);
    }
}
