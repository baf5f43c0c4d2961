//! Links, files and what is kept: how a scenario leaves the page and comes back.

pub mod address;
pub mod address_bar;
pub mod browser;
pub mod dialog;
pub mod embed;
pub mod kept;
pub mod kept_notice;
pub mod length;
pub mod open;
pub mod qr;
