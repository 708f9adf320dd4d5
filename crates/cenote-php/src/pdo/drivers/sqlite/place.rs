//! Where a database lies, by SQLite's reading of file names and URIs.

/// One database, as a DSN names it.
pub(super) struct Place {
    /// In memory; if shared, by connections of this process.
    pub(super) is_memory: bool,
    /// Connections share one page cache, whose locks do not allow a switch inside a call.
    pub(super) shares_cache: bool,
}

impl Place {
    pub(super) fn parse(path: &[u8]) -> Place {
        let Some(uri) = path.strip_prefix(b"file:") else {
            let is_memory = path.is_empty() || path == b":memory:";
            return Place { is_memory, shares_cache: false };
        };
        let uri = uri.split(|&byte| byte == b'#').next().unwrap_or_default();
        let mut parts = uri.splitn(2, |&byte| byte == b'?');
        let name = decode(parts.next().unwrap_or_default());
        let mut place = Place { is_memory: name == b":memory:", shares_cache: false };
        for parameter in parts.next().unwrap_or_default().split(|&byte| byte == b'&') {
            match decode(parameter).as_slice() {
                b"mode=memory" => place.is_memory = true,
                b"cache=shared" => place.shares_cache = true,
                b"cache=private" => place.shares_cache = false,
                _ => {}
            }
        }
        if name.is_empty() && !place.is_memory {
            // A temporary database, which is never shared.
            place = Place { is_memory: true, shares_cache: false };
        }
        place
    }
}

/// Resolves `%HH`.
fn decode(text: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match (text[at], digit(text.get(at + 1)), digit(text.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}
