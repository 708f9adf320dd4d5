//! A file or folder that the kernel tells of, with the folders in it if that is asked for.
//!
//! The kernel watches single folders. For a whole tree each of its folders is watched, and the list of them follows what the
//! kernel tells: a folder that comes is watched from then on, and what it holds by that time is told as if it had come one by one, since
//! it may have been put there before the watch began, or have come with the folder. One that is moved away is no longer watched, as
//! its name is another one. So an entry of a new folder can be told twice, but not be missed. If the root itself is moved, its folders
//! can no longer be found by their names, and nothing more is told, as if it were deleted.
//!
//! Nothing reads in the background: the kernel keeps its events until [`Folder::read`] (SPEC 44.15). It has a limit for them, and tells
//! when it has thrown some away; then anything may have changed, and the tree is gone through again.

use cenote_tasks::file_changes::{Kind, Subject};
use rustix::{
    fd::{AsFd, AsRawFd, OwnedFd, RawFd},
    fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags},
    io::Errno,
};
use std::{
    collections::HashMap,
    ffi::OsStr,
    io,
    mem::MaybeUninit,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

const CAME_OR_WENT: Kind = Kind { renamed: true, changed: false };
const ANYTHING: Kind = Kind { renamed: true, changed: true };

/// Bytes that are read at a time: a hundred events or so.
const READ_SIZE: usize = 4 * 1024;
/// What a read brings at least while there is more: an event that would not fit, with its name, is left for the next one.
const LEAST_READ: u64 = READ_SIZE as u64 - 16 - 256;

/// What is told: which file, from the folder on that is watched, and what happened to it.
pub(super) type Tell<'a> = &'a mut dyn FnMut(Subject<'_>, Kind);

/// What is watched.
pub(super) struct Folder {
    inotify: OwnedFd,
    tree: Tree,
}

struct Tree {
    root: PathBuf,
    /// The name that a single file is told of by.
    file: Option<Vec<u8>>,
    recursive: bool,
    /// The folders, by the kernel's numbers for them, from the root on.
    folders: HashMap<i32, Vec<u8>>,
}

impl Folder {
    /// Begins to watch what is at an absolute path.
    pub(super) fn new(root: &Path, recursive: bool) -> io::Result<Folder> {
        let inotify = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
        let watch = inotify::add_watch(&inotify, root, events())?;
        let is_folder = root.metadata()?.is_dir();
        let name = || root.file_name().unwrap_or(OsStr::new("")).as_bytes().to_vec();
        let mut tree = Tree {
            root: root.to_owned(),
            file: (!is_folder).then(name),
            recursive: recursive && is_folder,
            folders: HashMap::from([(watch, Vec::new())]),
        };
        tree.add(&inotify, Vec::new(), &mut |_, _| {})?;
        Ok(Folder { inotify, tree })
    }

    /// Readable when there is something to read.
    pub(super) fn descriptor(&self) -> RawFd {
        self.inotify.as_raw_fd()
    }

    /// Reads what the kernel has to tell by now: somebody may write faster than this reads. False: what was watched is gone, and
    /// nothing comes any more. An error: a folder that has come cannot be watched; everything else is.
    pub(super) fn read(&mut self, tell: Tell<'_>) -> io::Result<bool> {
        let Folder { inotify, tree } = self;
        let mut buffer = [MaybeUninit::uninit(); READ_SIZE];
        let mut reader = Reader::new(&*inotify, &mut buffer);
        let mut trouble = Ok(());
        let mut reads_left = rustix::io::ioctl_fionread(&*inotify)?.div_ceil(LEAST_READ);
        loop {
            if reader.is_buffer_empty() {
                if reads_left == 0 {
                    break;
                }
                reads_left -= 1;
            }
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::INTR) => {
                    reads_left += 1;
                    continue;
                }
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            };
            let name = event.file_name().map(|name| name.to_bytes());
            let told = tree.note(inotify, event.wd(), event.events(), name, tell);
            trouble = trouble.and(told);
        }
        trouble.map(|()| tree.is_there())
    }
}

impl Tree {
    /// The root's own watch ends only with what it watches, or when that is moved.
    fn is_there(&self) -> bool {
        self.folders.values().any(Vec::is_empty)
    }

    fn note(
        &mut self,
        inotify: &impl AsFd,
        watch: i32,
        events: ReadFlags,
        name: Option<&[u8]>,
        tell: Tell<'_>,
    ) -> io::Result<()> {
        if events.contains(ReadFlags::QUEUE_OVERFLOW) {
            tell(Subject::Anything, ANYTHING);
            return self.add(inotify, Vec::new(), &mut |_, _| {});
        }
        if events.contains(ReadFlags::IGNORED) {
            self.folders.remove(&watch);
            return Ok(());
        }
        let Some(folder) = self.folders.get(&watch) else { return Ok(()) };
        let changes = ReadFlags::ATTRIB | ReadFlags::MODIFY;
        let kind =
            Kind { renamed: !events.intersects(changes), changed: events.intersects(changes) };
        let Some(name) = name else {
            // Of a folder within, the one that it lies in tells.
            if folder.is_empty() {
                tell(self.file.as_deref().map_or(Subject::Anything, Subject::Entry), kind);
                if events.contains(ReadFlags::MOVE_SELF) {
                    self.folders.clear();
                }
            }
            return Ok(());
        };
        let name = joined(folder, name);
        if !self.recursive || !events.contains(ReadFlags::ISDIR) {
            tell(Subject::Entry(&name), kind);
        } else if events.contains(ReadFlags::MOVED_FROM) {
            tell(Subject::Tree(&name), kind);
            self.forget(inotify, &name);
        } else {
            tell(Subject::Entry(&name), kind);
            if events.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO) {
                return self.add(inotify, name, tell);
            }
        }
        Ok(())
    }

    /// Watches a folder and those within, if that is asked for; the root is watched already. One that has gone meanwhile, or may not
    /// be read, is left out.
    fn add(&mut self, inotify: &impl AsFd, folder: Vec<u8>, found: Tell<'_>) -> io::Result<()> {
        if !self.recursive {
            return Ok(());
        }
        let mut left = vec![folder];
        while let Some(folder) = left.pop() {
            if !folder.is_empty() {
                let flags = events() | WatchFlags::ONLYDIR | WatchFlags::DONT_FOLLOW;
                match inotify::add_watch(inotify, self.path(&folder), flags) {
                    Ok(watch) => drop(self.folders.insert(watch, folder.clone())),
                    Err(error @ (Errno::NOSPC | Errno::NOMEM)) => return Err(error.into()),
                    Err(_) => continue,
                }
            }
            for entry in self.path(&folder).read_dir().into_iter().flatten().flatten() {
                let name = joined(&folder, entry.file_name().as_bytes());
                found(Subject::Entry(&name), CAME_OR_WENT);
                // Links are not followed: they may lead round in a circle.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    left.push(name);
                }
            }
        }
        Ok(())
    }

    /// A folder has another name now, or is elsewhere.
    fn forget(&mut self, inotify: &impl AsFd, folder: &[u8]) {
        self.folders.retain(|&watch, known| {
            let is_within =
                known.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest[0] == b'/');
            if is_within {
                // It may be gone with what it watched.
                let _ = inotify::remove_watch(inotify, watch);
            }
            !is_within
        });
    }

    fn path(&self, folder: &[u8]) -> PathBuf {
        if folder.is_empty() {
            self.root.clone()
        } else {
            self.root.join(OsStr::from_bytes(folder))
        }
    }
}

fn events() -> WatchFlags {
    WatchFlags::ATTRIB
        | WatchFlags::MODIFY
        | WatchFlags::CREATE
        | WatchFlags::DELETE
        | WatchFlags::MOVE
        | WatchFlags::DELETE_SELF
        | WatchFlags::MOVE_SELF
}

fn joined(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if folder.is_empty() { name.to_vec() } else { [folder, b"/", name].concat() }
}
