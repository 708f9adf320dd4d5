//! Waiting for several results: when the wait is over, and which results count.
//!
//! One waiter gathers *triggers*. Each trigger gets an index when it is expected, and ends once, with a value or an error.
//! What ends after the decision does not count any more (SPEC 37).

/// What is counted towards [`Rule::need`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Triggers that have ended, with a value or an error.
    Ends,
    /// Triggers that have ended with a value.
    Values,
}

/// When a wait for several is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// How many are needed; `None`: all of them.
    pub need: Option<usize>,
    /// What counts.
    pub counts: Counts,
    /// Whether the first error ends the wait.
    pub fails: bool,
}

/// A wait for several triggers.
#[derive(Debug)]
pub struct Gathering {
    rule: Rule,
    expected: usize,
    complete: bool,
    /// Index, and whether it ended with a value; in order of ending.
    ended: Vec<(usize, bool)>,
    values: usize,
    decided: bool,
}

impl Gathering {
    /// A wait that knows of no trigger yet.
    pub fn new(rule: Rule) -> Self {
        let decided = rule.need == Some(0);
        Gathering { rule, expected: 0, complete: false, ended: Vec::new(), values: 0, decided }
    }

    /// One more trigger: its index.
    pub fn expect(&mut self) -> usize {
        self.expected += 1;
        self.expected - 1
    }

    /// No further trigger comes. True: this decides the wait.
    pub fn complete(&mut self) -> bool {
        self.complete = true;
        self.decide()
    }

    /// A trigger has ended. True: this decides the wait.
    pub fn ended(&mut self, index: usize, with_value: bool) -> bool {
        if self.decided {
            return false;
        }
        self.ended.push((index, with_value));
        self.values += usize::from(with_value);
        self.decide()
    }

    fn decide(&mut self) -> bool {
        if self.decided {
            return false;
        }
        let counted = match self.rule.counts {
            Counts::Ends => self.ended.len(),
            Counts::Values => self.values,
        };
        let enough = self.rule.need.is_some_and(|need| counted >= need);
        let all = self.complete && self.ended.len() == self.expected;
        self.decided = enough || all || self.error().is_some();
        self.decided
    }

    /// Whether the wait is over.
    pub fn is_decided(&self) -> bool {
        self.decided
    }

    /// The trigger whose error ends the wait.
    pub fn error(&self) -> Option<usize> {
        let failed = self.ended.last().filter(|(_, with_value)| self.rule.fails && !with_value)?;
        Some(failed.0)
    }

    /// The triggers that count, in order of ending, and whether each has a value.
    pub fn results(&self) -> &[(usize, bool)] {
        &self.ended
    }
}
