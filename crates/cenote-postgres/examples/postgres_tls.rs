//! A pool of PostgreSQL connections with TLS, by rustls; the server's certificate is checked against an authority in a file:
//! `CENOTE_POSTGRES_TCP="host=… user=… sslmode=require" CENOTE_POSTGRES_CA=ca.pem cargo run -p cenote-postgres --example postgres_tls`.

use cenote_postgres::{Manager, Pool};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::env::var;
use tokio_postgres_rustls::MakeRustlsConnect;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (Ok(address), Ok(file)) = (var("CENOTE_POSTGRES_TCP"), var("CENOTE_POSTGRES_CA")) else {
        println!("skipped: CENOTE_POSTGRES_TCP or CENOTE_POSTGRES_CA is not set");
        return Ok(());
    };
    let mut authorities = RootCertStore::empty();
    authorities.add(CertificateDer::from_pem_file(file)?)?;
    let tls = ClientConfig::builder().with_root_certificates(authorities).with_no_client_auth();

    let manager = Manager::new(address.parse()?).tls(MakeRustlsConnect::new(tls));
    let pool: Pool<MakeRustlsConnect> = Pool::managed(manager).max(4).build()?;

    let client = pool.acquire().await?;
    let query = "SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let row = client.query_one_cached(query, &[]).await?;
    println!("{} with {}", row.get::<_, String>(0), row.get::<_, String>(1));
    println!("done");
    Ok(())
}
