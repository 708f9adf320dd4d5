//! Questions to name servers for records of any kind (`dns_get_record`, `checkdnsrr`, `getmxrr`), and for the name of an
//! address (`gethostbyaddr`).

use super::{
    aside::{self, Refused},
    helpers,
    resolving::TRY_AGAIN,
};
use crate::{
    runtime::WaitMode,
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
    zend::sys,
};
use libc::{c_char, c_int, c_uchar, c_void, sockaddr, socklen_t};
use std::ffi::{CStr, CString};

const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "res_nsearch", function: res_nsearch as *const c_void, place: PROGRAM },
    // Their names in glibc before 2.34.
    Replacement { name: "__res_nsearch", function: res_nsearch as *const c_void, place: PROGRAM },
    Replacement { name: "__res_search", function: res_search as *const c_void, place: PROGRAM },
    Replacement { name: "res_search", function: res_search as *const c_void, place: PROGRAM },
    Replacement::everywhere("getnameinfo", getnameinfo as *const c_void),
]);

/// What is asked, in memory of its own.
struct Question {
    name: CString,
    class: c_int,
    kind: c_int,
    /// The size of the asker's buffer.
    room: c_int,
}

struct Answer {
    bytes: Vec<c_uchar>,
    /// As the resolver returns it: -1 is an error.
    length: c_int,
    error: c_int,
}

impl Question {
    fn ask(&self) -> Answer {
        let mut bytes = vec![0; self.room as usize];
        let mut error = 0;
        // SAFETY: a string and a buffer of that size, which outlive the call.
        let length = unsafe {
            sys::cenote_search_records(
                self.name.as_ptr(),
                self.class,
                self.kind,
                bytes.as_mut_ptr(),
                self.room,
                &raw mut error,
            )
        };
        Answer { bytes, length, error }
    }
}

/// The state is the caller's, and freed when it has given up: the thread asks with one of its own, made in the same way.
/// PHP changes nothing in it.
unsafe extern "C" fn res_nsearch(
    state: *mut c_void,
    name: *const c_char,
    class: c_int,
    kind: c_int,
    answer: *mut c_uchar,
    room: c_int,
) -> c_int {
    let place = gate::place();
    // SAFETY: by contract a state or null, a string and a buffer of that size.
    unsafe {
        let original = || sys::cenote_res_nsearch(state, name, class, kind, answer, room);
        if place == WaitMode::Block || room < 0 {
            return original();
        }
        let question = Question { name: CStr::from_ptr(name).to_owned(), class, kind, room };
        match aside::run(&helpers::NAMES, place, move || question.ask()) {
            Ok(given) => {
                let size = given.length.clamp(0, room) as usize;
                std::ptr::copy_nonoverlapping(given.bytes.as_ptr(), answer, size);
                sys::cenote_set_record_error(state, given.error);
                given.length
            }
            Err(Refused::NoThread) => original(),
            Err(Refused::Ended(errno)) => {
                sys::cenote_set_record_error(state, TRY_AGAIN);
                gate::fail(errno)
            }
        }
    }
}

unsafe extern "C" fn res_search(
    name: *const c_char,
    class: c_int,
    kind: c_int,
    answer: *mut c_uchar,
    room: c_int,
) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { res_nsearch(std::ptr::null_mut(), name, class, kind, answer, room) }
}

/// An address, and how much room there is for the names of its host and of its port.
struct Address {
    bytes: Vec<u8>,
    host: usize,
    service: usize,
    flags: c_int,
}

struct Names {
    host: Vec<c_char>,
    service: Vec<c_char>,
    code: c_int,
    errno: c_int,
}

impl Address {
    fn ask(&self) -> Names {
        let (mut host, mut service) = (vec![0; self.host], vec![0; self.service]);
        let place = |names: &mut Vec<c_char>| match names.len() {
            0 => std::ptr::null_mut(),
            _ => names.as_mut_ptr(),
        };
        // SAFETY: a record that is aligned for any address and has room for this one, and buffers of these sizes.
        let code = unsafe {
            let mut address: libc::sockaddr_storage = std::mem::zeroed();
            std::ptr::copy_nonoverlapping(
                self.bytes.as_ptr(),
                (&raw mut address).cast(),
                self.bytes.len(),
            );
            libc::getnameinfo(
                (&raw const address).cast(),
                self.bytes.len() as socklen_t,
                place(&mut host),
                self.host as socklen_t,
                place(&mut service),
                self.service as socklen_t,
                self.flags,
            )
        };
        Names { host, service, code, errno: gate::errno() }
    }
}

unsafe extern "C" fn getnameinfo(
    address: *const sockaddr,
    size: socklen_t,
    host: *mut c_char,
    host_size: socklen_t,
    service: *mut c_char,
    service_size: socklen_t,
    flags: c_int,
) -> c_int {
    // SAFETY: by contract an address of that size, and null or buffers of theirs.
    unsafe {
        let original =
            || libc::getnameinfo(address, size, host, host_size, service, service_size, flags);
        let needs_no_server = host.is_null() || host_size == 0 || flags & libc::NI_NUMERICHOST != 0;
        let place = gate::place();
        if place == WaitMode::Block
            || needs_no_server
            || size as usize > size_of::<libc::sockaddr_storage>()
        {
            return original();
        }
        let question = Address {
            bytes: std::slice::from_raw_parts(address.cast::<u8>(), size as usize).to_vec(),
            host: host_size as usize,
            service: if service.is_null() { 0 } else { service_size as usize },
            flags,
        };
        match aside::run(&helpers::NAMES, place, move || question.ask()) {
            Ok(names) => {
                if names.code == 0 {
                    std::ptr::copy_nonoverlapping(names.host.as_ptr(), host, names.host.len());
                    let (from, size) = (names.service.as_ptr(), names.service.len());
                    if size > 0 {
                        std::ptr::copy_nonoverlapping(from, service, size);
                    }
                }
                gate::fail(names.errno);
                names.code
            }
            Err(Refused::NoThread) => original(),
            Err(Refused::Ended(errno)) => {
                gate::fail(errno);
                libc::EAI_SYSTEM
            }
        }
    }
}
