//! Name resolution: libc's resolver blocks inside libc, out of reach of any import. So it runs on a helper thread.

use super::{
    aside::{self, Refused},
    helpers,
};
use crate::{
    runtime::WaitMode,
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
    zend::globals::engine_local,
};
use libc::{addrinfo, c_char, c_int, c_void};
use std::{
    cell::RefCell,
    ffi::{CStr, CString},
};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement::everywhere("getaddrinfo", getaddrinfo as *const c_void),
    // The first that applies to an object counts.
    Replacement {
        name: "gethostbyname_r",
        function: gethostbyname_r::<true> as *const c_void,
        place: Place::Only(""),
    },
    Replacement::everywhere("gethostbyname_r", gethostbyname_r::<false> as *const c_void),
]);

struct Question {
    host: CString,
    service: Option<CString>,
    hints: Option<Hints>,
}

/// The part of an `addrinfo` that a question consists of.
struct Hints {
    flags: c_int,
    family: c_int,
    kind: c_int,
    protocol: c_int,
}

struct Answer {
    list: *mut addrinfo,
    code: c_int,
    errno: c_int,
}

// SAFETY: the list belongs to anyone who has the answer, whichever thread that is.
unsafe impl Send for Answer {}

impl Answer {
    /// The list, which the caller has to free.
    fn into_list(mut self) -> *mut addrinfo {
        std::mem::replace(&mut self.list, std::ptr::null_mut())
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if !self.list.is_null() {
            // SAFETY: made by `getaddrinfo`, and nobody else has it.
            unsafe { libc::freeaddrinfo(self.list) };
        }
    }
}

impl Question {
    fn ask(&self) -> Answer {
        // SAFETY: all zero is a hint that asks for nothing in particular.
        let mut record: addrinfo = unsafe { std::mem::zeroed() };
        if let Some(hints) = &self.hints {
            record.ai_flags = hints.flags;
            record.ai_family = hints.family;
            record.ai_socktype = hints.kind;
            record.ai_protocol = hints.protocol;
        }
        let mut list = std::ptr::null_mut();
        let service = self.service.as_ref().map_or(std::ptr::null(), |service| service.as_ptr());
        let hints = if self.hints.is_some() { &raw const record } else { std::ptr::null() };
        // SAFETY: strings and records that outlive the call.
        let code = unsafe { libc::getaddrinfo(self.host.as_ptr(), service, hints, &raw mut list) };
        Answer { list, code, errno: gate::errno() }
    }

    fn ask_aside(self, place: WaitMode) -> Result<Answer, Refused> {
        aside::run(&helpers::NAMES, place, move || self.ask())
    }
}

/// An address written out needs no resolver.
fn is_address(host: &CStr) -> bool {
    host.to_str().is_ok_and(|host| host.parse::<std::net::IpAddr>().is_ok())
}

unsafe extern "C" fn getaddrinfo(
    host: *const c_char,
    service: *const c_char,
    hints: *const addrinfo,
    result: *mut *mut addrinfo,
) -> c_int {
    // SAFETY: by contract null or C strings, null or a record, and a place for the result.
    unsafe {
        let original = || libc::getaddrinfo(host, service, hints, result);
        if host.is_null() {
            return original();
        }
        let hints_read = hints.as_ref();
        let numeric = hints_read.is_some_and(|h| h.ai_flags & libc::AI_NUMERICHOST != 0);
        let place = gate::place();
        if place == WaitMode::Block || numeric || is_address(CStr::from_ptr(host)) {
            return original();
        }
        let question = Question {
            host: CStr::from_ptr(host).to_owned(),
            service: (!service.is_null()).then(|| CStr::from_ptr(service).to_owned()),
            hints: hints_read.map(|h| Hints {
                flags: h.ai_flags,
                family: h.ai_family,
                kind: h.ai_socktype,
                protocol: h.ai_protocol,
            }),
        };
        match question.ask_aside(place) {
            Ok(answer) => {
                let code = answer.code;
                gate::fail(answer.errno);
                *result = answer.into_list();
                code
            }
            Err(Refused::NoThread) => original(),
            Err(Refused::Ended(errno)) => {
                gate::fail(errno);
                libc::EAI_SYSTEM
            }
        }
    }
}

/// A call of the older form, IPv4 only. PHP has one buffer for all its calls, and the next call, which another coroutine may
/// make while this one is parked, frees it: so the answer `FOR_PHP` goes into memory of ours.
unsafe extern "C" fn gethostbyname_r<const FOR_PHP: bool>(
    name: *const c_char,
    entry: *mut libc::hostent,
    buffer: *mut c_char,
    size: usize,
    result: *mut *mut libc::hostent,
    host_error: *mut c_int,
) -> c_int {
    // SAFETY: by contract a C string, and places for entry, result and error; the buffer is PHP's own for as long as nothing
    // has been parked, and any other caller's until this returns.
    unsafe {
        *result = std::ptr::null_mut();
        let answer = match look_up(name, host_error) {
            Ok(answer) => answer,
            Err(Refused::NoThread) => {
                return original_gethostbyname_r(name, entry, buffer, size, result, host_error);
            }
            Err(Refused::Ended(errno)) => return errno,
        };
        let name = CStr::from_ptr(name);
        if FOR_PHP {
            keep_last(entry, name, &answer);
        } else if !fill(entry, name, &answer, buffer, size) {
            *host_error = NETDB_INTERNAL;
            gate::fail(libc::ERANGE);
            return libc::ERANGE;
        }
        *result = entry;
    }
    0
}

engine_local! {
    /// The last answer that PHP got. It looks at it once, at once.
    static LAST: RefCell<Vec<c_char>> = RefCell::new(Vec::new());
}

/// As [`fill`], in memory of ours.
///
/// # Safety
/// `entry` is writable.
unsafe fn keep_last(entry: *mut libc::hostent, name: &CStr, answer: &Answer) {
    let mut last = LAST.borrow_mut();
    let room = last.len().max(1024);
    last.resize(room, 0);
    // SAFETY: by the contract, and a buffer of ours.
    while !unsafe { fill(entry, name, answer, last.as_mut_ptr(), last.len()) } {
        let twice = last.len() * 2;
        last.resize(twice, 0);
    }
}

/// The addresses of a name. The error of one that is refused is told by `errno` and `host_error` as well.
///
/// # Safety
/// A C string, and a place.
unsafe fn look_up(name: *const c_char, host_error: *mut c_int) -> Result<Answer, Refused> {
    // SAFETY: by the contract.
    unsafe {
        let place = gate::place();
        if place == WaitMode::Block || is_address(CStr::from_ptr(name)) {
            return Err(Refused::NoThread);
        }
        let hints = Hints { flags: 0, family: libc::AF_INET, kind: libc::SOCK_STREAM, protocol: 0 };
        let host = CStr::from_ptr(name).to_owned();
        let question = Question { host, service: None, hints: Some(hints) };
        let answer = question.ask_aside(place);
        let (code, errno) = match answer {
            Ok(answer) if answer.code == 0 => return Ok(answer),
            Ok(answer) if answer.code == libc::EAI_AGAIN => (TRY_AGAIN, libc::ENOENT),
            Ok(_) => (HOST_NOT_FOUND, libc::ENOENT),
            Err(Refused::NoThread) => return Err(Refused::NoThread),
            Err(Refused::Ended(errno)) => (TRY_AGAIN, errno),
        };
        *host_error = code;
        gate::fail(errno);
        Err(Refused::Ended(errno))
    }
}

const NETDB_INTERNAL: c_int = -1;
const HOST_NOT_FOUND: c_int = 1;
pub(super) const TRY_AGAIN: c_int = 2;

unsafe extern "C" {
    #[link_name = "gethostbyname_r"]
    fn original_gethostbyname_r(
        name: *const c_char,
        entry: *mut libc::hostent,
        buffer: *mut c_char,
        size: usize,
        result: *mut *mut libc::hostent,
        host_error: *mut c_int,
    ) -> c_int;
}

/// Lays name and addresses out in `buffer` and points `entry` at them. `false`: it is too small.
///
/// # Safety
/// `entry` and `buffer` are writable.
unsafe fn fill(
    entry: *mut libc::hostent,
    name: &CStr,
    answer: &Answer,
    buffer: *mut c_char,
    size: usize,
) -> bool {
    let mut addresses: Vec<[u8; 4]> = Vec::new();
    let mut node = answer.list;
    // SAFETY: the resolver's list ends with null, and holds IPv4 addresses as it was asked for.
    unsafe {
        while !node.is_null() {
            let address = (*node).ai_addr.cast::<libc::sockaddr_in>();
            addresses.push((*address).sin_addr.s_addr.to_ne_bytes());
            node = (*node).ai_next;
        }
    }
    let name = name.to_bytes_with_nul();
    let padding = buffer.align_offset(align_of::<*mut c_char>());
    // Two lists of pointers, each with a null at its end, then what they point to.
    let pointers = addresses.len() + 2;
    let needed = padding + pointers * size_of::<*mut c_char>() + addresses.len() * 4 + name.len();
    if needed > size {
        return false;
    }
    // SAFETY: all within `needed` bytes of the buffer.
    unsafe {
        let lists = buffer.add(padding).cast::<*mut c_char>();
        let mut data = lists.add(pointers).cast::<c_char>();
        for (at, address) in addresses.iter().enumerate() {
            std::ptr::copy_nonoverlapping(address.as_ptr(), data.cast(), 4);
            *lists.add(at) = data;
            data = data.add(4);
        }
        *lists.add(addresses.len()) = std::ptr::null_mut();
        let aliases = lists.add(addresses.len() + 1);
        *aliases = std::ptr::null_mut();
        std::ptr::copy_nonoverlapping(name.as_ptr(), data.cast(), name.len());
        *entry = libc::hostent {
            h_name: data,
            h_aliases: aliases,
            h_addrtype: libc::AF_INET,
            h_length: 4,
            h_addr_list: lists,
        };
    }
    true
}
