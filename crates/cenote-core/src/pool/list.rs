//! A doubly linked list threaded through an array by index: the one list type of slots and waiters.
//!
//! The links live in the nodes, the ends in [`List`]. Everything is O(1) and nothing allocates. A node is on one list at
//! most; which one, its owner knows from the node's state.

/// No node.
pub(super) const NIL: u32 = u32::MAX;

/// A node's neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    pub(super) prev: u32,
    pub(super) next: u32,
}

impl Links {
    pub(super) const LOOSE: Links = Links { prev: NIL, next: NIL };
}

/// A node that can be on a [`List`].
pub(super) trait Linked {
    fn links(&self) -> &Links;
    fn links_mut(&mut self) -> &mut Links;
}

/// Both ends of one list.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub(super) head: u32,
    pub(super) tail: u32,
}

impl List {
    pub(super) const EMPTY: List = List { head: NIL, tail: NIL };

    #[inline(always)]
    pub(super) fn push_back<N: Linked>(&mut self, nodes: &mut [N], index: u32) {
        let last = self.tail;
        *nodes[index as usize].links_mut() = Links { prev: last, next: NIL };
        self.tail = index;
        if last == NIL {
            self.head = index;
        } else {
            nodes[last as usize].links_mut().next = index;
        }
    }

    /// Puts `index` in front of `at`, which is on the list, or at the back if `at` is [`NIL`].
    pub(super) fn insert_before<N: Linked>(&mut self, nodes: &mut [N], at: u32, index: u32) {
        if at == NIL {
            return self.push_back(nodes, index);
        }
        let prev = core::mem::replace(&mut nodes[at as usize].links_mut().prev, index);
        *nodes[index as usize].links_mut() = Links { prev, next: at };
        if prev == NIL {
            self.head = index;
        } else {
            nodes[prev as usize].links_mut().next = index;
        }
    }

    #[inline(always)]
    pub(super) fn remove<N: Linked>(&mut self, nodes: &mut [N], index: u32) {
        let Links { prev, next } = *nodes[index as usize].links();
        if prev == NIL {
            self.head = next;
        } else {
            nodes[prev as usize].links_mut().next = next;
        }
        if next == NIL {
            self.tail = prev;
        } else {
            nodes[next as usize].links_mut().prev = prev;
        }
    }

    /// From head to tail.
    pub(super) fn iter<N: Linked>(self, nodes: &[N]) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.head;
        core::iter::from_fn(move || {
            let index = at;
            if index == NIL {
                return None;
            }
            at = nodes[index as usize].links().next;
            Some(index)
        })
    }

    /// Verifies the links both ways and gives the length.
    pub(super) fn check<N: Linked>(self, nodes: &[N]) -> usize {
        let mut last = NIL;
        let mut length = 0;
        for index in self.iter(nodes) {
            assert_eq!(nodes[index as usize].links().prev, last, "back link of node {index}");
            last = index;
            length += 1;
            assert!(length <= nodes.len(), "a list runs in a circle");
        }
        assert_eq!(self.tail, last, "tail of a list");
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    struct Node(Links);

    impl Linked for Node {
        fn links(&self) -> &Links {
            &self.0
        }
        fn links_mut(&mut self) -> &mut Links {
            &mut self.0
        }
    }

    fn order(list: List, nodes: &[Node]) -> Vec<u32> {
        assert_eq!(list.check(nodes), list.iter(nodes).count());
        list.iter(nodes).collect()
    }

    #[test]
    fn keeps_order_through_pushes_inserts_and_removals() {
        let mut nodes: Vec<Node> = (0..5).map(|_| Node(Links::LOOSE)).collect();
        let mut list = List::EMPTY;
        assert_eq!(order(list, &nodes), []);
        list.push_back(&mut nodes, 3);
        list.push_back(&mut nodes, 1);
        list.insert_before(&mut nodes, 1, 4);
        list.insert_before(&mut nodes, 3, 0);
        list.insert_before(&mut nodes, NIL, 2);
        assert_eq!(order(list, &nodes), [0, 3, 4, 1, 2]);
        list.remove(&mut nodes, 4);
        list.remove(&mut nodes, 0);
        list.remove(&mut nodes, 2);
        assert_eq!(order(list, &nodes), [3, 1]);
        list.remove(&mut nodes, 3);
        list.remove(&mut nodes, 1);
        assert_eq!(order(list, &nodes), []);
    }
}
