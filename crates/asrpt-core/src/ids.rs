//! Typed indices: a job's number is never taken for a server's.

use serde::{Deserialize, Serialize};

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a slice position.
            pub fn at(self) -> usize {
                self.0 as usize
            }

            /// The index of a slice position. Sizes are limited to far below 2^32 (see [`crate::limits`]).
            pub fn from_at(position: usize) -> Self {
                Self(u32::try_from(position).expect("sizes are limited far below 2^32"))
            }
        }
    };
}

index_type!(
    /// A job, numbered from 0 in the order of the file.
    JobIndex
);
index_type!(
    /// A server, numbered from 0 in the order of the file after `count` is unfolded.
    ServerIndex
);
index_type!(
    /// A stage of one model graph, numbered from 0 in the order of its `stages` list.
    StageIndex
);
index_type!(
    /// A model graph, numbered from 0 in the order of the file.
    ModelIndex
);
