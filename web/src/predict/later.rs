//! Values that take a moment to make: the page is drawn first, and says that they are coming.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::shared::Shared;

/// Long enough for the page to be drawn.
const SOON_MS: u32 = 30;

/// What `make` makes of the key, once it is there. Nothing is made while it isn't wanted, nor for a key that has gone.
#[hook]
pub fn use_later<K: Clone + PartialEq + 'static, T: 'static>(
    key: K,
    wanted: bool,
    make: fn(&K) -> T,
) -> Option<Shared<T>> {
    let held = use_state(|| None::<(K, Shared<T>)>);
    let here = held.as_ref().filter(|(of, _)| *of == key).map(|(_, made)| made.clone());
    let missing = wanted && here.is_none();
    let setter = held.setter();
    use_effect_with((key, missing), move |(key, missing)| {
        let key = key.clone();
        let making = missing.then(|| {
            Timeout::new(SOON_MS, move || {
                let made = make(&key);
                setter.set(Some((key, Shared::new(made))));
            })
        });
        move || drop(making)
    });
    here
}
