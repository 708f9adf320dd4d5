//! The set of descriptors that signal handlers may change.

use super::descriptor_set::DescriptorSet;

static SET: DescriptorSet = DescriptorSet::new();

/// What was put in is found, and taken once; numbers beyond the limit are never members
#[test]
fn members_are_found_and_taken_once() {
    let members = [0, 63, 64, 4095, 4096, (1 << 20) - 1];
    for fd in members {
        assert!(!SET.contains(fd));
        SET.insert(fd);
        SET.insert(fd);
        assert!(SET.contains(fd));
    }
    SET.insert(-1);
    SET.insert(1 << 20);
    assert!(!SET.contains(-1) && !SET.contains(1 << 20));
    SET.remove(64);
    SET.remove(65);
    assert_eq!(SET.take(), [0, 63, 4095, 4096, (1 << 20) - 1]);
    assert!(SET.take().is_empty());
    SET.insert(7);
    SET.clear();
    assert!(!SET.contains(7) && SET.take().is_empty());
}
