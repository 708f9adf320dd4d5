//! `LISTEN` on a connection of its own.

use crate::kit::{Network, by_another, manager, named, pool_of, soon, until_named};
use cenote_postgres::{Event, Listener};
use std::time::Duration;

async fn notify(channel: &str, payload: &str) {
    by_another(&format!("SELECT pg_notify('{channel}', '{payload}')")).await;
}

async fn payload(listener: &mut Listener) -> String {
    match soon(listener.next()).await {
        Event::Notification(notification) => notification.payload().to_owned(),
        other => panic!("{other:?}"),
    }
}

async fn reconnected(listener: &mut Listener) {
    let event = soon(listener.next()).await;
    assert!(matches!(event, Event::Reconnected), "{event:?}");
}

/// SPEC 32.30: notifications arrive in their order, of the channels that are listened to, whatever they are named
#[tokio::test]
async fn notifications_arrive() {
    let pool = pool_of(manager());
    let mut listener = Listener::connect(pool.manager()).await.unwrap();
    assert_eq!(pool.stats().created, 0);
    for channel in ["arrive", "Of \"Three\" words"] {
        listener.listen(channel).await.unwrap();
    }
    notify("arrive", "one").await;
    notify("another", "none").await;
    notify("Of \"Three\" words", "two").await;
    assert_eq!(payload(&mut listener).await, "one");
    assert_eq!(payload(&mut listener).await, "two");
    listener.unlisten("arrive").await.unwrap();
    notify("arrive", "none").await;
    notify("Of \"Three\" words", "three").await;
    assert_eq!(payload(&mut listener).await, "three");
    let error = listener.listen("").await.unwrap_err();
    assert!(error.as_db_error().is_some(), "{error}");
    notify("Of \"Three\" words", "four").await;
    assert_eq!(payload(&mut listener).await, "four");
}

/// SPEC 32.30: a wait that is given up loses nothing
#[tokio::test]
async fn a_wait_that_is_given_up_loses_nothing() {
    let mut listener = Listener::connect(&manager()).await.unwrap();
    listener.listen("given_up").await.unwrap();
    let sender = tokio::spawn(async {
        let client = pool_of(manager()).acquire().await.unwrap();
        for number in 0..500 {
            let text = format!("SELECT pg_notify('given_up', '{number}')");
            client.batch_execute(&text).await.unwrap();
        }
    });
    let mut expected = 0;
    while expected < 500 {
        let next = tokio::time::timeout(Duration::from_micros(300), listener.next());
        if let Ok(event) = next.await {
            let Event::Notification(notification) = event else { panic!("{event:?}") };
            assert_eq!(notification.payload(), expected.to_string());
            expected += 1;
        }
    }
    sender.await.unwrap();
}

/// SPEC 32.30: a connection that was lost is made again, listens to the same, and its user is told
#[tokio::test]
async fn a_lost_connection_is_made_again() {
    let mut listener = Listener::connect(&named("listens")).await.unwrap();
    listener.listen("lost_one").await.unwrap();
    listener.listen("lost_two").await.unwrap();
    listener.listen("dropped").await.unwrap();
    listener.unlisten("dropped").await.unwrap();
    for _ in 0..3 {
        notify("lost_one", "before").await;
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listens'";
        by_another(kill).await;
        until_named("listens", "true", 0).await;
        // It came before the end.
        assert_eq!(payload(&mut listener).await, "before");
        reconnected(&mut listener).await;
        until_named("listens", "true", 1).await;
        notify("dropped", "none").await;
        notify("lost_two", "after").await;
        assert_eq!(payload(&mut listener).await, "after");
    }
    // Found out by `listen` itself.
    by_another(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listens'",
    )
    .await;
    until_named("listens", "true", 0).await;
    listener.listen("lost_three").await.unwrap();
    reconnected(&mut listener).await;
    notify("lost_three", "after").await;
    assert_eq!(payload(&mut listener).await, "after");
}

/// SPEC 32.30: a network that is silent is found out
#[tokio::test]
async fn a_silent_network_is_found_out() {
    let network = Network::new(Duration::ZERO).await;
    let mut listener = Listener::connect(&network.manager("silent-listener"))
        .await
        .unwrap()
        .probe_after(Duration::from_millis(700));
    listener.listen("silent").await.unwrap();
    // It answers probes.
    tokio::time::timeout(Duration::from_millis(1500), listener.next()).await.unwrap_err();
    notify("silent", "heard").await;
    assert_eq!(payload(&mut listener).await, "heard");
    network.fall_silent();
    tokio::time::timeout(Duration::from_millis(100), listener.next()).await.unwrap_err();
    network.come_back();
    reconnected(&mut listener).await;
    notify("silent", "again").await;
    assert_eq!(payload(&mut listener).await, "again");
}
