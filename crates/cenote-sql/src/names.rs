//! Lists of names, searched without regard to case.

/// A list in capitals, in the order of its bytes; a list out of order does not compile.
pub(crate) struct Names<const N: usize>([&'static str; N]);

impl<const N: usize> Names<N> {
    pub(crate) const fn new(list: [&'static str; N]) -> Self {
        let mut index = 1;
        while index < N {
            assert!(
                is_before(list[index - 1].as_bytes(), list[index].as_bytes()),
                "the list is searched by halves"
            );
            index += 1;
        }
        Names(list)
    }

    pub(crate) fn has(&self, name: &[u8]) -> bool {
        let capitals = || name.iter().map(u8::to_ascii_uppercase);
        self.0.binary_search_by(|known| known.bytes().cmp(capitals())).is_ok()
    }
}

const fn is_before(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at < b.len() && (at == a.len() || a[at] < b[at])
}
