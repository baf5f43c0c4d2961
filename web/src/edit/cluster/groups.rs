//! What can be done with server groups, as pure changes of the list.

use asrpt_core::scenario::ServerSpec;

/// The numbers of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Count,
    Gpus,
    Speed,
    Nvlink,
    Nic,
}

impl Number {
    /// Of one group.
    pub fn of(self, group: &ServerSpec) -> f64 {
        match self {
            Self::Count => group.count.into(),
            Self::Gpus => group.gpus.into(),
            Self::Speed => group.gpu_speed,
            Self::Nvlink => group.nvlink_gb_per_s,
            Self::Nic => group.nic_gb_per_s,
        }
    }

    /// Of several groups; `None` where they differ.
    pub fn of_all(self, groups: &[ServerSpec], chosen: &[usize]) -> Option<f64> {
        let mut values = chosen.iter().filter_map(|&at| groups.get(at)).map(|group| self.of(group));
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }

    /// Sets it. Whole numbers come from a field that takes nothing else.
    pub fn set(self, group: &mut ServerSpec, value: f64) {
        match self {
            Self::Count => group.count = value as u32,
            Self::Gpus => group.gpus = value as u32,
            Self::Speed => group.gpu_speed = value,
            Self::Nvlink => group.nvlink_gb_per_s = value,
            Self::Nic => group.nic_gb_per_s = value,
        }
    }

    /// The key in the file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Gpus => "gpus",
            Self::Speed => "gpu_speed",
            Self::Nvlink => "nvlink_gb_per_s",
            Self::Nic => "nic_gb_per_s",
        }
    }
}

/// One more group like the last.
pub fn add(groups: &mut Vec<ServerSpec>) {
    let like = ServerSpec {
        name: None,
        count: 1,
        gpus: 4,
        nvlink_gb_per_s: 150.0,
        nic_gb_per_s: 12.5,
        gpu_speed: 1.0,
    };
    let like = groups.last().cloned().unwrap_or(like);
    groups.push(ServerSpec { name: None, count: 1, ..like });
}

/// A copy behind each chosen group; names stay with the first.
pub fn duplicate(groups: &mut Vec<ServerSpec>, chosen: &[usize]) {
    for &at in chosen.iter().rev().filter(|&&at| at < groups.len()).collect::<Vec<_>>() {
        let copy = ServerSpec { name: None, ..groups[at].clone() };
        groups.insert(at + 1, copy);
    }
}

/// Without the chosen groups.
pub fn remove(groups: &mut Vec<ServerSpec>, chosen: &[usize]) {
    let mut at = 0;
    groups.retain(|_| {
        at += 1;
        !chosen.contains(&(at - 1))
    });
}

/// The chosen groups one place up or down; where they are then.
pub fn shift(groups: &mut [ServerSpec], chosen: &[usize], up: bool) -> Vec<usize> {
    let mut sorted = chosen.to_vec();
    sorted.sort_unstable();
    let at_the_end =
        if up { sorted.first() == Some(&0) } else { sorted.last().is_some_and(|&at| at + 1 >= groups.len()) };
    if at_the_end || sorted.is_empty() {
        return sorted;
    }
    if up {
        sorted.iter().for_each(|&at| groups.swap(at, at - 1));
        sorted.iter().map(|at| at - 1).collect()
    } else {
        sorted.iter().rev().for_each(|&at| groups.swap(at, at + 1));
        sorted.iter().map(|at| at + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(gpus: &[u32]) -> Vec<ServerSpec> {
        let group = |&gpus| ServerSpec {
            name: None,
            count: 1,
            gpus,
            nvlink_gb_per_s: 1.0,
            nic_gb_per_s: 1.0,
            gpu_speed: 1.0,
        };
        gpus.iter().map(group).collect()
    }

    fn gpus(groups: &[ServerSpec]) -> Vec<u32> {
        groups.iter().map(|group| group.gpus).collect()
    }

    #[test]
    fn groups_are_added_copied_removed_and_moved() {
        let mut list = groups(&[1, 2, 3]);
        add(&mut list);
        assert_eq!(gpus(&list), [1, 2, 3, 3]);
        duplicate(&mut list, &[0, 2]);
        assert_eq!(gpus(&list), [1, 1, 2, 3, 3, 3]);
        remove(&mut list, &[0, 3, 4]);
        assert_eq!(gpus(&list), [1, 2, 3]);
        assert_eq!(shift(&mut list, &[2, 1], true), [0, 1]);
        assert_eq!(gpus(&list), [2, 3, 1]);
        assert_eq!(shift(&mut list, &[0, 1], true), [0, 1]);
        assert_eq!(shift(&mut list, &[0, 1], false), [1, 2]);
        assert_eq!(gpus(&list), [1, 2, 3]);
        assert_eq!(shift(&mut list, &[2], false), [2]);
    }

    #[test]
    fn numbers_of_many_are_shown_where_they_agree() {
        let mut list = groups(&[4, 4, 8]);
        assert_eq!(Number::Gpus.of_all(&list, &[0, 1]), Some(4.0));
        assert_eq!(Number::Gpus.of_all(&list, &[0, 2]), None);
        Number::Gpus.set(&mut list[2], 4.0);
        assert_eq!(Number::Gpus.of_all(&list, &[0, 1, 2]), Some(4.0));
    }
}
