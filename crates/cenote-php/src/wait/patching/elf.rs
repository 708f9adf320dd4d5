//! The loaded ELF objects and the places through which they call other objects.
//!
//! An object reaches a function of another one through a slot that the dynamic loader fills in: a relocation in its
//! dynamic section names the function and the slot. Walking those relocations finds every such call of an object, in
//! the program as well as in libraries, without touching code. This file only looks and stores; it knows neither which
//! functions matter nor what they are replaced by.

use std::{
    ffi::{CStr, c_char, c_int, c_void},
    ops::Range,
};

/// Relocation kinds whose slot holds the plain address of the named function.
#[cfg(target_arch = "x86_64")]
mod kinds {
    pub(super) const JUMP_SLOT: u32 = 7;
    pub(super) const GLOB_DAT: u32 = 6;
    pub(super) const ABSOLUTE: u32 = 1;
}
#[cfg(target_arch = "aarch64")]
mod kinds {
    pub(super) const JUMP_SLOT: u32 = 1026;
    pub(super) const GLOB_DAT: u32 = 1025;
    pub(super) const ABSOLUTE: u32 = 257;
}

/// Tags of the dynamic section.
mod tags {
    pub(super) const NULL: i64 = 0;
    pub(super) const PLT_RELOCATIONS_SIZE: i64 = 2;
    pub(super) const STRINGS: i64 = 5;
    pub(super) const SYMBOLS: i64 = 6;
    pub(super) const RELOCATIONS: i64 = 7;
    pub(super) const RELOCATIONS_SIZE: i64 = 8;
    pub(super) const RPATH: i64 = 15;
    pub(super) const PLT_RELOCATION_KIND: i64 = 20;
    pub(super) const PLT_RELOCATIONS: i64 = 23;
    pub(super) const RUNPATH: i64 = 29;
    pub(super) const RELATIVE_COUNT: i64 = 0x6fff_fff9;
}

#[repr(C)]
struct DynamicEntry {
    tag: i64,
    value: u64,
}

/// One object in memory.
pub(super) struct LoadedObject {
    name: String,
    base: usize,
    segments: Vec<Range<usize>>,
    dynamic: *const DynamicEntry,
    /// Made read-only by the loader once the slots were filled.
    sealed: Range<usize>,
}

/// A slot that holds the address of a function of another object.
pub(super) struct Import {
    /// A string of the object's, seen only while the object is looked at.
    name: *const c_char,
    slot: *mut *const c_void,
}

/// An import and where its calls are to go.
pub(super) struct Redirection {
    slot: *mut *const c_void,
    function: *const c_void,
}

/// How many objects have been loaded and unloaded so far: unchanged means nothing new to look at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LoadCount {
    pub(super) loaded: u64,
    pub(super) unloaded: u64,
}

/// Everything that is loaded now, the program itself first.
pub(super) fn loaded_objects() -> Vec<LoadedObject> {
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        _size: libc::size_t,
        found: *mut c_void,
    ) -> c_int {
        // SAFETY: the loader passes a record that is valid during this call, and `found` is the vector below.
        let (info, found) = unsafe { (&*info, &mut *found.cast::<Vec<LoadedObject>>()) };
        found.extend(LoadedObject::from_info(info));
        0
    }
    let mut found: Vec<LoadedObject> = Vec::new();
    // SAFETY: `visit` gets the vector that outlives the walk.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut found).cast()) };
    found
}

pub(super) fn load_count() -> LoadCount {
    unsafe extern "C" fn first(
        info: *mut libc::dl_phdr_info,
        _size: libc::size_t,
        count: *mut c_void,
    ) -> c_int {
        // SAFETY: the loader's own record, alive during the call, and the count that was passed with it; the counters are the
        // same in every record, so one is enough.
        unsafe {
            *count.cast::<LoadCount>() =
                LoadCount { loaded: (*info).dlpi_adds, unloaded: (*info).dlpi_subs };
        }
        1
    }
    let mut count = LoadCount::default();
    // SAFETY: `first` gets the counter that outlives the walk.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut count).cast()) };
    count
}

impl LoadedObject {
    /// `None`: nothing dynamic about it.
    fn from_info(info: &libc::dl_phdr_info) -> Option<Self> {
        let base = info.dlpi_addr as usize;
        // SAFETY: the loader's record names that many program headers and a C string.
        let (headers, name) = unsafe {
            (
                std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)),
                CStr::from_ptr(info.dlpi_name),
            )
        };
        let mut object = LoadedObject {
            name: name.to_string_lossy().into_owned(),
            base,
            segments: Vec::new(),
            dynamic: std::ptr::null(),
            sealed: 0..0,
        };
        for header in headers {
            let start = base + header.p_vaddr as usize;
            let memory = start..start + header.p_memsz as usize;
            match header.p_type {
                libc::PT_LOAD => object.segments.push(memory),
                libc::PT_DYNAMIC => object.dynamic = start as *const DynamicEntry,
                libc::PT_GNU_RELRO => object.sealed = memory,
                _ => {}
            }
        }
        (!object.dynamic.is_null()).then_some(object)
    }

    /// The file's name without its folder; empty for the program itself.
    pub(super) fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    pub(super) fn contains(&self, address: usize) -> bool {
        self.segments.iter().any(|segment| segment.contains(&address))
    }

    /// Tells objects apart as long as none is unloaded.
    pub(super) fn key(&self) -> usize {
        self.dynamic as usize
    }

    fn entries(&self) -> impl Iterator<Item = &DynamicEntry> {
        // SAFETY: a dynamic section ends with a null tag, and stays in place while the object is loaded.
        (0..)
            .map(|at| unsafe { &*self.dynamic.add(at) })
            .take_while(|entry| entry.tag != tags::NULL)
    }

    fn entry(&self, tag: i64) -> Option<u64> {
        self.entries().find(|entry| entry.tag == tag).map(|entry| entry.value)
    }

    /// Addresses in the section are absolute with glibc, and relative to the object with musl.
    fn address(&self, tag: i64) -> Option<usize> {
        let value = self.entry(tag)? as usize;
        Some(if value < self.base { value + self.base } else { value })
    }

    /// It has its own list of folders for the libraries that it opens, which the loader finds through the caller.
    pub(super) fn has_search_path(&self) -> bool {
        self.entry(tags::RPATH).is_some() || self.entry(tags::RUNPATH).is_some()
    }

    /// Calls `visit` with every import.
    pub(super) fn each_import(&self, mut visit: impl FnMut(&Import)) {
        let (Some(strings), Some(symbols)) =
            (self.address(tags::STRINGS), self.address(tags::SYMBOLS))
        else {
            return;
        };
        let of_calls = (self.entry(tags::PLT_RELOCATION_KIND) == Some(tags::RELOCATIONS as u64))
            .then(|| self.table(tags::PLT_RELOCATIONS, tags::PLT_RELOCATIONS_SIZE));
        let of_data = self.table(tags::RELOCATIONS, tags::RELOCATIONS_SIZE);
        // Those that name no symbol come first; PHP has more than thirty thousand of them.
        let nameless = self.entry(tags::RELATIVE_COUNT).unwrap_or(0) as usize;
        let of_data = of_data.get(nameless..).unwrap_or(of_data);
        for relocation in of_calls.into_iter().flatten().chain(of_data) {
            let kind = (relocation.r_info & 0xffff_ffff) as u32;
            let plain = match kind {
                kinds::JUMP_SLOT | kinds::GLOB_DAT => true,
                kinds::ABSOLUTE => relocation.r_addend == 0,
                _ => false,
            };
            if !plain {
                continue;
            }
            // SAFETY: the relocation names an entry of the symbol table, and that one a string of the string table.
            let (symbol, name) = unsafe {
                let symbol =
                    &*(symbols as *const libc::Elf64_Sym).add((relocation.r_info >> 32) as usize);
                (symbol, (strings as *const c_char).add(symbol.st_name as usize))
            };
            if symbol.st_shndx == 0 {
                let slot = (self.base + relocation.r_offset as usize) as *mut *const c_void;
                visit(&Import { name, slot });
            }
        }
    }

    fn table(&self, address: i64, size: i64) -> &[libc::Elf64_Rela] {
        match (self.address(address), self.entry(size)) {
            (Some(start), Some(bytes)) => {
                let count = bytes as usize / size_of::<libc::Elf64_Rela>();
                // SAFETY: the dynamic section describes a table of that size, mapped while the object is loaded.
                unsafe { std::slice::from_raw_parts(start as *const libc::Elf64_Rela, count) }
            }
            _ => &[],
        }
    }

    /// Stores the functions in their slots; sealed pages are opened for that moment, all at once, as each change of their
    /// protection costs the kernel more than everything else here. How many it could not store.
    pub(super) fn redirect(&self, redirections: &[Redirection]) -> usize {
        // SAFETY: asks for a constant of the system.
        let page_size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let (first, end) =
            (self.sealed.start & !(page_size - 1), self.sealed.end & !(page_size - 1));
        let (sealed, open): (Vec<_>, Vec<_>) = redirections
            .iter()
            .partition(|redirection| (first..end).contains(&(redirection.slot as usize)));
        open.into_iter().for_each(Redirection::store);
        if sealed.is_empty() {
            return 0;
        }
        // SAFETY: whole pages of the object's own data, which go back to what the loader had made of them.
        let protect =
            |access| unsafe { libc::mprotect(first as *mut c_void, end - first, access) == 0 };
        if !protect(libc::PROT_READ | libc::PROT_WRITE) {
            return sealed.len();
        }
        sealed.iter().for_each(|redirection| redirection.store());
        if protect(libc::PROT_READ) { 0 } else { sealed.len() }
    }
}

impl Redirection {
    fn store(&self) {
        // SAFETY: the slot belongs to a loaded object and holds a pointer that other threads may be reading.
        unsafe { std::sync::atomic::AtomicPtr::from_ptr(self.slot.cast::<*mut c_void>()) }
            .store(self.function.cast_mut(), std::sync::atomic::Ordering::Release);
    }
}

impl Import {
    pub(super) fn function(&self) -> &CStr {
        // SAFETY: a C string of the string table, which is there while the object is loaded.
        unsafe { CStr::from_ptr(self.name) }
    }

    /// The first two letters of the function's name, the second of which is 0 if there is none.
    pub(super) fn beginning(&self) -> [u8; 2] {
        // SAFETY: a C string: behind a letter there is another one or its end.
        unsafe {
            let name = self.name.cast::<u8>();
            [*name, if *name == 0 { 0 } else { *name.add(1) }]
        }
    }

    /// To send its calls to `function` from now on.
    ///
    /// # Safety
    /// A function that does what the import's callers expect of it, with the same signature, and is never unloaded.
    pub(super) unsafe fn to(&self, function: *const c_void) -> Redirection {
        Redirection { slot: self.slot, function }
    }

    /// Where a call through this import goes now.
    pub(super) fn target(&self) -> *const c_void {
        // SAFETY: an entry of an import table of an object that is loaded, aligned as all of them are.
        unsafe { *self.slot }
    }
}
