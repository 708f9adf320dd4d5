//! A pool of buffers, without any server: `cargo run -p cenote --example in_memory`.

use cenote::{OnRelease, Pool};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(Vec::<u8>::with_capacity(4096)) })
        .max(4)
        .on_release(|buffer| {
            buffer.clear();
            OnRelease::Keep
        })
        .build()?;

    let mut tasks = Vec::new();
    for number in 0..100u8 {
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let mut buffer = pool.acquire().await?;
            buffer.push(number);
            tokio::task::yield_now().await;
            Ok::<usize, cenote::Error<std::io::Error>>(buffer.len())
        }));
    }
    for task in tasks {
        assert_eq!(task.await??, 1);
    }
    let stats = pool.stats();
    println!("{} acquires, {} buffers", stats.acquires, stats.created);
    assert!(stats.acquires == 100 && stats.created <= 4);
    println!("done");
    Ok(())
}
