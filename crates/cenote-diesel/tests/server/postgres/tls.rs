//! With TLS, which diesel-async leaves to the caller that connects.

use super::*;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

fn connector() -> MakeRustlsConnect {
    let mut authorities = RootCertStore::empty();
    authorities.add(CertificateDer::from_pem_file(told("CENOTE_POSTGRES_CA")).unwrap()).unwrap();
    MakeRustlsConnect::new(
        ClientConfig::builder().with_root_certificates(authorities).with_no_client_auth(),
    )
}

async fn connect() -> diesel::ConnectionResult<Connection> {
    let mut config: tokio_postgres::Config = told("CENOTE_POSTGRES_TCP").parse().unwrap();
    config.application_name("diesel_tls");
    let (client, connection) = config.connect(connector()).await.unwrap();
    Connection::try_from_client_and_connection(client, connection).await
}

/// SPEC 32.34: a query that was given up on an encrypted connection ends on the server, too
#[tokio::test]
async fn a_query_that_was_given_up_is_cancelled() {
    let manager = Manager::connecting(connect).cancel_after(Duration::from_millis(100));
    let pool = Pool::builder(manager).max(1).build().unwrap();
    let mut other = Connection::establish(&address(NOBODY)).await.unwrap();
    for _ in 0..3 {
        let mut connection = pool.acquire().await.unwrap();
        let is_encrypted = "SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        assert_eq!(ask(&mut connection, is_encrypted).await, 1);
        let sleep = connection.batch_execute("SELECT pg_sleep(60)");
        timeout(Duration::from_millis(50), sleep).await.unwrap_err();
        connection.release().await;
        // The place is free, and so the server has ended it.
        assert_eq!(ask(&mut other, &count_named("tls", AT_WORK)).await, 0);
    }
    assert_eq!(pool.stats().rejected, 3);
}
