//! Connections with TLS, to a server whose certificate is its own authority.

use crate::kit::told;
use cenote::Error;
use cenote_postgres::{Manager, Pool};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

fn connector(authorities: RootCertStore) -> MakeRustlsConnect {
    MakeRustlsConnect::new(
        ClientConfig::builder().with_root_certificates(authorities).with_no_client_auth(),
    )
}

fn pool(authorities: RootCertStore) -> Pool<MakeRustlsConnect> {
    let manager = Manager::new(told("CENOTE_POSTGRES_TCP").parse().unwrap());
    Pool::managed(manager.tls(connector(authorities))).max(2).build().unwrap()
}

#[tokio::test]
async fn connections_are_encrypted() {
    let mut authorities = RootCertStore::empty();
    authorities.add(CertificateDer::from_pem_file(told("CENOTE_POSTGRES_CA")).unwrap()).unwrap();
    let pool = pool(authorities);
    let client = pool.acquire().await.unwrap();
    let query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    assert!(client.query_one_cached(query, &[]).await.unwrap().get::<_, bool>(0));
}

#[tokio::test]
async fn a_server_that_nobody_vouches_for_is_refused() {
    let error = pool(RootCertStore::empty()).acquire().await.unwrap_err();
    assert!(matches!(&error, Error::Create(_)), "{error}");
    assert!(format!("{error:?}").contains("UnknownIssuer"), "{error:?}");
}

#[tokio::test]
async fn without_a_connector_a_required_tls_fails() {
    let manager = Manager::new(told("CENOTE_POSTGRES_TCP").parse().unwrap());
    let error = Pool::new(manager).acquire().await.unwrap_err();
    assert!(format!("{error:?}").contains("NoTlsError"), "{error:?}");
}
