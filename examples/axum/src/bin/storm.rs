//! Treats the service badly: 15,000 requests, of which every second one may hang up early, and a restart of the database in the middle. After
//! that nothing may be missing. Needs the servers of `scripts/servers/run.sh`.

use std::collections::HashSet;
use std::error::Error;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cenote_postgres::tokio_postgres::{self, NoTls};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

const REQUESTS: u32 = 15_000;
const AT_ONCE: u32 = 64;
const STOCK: i32 = 1_000_000;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// What came of the requests.
#[derive(Default)]
struct Tally {
    begun: AtomicU32,
    hung_up: AtomicU32,
    refused: AtomicU32,
    /// The ids that were answered to orders.
    ordered: Mutex<HashSet<i64>>,
}

/// The status and the body of an answer.
async fn ask(address: &str, request: &str) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head =
        format!("{request} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let status = answer.split(' ').nth(1).ok_or("no answer")?.parse()?;
    Ok((status, answer.split("\r\n\r\n").nth(1).unwrap_or_default().to_owned()))
}

async fn client(address: Arc<str>, tally: Arc<Tally>, mut random: u64) {
    loop {
        let number = tally.begun.fetch_add(1, Relaxed);
        if number >= REQUESTS {
            return;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let item = 1 + (random >> 40) % 10;
        let request = if random >> 63 == 0 {
            format!("POST /orders/{item}")
        } else {
            format!("GET /stock/{item}")
        };
        let patience = match number % 2 {
            // From 1 µs to 16 ms.
            0 => Duration::from_micros(1 << ((random >> 50) % 15)),
            _ => Duration::from_secs(20),
        };
        match timeout(patience, ask(&address, &request)).await {
            Err(_) => tally.hung_up.fetch_add(1, Relaxed),
            Ok(Ok((200, body))) if request.starts_with("POST") => {
                tally.ordered.lock().unwrap().insert(body.parse().unwrap());
                0
            }
            Ok(Ok((200, _))) => 0,
            Ok(_) => tally.refused.fetch_add(1, Relaxed),
        };
    }
}

/// Ends the database at once; `scripts/servers/run.sh` starts it again.
async fn restart(folder: &std::path::Path) -> Result<()> {
    std::fs::write(folder.join("postgres.again"), "")?;
    let file = std::fs::read_to_string(folder.join("postgres/data/postmaster.pid"))?;
    let process = file.lines().next().ok_or("no number")?;
    let status = Command::new("kill").args(["-INT", process]).status().await?;
    if status.success() { Ok(()) } else { Err("it could not be ended".into()) }
}

async fn start_service(database: &str) -> Result<(Child, Arc<str>)> {
    let program = std::env::current_exe()?.with_file_name("cenote-example-axum");
    let mut service = Command::new(program)
        .env("DATABASE_URL", database)
        .env("DATABASE_POOL_MAX", "8")
        .env("LISTEN", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let output = service.stdout.take().ok_or("no output")?;
    let mut lines = BufReader::new(output).lines();
    let first = lines.next_line().await?.ok_or("the service has ended")?;
    let address = first.rsplit(' ').next().ok_or("no address")?.into();
    // Kept open: the service writes one more line.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Ok((service, address))
}

async fn connect(database: &str) -> Result<tokio_postgres::Client> {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

fn descriptors(service: &Child) -> Result<usize> {
    let process = service.id().ok_or("the service has ended")?;
    Ok(std::fs::read_dir(format!("/proc/{process}/fd"))?.count())
}

#[tokio::main]
async fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::var("CENOTE_FOLDER")?);
    let database = std::env::var("CENOTE_POSTGRES")?;
    let setup = connect(&database).await?;
    setup
        .batch_execute(&format!(
            "DROP TABLE IF EXISTS orders, stock; CREATE TABLE orders (id bigserial PRIMARY KEY, item int);
             CREATE TABLE stock (item int PRIMARY KEY, count int);
             INSERT INTO stock SELECT item, {STOCK} FROM generate_series(1, 10) item"
        ))
        .await?;
    let (mut service, address) =
        start_service(&format!("{database} application_name=axum")).await?;
    assert_eq!(ask(&address, "GET /stock/1").await?, (200, STOCK.to_string()));
    assert_eq!(ask(&address, "GET /stock/11").await?.0, 404);
    let before = descriptors(&service)?;
    let tally = Arc::new(Tally::default());
    let clients: Vec<_> = (0..AT_ONCE)
        .map(|number| tokio::spawn(client(address.clone(), tally.clone(), u64::from(number))))
        .collect();
    while tally.begun.load(Relaxed) < REQUESTS / 2 {
        sleep(Duration::from_millis(1)).await;
    }
    restart(&folder).await?;
    for client in clients {
        client.await?;
    }

    // All places are back, and the service works.
    timeout(Duration::from_secs(30), async {
        loop {
            let (_, health) = ask(&address, "GET /health").await?;
            if health.contains("active=0 waiting=0") {
                assert!(health.starts_with("max=8"), "{health}");
                return Ok::<_, Box<dyn Error + Send + Sync>>(());
            }
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await??;
    assert_eq!(ask(&address, "GET /stock/1").await?.0, 200);
    let after = descriptors(&service)?;
    assert!(after <= before + 8, "{after} descriptors, {before} before");

    // What was answered is there, what is there was taken from the stock, and nobody is left in a transaction.
    let look = connect(&database).await?;
    let kept: HashSet<i64> =
        look.query("SELECT id FROM orders", &[]).await?.iter().map(|row| row.get(0)).collect();
    let (begun, hung_up) = (REQUESTS, tally.hung_up.load(Relaxed));
    let (refused, ordered) = (tally.refused.load(Relaxed), tally.ordered.lock().unwrap().clone());
    assert!(ordered.is_subset(&kept), "an order was answered and is not there");
    let query = format!("SELECT 10 * {STOCK}::bigint - sum(count) FROM stock");
    let taken: i64 = look.query_one(&query, &[]).await?.get(0);
    assert_eq!(taken, i64::try_from(kept.len())?, "pieces taken, and orders");
    let query =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'axum' AND state <> 'idle'";
    assert_eq!(look.query_one(query, &[]).await?.get::<_, i64>(0), 0, "somebody is at work");
    println!(
        "{begun} requests: {hung_up} hung up, {refused} failed, {} orders answered of {}",
        ordered.len(),
        kept.len()
    );
    assert!(ordered.len() > 1_000 && hung_up > 1_000, "that is no storm");

    let process = service.id().ok_or("the service has ended")?.to_string();
    Command::new("kill").args(["-TERM", &process]).status().await?;
    let status = timeout(Duration::from_secs(20), service.wait()).await??;
    assert!(status.success(), "{status}");
    println!("done");
    Ok(())
}
