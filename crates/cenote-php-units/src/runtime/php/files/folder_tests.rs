//! Watching real folders.

use super::folder::Folder;
use cenote_tasks::file_changes::{Kind, Subject};
use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("cenote-folder-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn touch(&self, name: &str) {
        fs::write(self.path(name), "x").unwrap();
    }

    fn mkdir(&self, name: &str) {
        fs::create_dir_all(self.path(name)).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn watch(path: &Path, recursive: bool) -> Folder {
    Folder::new(path, recursive).unwrap()
}

/// What is told, each name once; "-" for none, "name/*" for a folder with all that is in it.
fn told(folder: &mut Folder) -> BTreeMap<String, Kind> {
    let mut all = BTreeMap::<String, Kind>::new();
    let mut tell = |subject: Subject<'_>, kind: Kind| {
        let name = match subject {
            Subject::Anything => "-".into(),
            Subject::Entry(name) => String::from_utf8_lossy(name).into_owned(),
            Subject::Tree(name) => format!("{}/*", String::from_utf8_lossy(name)),
        };
        let known = all.entry(name).or_default();
        known.renamed |= kind.renamed;
        known.changed |= kind.changed;
    };
    folder.read(&mut tell).unwrap();
    all
}

fn names(folder: &mut Folder) -> Vec<String> {
    told(folder).into_keys().collect()
}

const RENAMED: Kind = Kind { renamed: true, changed: false };
const CHANGED: Kind = Kind { renamed: false, changed: true };
const BOTH: Kind = Kind { renamed: true, changed: true };

/// SPEC 44.15: what comes or goes is renamed, what is written to is changed.
#[test]
fn a_folder_tells_what_came_went_and_changed() {
    let scratch = Scratch::new();
    scratch.touch("old");
    let mut folder = watch(&scratch.0, false);
    assert!(told(&mut folder).is_empty(), "what is there is no change");
    scratch.touch("old");
    assert_eq!(told(&mut folder), BTreeMap::from([("old".into(), CHANGED)]));
    scratch.touch("new");
    assert_eq!(told(&mut folder), BTreeMap::from([("new".into(), BOTH)]));
    fs::rename(scratch.path("new"), scratch.path("newer")).unwrap();
    let expected = [("new".into(), RENAMED), ("newer".into(), RENAMED)];
    assert_eq!(told(&mut folder), BTreeMap::from(expected));
    fs::remove_file(scratch.path("old")).unwrap();
    assert_eq!(told(&mut folder).get("old"), Some(&RENAMED));
}

/// SPEC 44.15: without `recursive` a folder within is told of, but not what is in it.
#[test]
fn a_folder_is_one_folder_unless_all_are_asked_for() {
    let scratch = Scratch::new();
    scratch.mkdir("sub");
    let mut folder = watch(&scratch.0, false);
    scratch.touch("sub/file");
    assert!(names(&mut folder).is_empty());
}

/// SPEC 44.15: folders that are there, and those that come, with what was put into them before anybody could watch.
#[test]
fn a_tree_has_the_folders_that_come_later() {
    let scratch = Scratch::new();
    scratch.mkdir("a/b");
    let mut folder = watch(&scratch.0, true);
    scratch.touch("a/b/deep");
    assert_eq!(names(&mut folder), ["a/b/deep"]);
    scratch.mkdir("c/d/e");
    scratch.touch("c/d/e/first");
    assert_eq!(names(&mut folder), ["c", "c/d", "c/d/e", "c/d/e/first"]);
    scratch.touch("c/d/e/second");
    assert_eq!(names(&mut folder), ["c/d/e/second"]);
}

/// SPEC 44.15: a folder that is moved is told of by its new name from then on, with what it holds, and what leaves the tree is not told of.
#[test]
fn a_tree_follows_its_folders_when_they_move() {
    let (scratch, elsewhere) = (Scratch::new(), Scratch::new());
    scratch.mkdir("a/inner");
    scratch.mkdir("ab");
    let mut folder = watch(&scratch.0, true);
    fs::rename(scratch.path("a"), scratch.path("z")).unwrap();
    assert_eq!(names(&mut folder), ["a/*", "z", "z/inner"]);
    scratch.touch("z/inner/file");
    scratch.touch("ab/file");
    assert_eq!(names(&mut folder), ["ab/file", "z/inner/file"]);
    fs::rename(scratch.path("z"), elsewhere.path("z")).unwrap();
    assert_eq!(names(&mut folder), ["z/*"]);
    elsewhere.touch("z/inner/file");
    assert!(names(&mut folder).is_empty());
    fs::rename(elsewhere.path("z"), scratch.path("back")).unwrap();
    assert_eq!(names(&mut folder), ["back", "back/inner", "back/inner/file"]);
}

/// SPEC 44.15: whatever moves where, each folder that is left in the tree is watched, by the name that it has.
#[test]
fn a_tree_is_whole_after_many_moves() {
    for seed in 1..=4u64 {
        let (scratch, elsewhere) = (Scratch::new(), Scratch::new());
        let mut folder = watch(&scratch.0, true);
        let mut state = seed;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for number in 0..250 {
            let folders = folders_in(&scratch.0);
            let one = &folders[random(folders.len())];
            let target = folders[random(folders.len())].join(format!("n{}", random(5)));
            // Some of these are not possible, as moving a folder into itself: then nothing happens.
            match random(7) {
                0..=2 => drop(fs::create_dir(&target)),
                3 | 4 if *one != scratch.0 => drop(fs::rename(one, &target)),
                5 => drop(fs::rename(&target, elsewhere.path(&number.to_string()))),
                6 => drop(fs::rename(elsewhere.path(&random(250).to_string()), &target)),
                _ => drop(fs::remove_dir_all(&target)),
            }
            if random(3) == 0 {
                names(&mut folder);
            }
        }
        names(&mut folder);
        let mut expected = Vec::new();
        for found in folders_in(&scratch.0) {
            let probe = found.join("probe");
            fs::write(&probe, "").unwrap();
            let name = probe.strip_prefix(&scratch.0).unwrap();
            expected.push(name.to_string_lossy().into_owned());
        }
        for left in folders_in(&elsewhere.0) {
            fs::write(left.join("not told"), "").unwrap();
        }
        expected.sort();
        assert_eq!(names(&mut folder), expected, "seed {seed}");
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            all.extend(folders_in(&entry.path()));
        }
    }
    all
}

/// SPEC 44.15: once what is watched has another name, nothing more comes: the folders in it could not be found.
#[test]
fn a_root_that_is_moved_is_the_end() {
    let scratch = Scratch::new();
    scratch.mkdir("root/sub");
    scratch.touch("file");
    let mut folder = watch(&scratch.path("root"), true);
    let mut file = watch(&scratch.path("file"), false);
    fs::rename(scratch.path("root"), scratch.path("other")).unwrap();
    fs::rename(scratch.path("file"), scratch.path("another")).unwrap();
    scratch.touch("other/sub/file");
    scratch.touch("another");
    let mut all = Vec::new();
    let mut tell = |subject: Subject<'_>, kind: Kind| {
        let name = match subject {
            Subject::Anything => "-".into(),
            Subject::Entry(name) | Subject::Tree(name) => {
                String::from_utf8_lossy(name).into_owned()
            }
        };
        all.push((name, kind));
    };
    assert!(!folder.read(&mut tell).unwrap());
    assert!(!file.read(&mut tell).unwrap());
    assert_eq!(all, [("-".into(), RENAMED), ("file".into(), RENAMED)]);
}

/// SPEC 44.15: links are not followed.
#[test]
fn a_tree_does_not_follow_links() {
    let (scratch, elsewhere) = (Scratch::new(), Scratch::new());
    symlink(&elsewhere.0, scratch.path("link")).unwrap();
    symlink(&scratch.0, scratch.path("round")).unwrap();
    let mut folder = watch(&scratch.0, true);
    elsewhere.touch("file");
    assert!(names(&mut folder).is_empty());
    let link = Scratch::new();
    symlink(&elsewhere.0, link.path("root")).unwrap();
    let mut folder = watch(&link.path("root"), true);
    elsewhere.touch("other");
    assert_eq!(names(&mut folder), ["other"], "but for the path itself");
}

/// SPEC 44.15: a single file is told of by its own name; a folder that changes itself, without one.
#[test]
fn a_single_file_is_told_of_by_its_name() {
    let scratch = Scratch::new();
    scratch.touch("file");
    let mut file = watch(&scratch.path("file"), true);
    let mut folder = watch(&scratch.0, true);
    scratch.touch("file");
    assert_eq!(told(&mut file), BTreeMap::from([("file".into(), CHANGED)]));
    told(&mut folder);
    let mode = fs::metadata(&scratch.0).unwrap().permissions();
    fs::set_permissions(&scratch.0, mode).unwrap();
    assert_eq!(told(&mut folder), BTreeMap::from([("-".into(), CHANGED)]));
}

/// SPEC 44.15: once what is watched is gone, nothing more comes.
#[test]
fn the_end_of_what_is_watched_is_told() {
    let scratch = Scratch::new();
    scratch.mkdir("root/sub");
    let mut folder = watch(&scratch.path("root"), true);
    fs::remove_dir(scratch.path("root/sub")).unwrap();
    assert!(folder.read(&mut |_, _| {}).unwrap(), "only a folder within has gone");
    fs::remove_dir(scratch.path("root")).unwrap();
    assert!(!folder.read(&mut |_, _| {}).unwrap());
}

/// SPEC 44.15: the kernel throws events away when there are too many: then anything may have changed, and the tree is whole again.
#[test]
fn when_events_were_lost_anything_may_have_changed() {
    let scratch = Scratch::new();
    scratch.mkdir("sub");
    let limit: usize = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events")
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    let mut folder = watch(&scratch.0, true);
    // Two files by turns: the kernel keeps equal events that follow each other only once.
    for n in 0..limit + 2 {
        fs::write(scratch.path(if n % 2 == 0 { "sub/even" } else { "sub/odd" }), "").unwrap();
    }
    scratch.mkdir("late");
    let told = told(&mut folder);
    assert_eq!(told.get("-"), Some(&BOTH), "{told:?}");
    scratch.touch("late/file");
    assert_eq!(names(&mut folder), ["late/file"]);
}

/// SPEC 44.15: a folder that changes all the time holds nobody up: what comes while one reads is left for the next time.
#[test]
fn reading_ends_though_changes_do_not() {
    let scratch = Scratch::new();
    let mut folder = watch(&scratch.0, false);
    scratch.touch("first");
    let mut read = || {
        let mut told = 0;
        let is_there = folder.read(&mut |_, _| {
            told += 1;
            assert!(told < 1000, "it reads what each change brings about");
            scratch.touch(&told.to_string());
        });
        assert!(is_there.unwrap());
        told
    };
    assert!(read() > 0);
    assert!(read() > 0, "nothing is lost");
}

/// SPEC 44.15: a path that is not there is an error of the system's.
#[test]
fn a_missing_path_is_refused() {
    let scratch = Scratch::new();
    let error = Folder::new(&scratch.path("missing"), true).map(drop).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}
