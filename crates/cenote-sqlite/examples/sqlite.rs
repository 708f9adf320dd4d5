//! A pool of SQLite connections to one file: `cargo run -p cenote-sqlite --example sqlite`.

use cenote_sqlite::{Manager, Pool};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("cenote-{}-example.db", std::process::id()));
    let pool = Pool::managed(Manager::file(&path)).max(4).build()?;
    let setup = "PRAGMA journal_mode = WAL; CREATE TABLE orders (id INTEGER PRIMARY KEY)";
    pool.acquire().await?.call(move |db| db.execute_batch(setup)).await?;

    let mut tasks = Vec::new();
    for _ in 0..20 {
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let connection = pool.acquire().await.map_err(|error| error.to_string())?;
            let insert = connection.call(|db| db.execute("INSERT INTO orders DEFAULT VALUES", []));
            insert.await.map_err(|error| error.to_string())
        }));
    }
    for task in tasks {
        task.await??;
    }

    // A transaction left open does not reach the next user.
    let connection = pool.acquire().await?;
    connection.call(|db| db.execute_batch("BEGIN; DELETE FROM orders")).await?;
    connection.release().await;
    let count = "SELECT count(*) FROM orders";
    let orders: i64 =
        pool.acquire().await?.call(move |db| db.query_row(count, [], |row| row.get(0))).await?;
    println!("{orders} orders");
    assert!(orders == 20 && pool.stats().created <= 4);

    pool.close_within(std::time::Duration::from_secs(5)).await?;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    println!("done");
    Ok(())
}
