//! What no signature of an `async fn` shows.

use cenote_postgres::{Client, Listener, Manager, Transaction};

fn may_change_threads<F: Future + Send>(_: F) {}

/// Every future of the crate may be spawned: compiled is proved.
#[expect(dead_code)]
fn all_futures_may_change_threads(
    manager: Manager,
    mut listener: Listener,
    mut client: Client,
    mut transaction: [Transaction<'_>; 3],
) {
    may_change_threads(Listener::connect(&manager));
    may_change_threads(listener.listen(""));
    may_change_threads(listener.unlisten(""));
    may_change_threads(listener.next());
    may_change_threads(client.prepare_cached(""));
    may_change_threads(client.query_cached("", &[]));
    may_change_threads(client.query_one_cached("", &[]));
    may_change_threads(client.query_opt_cached("", &[]));
    may_change_threads(client.execute_cached("", &[]));
    may_change_threads(client.transaction());
    may_change_threads(client.build_transaction().start());
    may_change_threads(client.query("", &[]));
    may_change_threads(client.query_raw("", None::<i32>));
    may_change_threads(client.execute(&String::new(), &[]));
    may_change_threads(client.simple_query(""));
    may_change_threads(transaction[0].prepare_cached(""));
    may_change_threads(transaction[0].query_cached("", &[]));
    may_change_threads(transaction[0].query_one_cached("", &[]));
    may_change_threads(transaction[0].query_opt_cached("", &[]));
    may_change_threads(transaction[0].execute_cached("", &[]));
    may_change_threads(transaction[0].transaction());
    may_change_threads(transaction[0].savepoint("one"));
    may_change_threads(transaction[0].batch_execute(""));
    let [_, committed, rolled_back] = transaction;
    may_change_threads(committed.commit());
    may_change_threads(rolled_back.rollback());
}
