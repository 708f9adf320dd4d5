//! A pool of Redis connections: `CENOTE_REDIS=/path/to/socket cargo run -p cenote-redis --example redis`.

use cenote_redis::redis::AsyncCommands;
use cenote_redis::{Manager, Pool, Verify};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Ok(socket) = std::env::var("CENOTE_REDIS") else {
        println!("skipped: CENOTE_REDIS is not set");
        return Ok(());
    };
    let manager = Manager::new(format!("unix://{socket}"))?.verify(Verify::Always);
    let pool = Pool::managed(manager).max(4).build()?;
    let _: () = pool.acquire().await?.del("cenote:count").await?;

    let mut tasks = Vec::new();
    for _ in 0..50 {
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let mut connection = pool.acquire().await.map_err(|error| error.to_string())?;
            connection.incr::<_, _, i64>("cenote:count", 1).await.map_err(|e| e.to_string())
        }));
    }
    for task in tasks {
        task.await??;
    }
    let count: i64 = pool.acquire().await?.get("cenote:count").await?;
    println!("counted {count}");
    assert!(count == 50 && pool.stats().created <= 4);
    println!("done");
    Ok(())
}
