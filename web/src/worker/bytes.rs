//! Values as bytes, compact and without a library: what crosses between the page and its worker. Both ends are of the same
//! build, so nothing here has to last.

use std::cell::RefCell;
use std::collections::BTreeSet;

use asrpt_core::ids::{JobIndex, ServerIndex};

/// Bytes that are being written.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// Seven bits a byte, the lowest first.
    pub fn whole(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    pub fn large(&mut self, n: u128) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub fn real(&mut self, x: f64) {
        self.0.extend_from_slice(&x.to_bits().to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.whole(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub fn option<T: ?Sized>(&mut self, value: Option<&T>, write: impl FnOnce(&mut Self, &T)) {
        self.whole(value.is_some().into());
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.whole(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }

    pub fn pairs(&mut self, pairs: &[(ServerIndex, u32)]) {
        self.list(pairs, |out, (server, count)| {
            out.whole(server.0.into());
            out.whole((*count).into());
        });
    }
}

/// Bytes that are still to be read.
pub struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_at_checked(N)?;
        self.0 = rest;
        head.try_into().ok()
    }

    pub fn whole(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.bytes()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    pub fn small(&mut self) -> Option<u32> {
        self.whole()?.try_into().ok()
    }

    pub fn job(&mut self) -> Option<JobIndex> {
        self.small().map(JobIndex)
    }

    pub fn large(&mut self) -> Option<u128> {
        self.bytes().map(u128::from_le_bytes)
    }

    pub fn real(&mut self) -> Option<f64> {
        self.bytes().map(|bytes| f64::from_bits(u64::from_le_bytes(bytes)))
    }

    pub fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.whole()?).ok()?;
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(head.to_vec()).ok()
    }

    /// `None` outside: broken; `None` inside: absent.
    #[allow(clippy::option_option, reason = "the outer one is for broken bytes")]
    pub fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.whole()? {
            0 => Some(None),
            1 => read(self).map(Some),
            _ => None,
        }
    }

    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = usize::try_from(self.whole()?).ok()?;
        // Every item has at least a byte.
        let mut items = Vec::with_capacity(length.min(self.0.len()));
        for _ in 0..length {
            items.push(read(self)?);
        }
        Some(items)
    }

    pub fn pairs(&mut self) -> Option<Vec<(ServerIndex, u32)>> {
        self.list(|from| Some((ServerIndex(from.small()?), from.small()?)))
    }
}

/// A value that crosses.
pub trait Wired: Sized {
    /// Writes it.
    fn put(&self, out: &mut Writer);
    /// Reads it; `None` where the bytes are broken.
    fn get(from: &mut Reader) -> Option<Self>;
}

/// A value by itself.
pub fn written(value: &impl Wired) -> Vec<u8> {
    let mut out = Writer::default();
    value.put(&mut out);
    out.0
}

/// A value that is all there is.
pub fn whole<T: Wired>(bytes: &[u8]) -> Option<T> {
    let mut from = Reader(bytes);
    T::get(&mut from).filter(|_| from.0.is_empty())
}

impl Wired for u64 {
    fn put(&self, out: &mut Writer) {
        out.whole(*self);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.whole()
    }
}

impl Wired for u32 {
    fn put(&self, out: &mut Writer) {
        out.whole((*self).into());
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.small()
    }
}

impl Wired for usize {
    fn put(&self, out: &mut Writer) {
        out.whole(*self as u64);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.whole()?.try_into().ok()
    }
}

impl Wired for bool {
    fn put(&self, out: &mut Writer) {
        out.whole((*self).into());
    }
    fn get(from: &mut Reader) -> Option<Self> {
        Some(from.whole()? == 1)
    }
}

impl Wired for f64 {
    fn put(&self, out: &mut Writer) {
        out.real(*self);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.real()
    }
}

impl Wired for JobIndex {
    fn put(&self, out: &mut Writer) {
        out.whole(self.0.into());
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.job()
    }
}

impl Wired for String {
    fn put(&self, out: &mut Writer) {
        out.text(self);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.text()
    }
}

/// One of a few texts that live as long as the program.
impl Wired for &'static str {
    fn put(&self, out: &mut Writer) {
        out.text(self);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        thread_local!(static KNOWN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) });
        let text = from.text()?;
        KNOWN.with_borrow_mut(|known| {
            if !known.contains(&*text) {
                known.insert(Box::leak(text.clone().into_boxed_str()));
            }
            known.get(&*text).copied()
        })
    }
}

impl<T: Wired> Wired for Option<T> {
    fn put(&self, out: &mut Writer) {
        out.option(self.as_ref(), |out, value| value.put(out));
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.option(T::get)
    }
}

impl<T: Wired> Wired for Vec<T> {
    fn put(&self, out: &mut Writer) {
        out.list(self, |out, item| item.put(out));
    }
    fn get(from: &mut Reader) -> Option<Self> {
        from.list(T::get)
    }
}

impl<A: Wired, B: Wired> Wired for (A, B) {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
        self.1.put(out);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        Some((A::get(from)?, B::get(from)?))
    }
}

impl<A: Wired, B: Wired, C: Wired> Wired for (A, B, C) {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
        self.1.put(out);
        self.2.put(out);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        Some((A::get(from)?, B::get(from)?, C::get(from)?))
    }
}

impl<T: Wired, E: Wired> Wired for Result<T, E> {
    fn put(&self, out: &mut Writer) {
        match self {
            Ok(value) => {
                out.whole(0);
                value.put(out);
            }
            Err(error) => {
                out.whole(1);
                error.put(out);
            }
        }
    }
    fn get(from: &mut Reader) -> Option<Self> {
        match from.whole()? {
            0 => T::get(from).map(Ok),
            1 => E::get(from).map(Err),
            _ => None,
        }
    }
}

/// Makes structs cross field by field.
macro_rules! wired {
    ($($type:ty { $($field:ident),* $(,)? })*) => {$(
        impl $crate::worker::bytes::Wired for $type {
            fn put(&self, out: &mut $crate::worker::bytes::Writer) {
                $($crate::worker::bytes::Wired::put(&self.$field, out);)*
            }
            fn get(from: &mut $crate::worker::bytes::Reader) -> Option<Self> {
                Some(Self { $($field: $crate::worker::bytes::Wired::get(from)?),* })
            }
        }
    )*};
}
pub(crate) use wired;
