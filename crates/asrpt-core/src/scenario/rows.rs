//! A long list that is shared until somebody changes it: a scenario of 100,000 jobs whose policy is edited is another
//! scenario with the same list, which takes no time to make and none to compare.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Behaves like a `Vec`; changing a shared one copies it first.
#[derive(Clone, Debug)]
pub struct Rows<T>(Arc<Vec<T>>);

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self(Arc::new(Vec::new()))
    }
}

impl<T> Deref for Rows<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for Rows<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: PartialEq> PartialEq for Rows<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T> From<Vec<T>> for Rows<T> {
    fn from(rows: Vec<T>) -> Self {
        Self(Arc::new(rows))
    }
}

impl<T> FromIterator<T> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Self {
        rows.into_iter().collect::<Vec<T>>().into()
    }
}

impl<'a, T> IntoIterator for &'a Rows<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Rows<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_copy_leaves_the_other_as_it_was() {
        let rows: Rows<u32> = vec![1, 2].into();
        let mut other = rows.clone();
        assert_eq!(rows, other);
        other.push(3);
        assert_eq!((rows.len(), other.len()), (2, 3));
        for row in &mut other {
            *row += 1;
        }
        assert_eq!(*other, [2, 3, 4]);
        assert_ne!(rows, other);
        assert_eq!(rows, Rows::from(vec![1, 2]), "by value, too");
    }
}
