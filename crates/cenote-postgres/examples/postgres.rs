//! A pool of PostgreSQL connections: `CENOTE_POSTGRES="host=… user=…" cargo run -p cenote-postgres --example postgres`.

use cenote_postgres::{Manager, Pool};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Ok(address) = std::env::var("CENOTE_POSTGRES") else {
        println!("skipped: CENOTE_POSTGRES is not set");
        return Ok(());
    };
    let pool = Pool::managed(Manager::new(address.parse()?)).max(4).build()?;

    let mut tasks = Vec::new();
    for number in 0..20 {
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let client = pool.acquire().await.map_err(|error| error.to_string())?;
            let row = client.query_one_cached("SELECT $1::int * 2", &[&number]).await;
            let row = row.map_err(|error| error.to_string())?;
            Ok::<i32, String>(row.get(0))
        }));
    }
    let mut sum = 0;
    for task in tasks {
        sum += task.await??;
    }
    println!("sum {sum}, with at most {} connections", pool.stats().max);
    assert!(sum == 380 && pool.stats().created <= 4);

    // A transaction left open does not reach the next user.
    let client = pool.acquire().await?;
    client.batch_execute("BEGIN; CREATE TABLE lost (id int)").await?;
    client.release().await;
    for _ in 0..4 {
        let client = pool.acquire().await?;
        let row = client.query_one("SELECT to_regclass('lost') IS NULL", &[]).await?;
        assert!(row.get::<_, bool>(0));
    }
    pool.close_within(std::time::Duration::from_secs(5)).await?;
    println!("done");
    Ok(())
}
