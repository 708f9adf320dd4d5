//! Whose last insert id may be told (SPEC 23.4, 23.5).
//!
//! Most drivers know the id without asking, so it is copied into the binding when the connection goes back. Where it takes
//! a query, no insert pays for one. Instead the binding remembers the connection and how often that had been used; as
//! long as nobody has used it since, the question may still be asked there, and nowhere else.

/// What a binding remembers when its connection has gone back. `V` is an id; `C` names a connection of the pool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InsertId<V, C> {
    /// No connection has gone back yet.
    #[default]
    None,
    /// The id itself.
    Value(V),
    /// The connection that would know it, after this many uses.
    Connection(C, u64),
}

/// Where lastInsertId() gets its answer.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a, V, C> {
    /// From the bound connection.
    Ask,
    /// This one.
    Value(&'a V),
    /// Take exactly this connection again, which nobody has used since, and ask it.
    Revisit(&'a C),
    /// Somebody has used that connection since: throw, and point to RETURNING or a transaction.
    Gone,
    /// Nothing was ever inserted here.
    Nothing,
}

impl<V, C> InsertId<V, C> {
    /// Where to get the answer. `uses` gives how often a connection has been used by now; none if it is gone, or in use by
    /// somebody else.
    pub fn answer(&self, is_bound: bool, uses: impl FnOnce(&C) -> Option<u64>) -> Answer<'_, V, C> {
        if is_bound {
            return Answer::Ask;
        }
        match self {
            InsertId::None => Answer::Nothing,
            InsertId::Value(value) => Answer::Value(value),
            InsertId::Connection(connection, then) if uses(connection) == Some(*then) => {
                Answer::Revisit(connection)
            }
            InsertId::Connection(..) => Answer::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 23.4: the held connection answers; after it has gone back, what was remembered
    #[test]
    fn local_ids() {
        let mut id: InsertId<&str, u32> = InsertId::None;
        assert_eq!(id.answer(true, |_| None), Answer::Ask);
        assert_eq!(id.answer(false, |_| None), Answer::Nothing);
        id = InsertId::Value("7");
        assert_eq!(id.answer(false, |_| None), Answer::Value(&"7"));
        assert_eq!(id.answer(true, |_| None), Answer::Ask);
    }

    /// Never from another connection, and not after somebody else's use (what pdo_pgsql will need)
    #[test]
    fn ids_that_take_a_query() {
        let id: InsertId<&str, u32> = InsertId::Connection(3, 41);
        assert_eq!(
            id.answer(false, |&connection| (connection == 3).then_some(41)),
            Answer::Revisit(&3)
        );
        assert_eq!(id.answer(false, |_| Some(42)), Answer::Gone);
        assert_eq!(id.answer(false, |_| None), Answer::Gone);
        assert_eq!(id.answer(true, |_| Some(42)), Answer::Ask);
    }
}
