//! What errors say.

use crate::kit::*;
use cenote_sqlite::{Error, Manager};
use std::error::Error as _;
use std::io;
use std::iter::successors;

#[tokio::test]
async fn a_chain_of_causes_says_nothing_twice() {
    let pool = pool_of(Manager::memory());
    let failed = run(&pool.acquire().await.unwrap(), "SELECT * FROM nowhere").await.unwrap_err();
    assert_eq!(failed.to_string(), "no such table: nowhere");
    for error in [failed, Error::Thread(io::ErrorKind::WouldBlock.into())] {
        let words = error.to_string();
        let mut causes = successors(error.source(), |&cause| cause.source());
        assert!(causes.all(|cause| !words.contains(&cause.to_string())), "{error:?}");
    }
}

/// The state, and what to do.
#[test]
fn a_connection_that_cannot_go_on_says_what_to_do() {
    let wrecked = [Error::Panicked("out of cheese".into()), Error::Gone];
    for error in wrecked {
        let words = error.to_string();
        assert!(words.contains("is closed") && words.contains("acquire another one"), "{words}");
    }
    let words = Error::Thread(io::ErrorKind::WouldBlock.into()).to_string();
    assert!(words.contains("lower the pool's max"), "{words}");
}
