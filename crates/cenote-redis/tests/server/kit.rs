//! Pools of one connection, what the server says about it, and a server that may be killed.

use cenote_redis::redis::{self, FromRedisValue, RedisResult};
use cenote_redis::{Connection, Manager, Pool};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What `scripts/servers/run.sh` has started.
pub(crate) fn socket() -> String {
    std::env::var("CENOTE_REDIS")
        .unwrap_or_else(|_| panic!("CENOTE_REDIS is not set: run scripts/check/managers.sh"))
}

/// The server with these options in its address.
pub(crate) fn manager_with(options: &str) -> Manager {
    Manager::new(format!("unix://{}{options}", socket())).unwrap()
}

pub(crate) fn manager() -> Manager {
    manager_with("")
}

/// One connection, so that what is done to it is done to the next user's.
pub(crate) fn pool_of(manager: Manager) -> Pool {
    Pool::managed(manager).max(1).build().unwrap()
}

/// The answer to a command that is written as in `redis-cli`.
pub(crate) async fn tell<T: FromRedisValue>(to: &mut Connection, command: &str) -> RedisResult<T> {
    let mut words = command.split(' ');
    redis::cmd(words.next().unwrap()).arg(words.collect::<Vec<_>>()).query_async(to).await
}

/// By which the server knows it.
pub(crate) async fn id(connection: &mut Connection) -> u64 {
    tell(connection, "CLIENT ID").await.unwrap()
}

/// On a connection that no pool has.
pub(crate) async fn by_another<T: FromRedisValue>(command: &str) -> T {
    let mut other = pool_of(manager()).acquire().await.unwrap().detach();
    tell(&mut other, command).await.unwrap()
}

pub(crate) async fn kill(id: u64) {
    assert_eq!(by_another::<i64>(&format!("CLIENT KILL ID {id}")).await, 1);
}

/// What has to come, in the end.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it never came to that")
}

/// The driver notes the end of a connection a moment after the server has closed it.
pub(crate) async fn until_closed(connection: &Connection) {
    let is_noticed = async {
        while !connection.is_closed() {
            tokio::task::yield_now().await;
        }
    };
    soon(is_noticed).await;
}

/// A server of the test's own, in a folder of its own.
pub(crate) struct Server {
    folder: PathBuf,
    process: Child,
}

impl Server {
    pub(crate) async fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("cenote-{}-{name}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        Server { process: run(&folder).await, folder }
    }

    pub(crate) fn address(&self) -> String {
        format!("unix://{}", self.folder.join("socket").display())
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// `STOP`: from now on it takes connections and answers nothing; `CONT`: it goes on.
    pub(crate) fn signal(&mut self, name: &str) {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    pub(crate) async fn start_again(&mut self) {
        self.process = run(&self.folder).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns when it takes connections.
async fn run(folder: &Path) -> Child {
    let socket = folder.join("socket");
    // A server that was killed leaves it behind.
    let _ = std::fs::remove_file(&socket);
    let process = Command::new("redis-server")
        .args(["--port", "0", "--save", "", "--dir"])
        .arg(folder)
        .arg("--unixsocket")
        .arg(&socket)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while std::os::unix::net::UnixStream::connect(&socket).is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process
}
