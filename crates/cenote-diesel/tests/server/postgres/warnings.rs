//! What the server says about what it is told.

use super::*;
use crate::warnings::{count_warnings, warnings};

/// SPEC 32.34: returning and testing connections makes the server warn of nothing, unless a transaction was left open
#[tokio::test]
async fn a_return_is_silent() {
    count_warnings();
    let manager = Manager::<Connection>::new(address(NOBODY)).verify(Verify::Always);
    let pool = Pool::builder(manager).max(1).build().unwrap();
    for how in 0..10 {
        let mut connection = pool.acquire().await.unwrap();
        match how % 5 {
            0 => {}
            1 => connection.batch_execute("BEGIN; COMMIT").await.unwrap(),
            2 => drop(connection.batch_execute("BEGIN; nonsense").await.unwrap_err()),
            3 => drop(connection.batch_execute("BEGIN; SELECT 1 / 0").await.unwrap_err()),
            _ => drop(
                connection
                    .transaction(|inner| {
                        Box::pin(async move { inner.batch_execute("SELECT 1 / 0").await })
                    })
                    .await
                    .unwrap_err(),
            ),
        }
        connection.release().await;
    }
    assert_eq!((warnings(), pool.stats().created), (0, 1));
    // They would be counted.
    let mut connection = pool.acquire().await.unwrap();
    connection.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(warnings(), 1);
}
