//! Our own line icons, 16 by 16 px.

use yew::prelude::*;

/// An icon's drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    First,
    Back,
    On,
    Last,
    Play,
    Pause,
    Down,
    Up,
    Close,
    Open,
    Help,
    Moon,
    Sun,
    Auto,
    Cluster,
    Lanes,
    Now,
    Results,
    Warning,
    Clock,
    Dots,
    Diamond,
    Arrow,
    Swap,
    Check,
    Plus,
    Minus,
    Search,
    Fit,
    Undo,
    Redo,
    Save,
    Share,
    Copy,
    Duplicate,
    Paste,
    Select,
    Trash,
    External,
    Tidy,
    Loop,
}

impl Shape {
    fn path(self) -> &'static str {
        match self {
            Self::First => "M3.5 3.5v9M13 3.5v9L6 8z",
            Self::Back => "M11.5 3.5v9L4.5 8z",
            Self::On => "M4.5 3.5v9L11.5 8z",
            Self::Last => "M12.5 3.5v9M3 3.5v9L10 8z",
            Self::Play => "M5 3v10l8-5z",
            Self::Pause => "M4.5 3.5h2.25v9H4.5zM9.25 3.5h2.25v9H9.25z",
            Self::Down => "M4.5 6.5L8 10l3.5-3.5",
            Self::Up => "M4.5 9.5L8 6l3.5 3.5",
            Self::Close => "M4 4l8 8M12 4l-8 8",
            Self::Open => "M2 12.8V3.2h4.2l1.6 2H14v7.6z",
            Self::Help => "M5.9 6.1a2.1 2.1 0 1 1 3.1 1.8c-.7.4-1 .8-1 1.7M8 12v.1",
            Self::Moon => "M13.2 9.8A5.7 5.7 0 0 1 6.2 2.8a5.7 5.7 0 1 0 7 7z",
            Self::Sun => {
                "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.3v1.4M8 13.3v1.4M1.3 8h1.4M13.3 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1"
            }
            Self::Auto => "M8 2.2a5.8 5.8 0 1 0 0 11.6zM8 2.2a5.8 5.8 0 0 1 0 11.6",
            Self::Cluster => "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1M8 5h3M8 11h3",
            Self::Lanes => "M3 4h6.5M6 8h7M3 12h4.5",
            Self::Now => "M8 4.2V8l2.6 1.6M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9z",
            Self::Results => "M2.8 2.8v10.4h10.4M5.5 10.6V8M8.3 10.6V5M11.1 10.6V6.6",
            Self::Warning => "M8 2.4L14.2 13H1.8zM8 6.4v3M8 11.1v.1",
            Self::Clock => "M8 4.6V8l2.2 1.4M8 2.4a5.6 5.6 0 1 0 0 11.2A5.6 5.6 0 0 0 8 2.4z",
            Self::Dots => "M3 8h.1M8 8h.1M13 8h.1",
            Self::Diamond => "M8 2.6L13.4 8 8 13.4 2.6 8z",
            Self::Arrow => "M8 2.5v8.6M4.6 8L8 11.4 11.4 8M3.5 13.6h9",
            Self::Swap => "M5 13V3.2M2.6 5.6L5 3.2l2.4 2.4M11 3v9.8M8.6 10.4L11 12.8l2.4-2.4",
            Self::Plus => "M8 3.5v9M3.5 8h9",
            Self::Search => "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0 -9M10.5 10.5L14 14",
            Self::Minus => "M3.5 8h9",
            Self::Fit => "M2.5 3v10M13.5 3v10M5 8h6M6.8 6L5 8l1.8 2M9.2 6L11 8l-1.8 2",
            Self::Undo => "M5.6 2.8L2.8 5.6l2.8 2.8M3 5.6h6.2a3.8 3.8 0 0 1 0 7.6H6",
            Self::Redo => "M10.4 2.8l2.8 2.8-2.8 2.8M13 5.6H6.8a3.8 3.8 0 0 0 0 7.6H10",
            Self::Save => "M8 2.2v7.6M4.8 6.8L8 10l3.2-3.2M2.8 10.4v2.8h10.4v-2.8",
            Self::Share => {
                "M6.6 9.4l2.8-2.8M7.4 4.6l1.5-1.5a2.8 2.8 0 0 1 4 4l-1.5 1.5M8.6 11.4l-1.5 1.5a2.8 2.8 0 0 1-4-4l1.5-1.5"
            }
            Self::Copy => "M5.6 5.6h7.6v7.6H5.6zM10.4 5.6V2.8H2.8v7.6h2.8",
            Self::Duplicate => "M5.6 5.6h7.6v7.6H5.6zM10.4 5.6V2.8H2.8v7.6h2.8M9.4 7.6v3.6M7.6 9.4h3.6",
            Self::Paste => "M5.6 3.2H3.4v10.4h9.2V3.2h-2.2M5.6 2.2h4.8v2.2H5.6zM5.8 7.4h4.4M5.8 10.2h4.4",
            Self::Select => {
                "M3 5.2V3h2.2M7 3h2M10.8 3H13v2.2M13 7v2M13 10.8V13h-2.2M9 13H7M5.2 13H3v-2.2M3 9V7"
            }
            Self::Trash => "M2.8 4.4h10.4M6.2 4.4V2.6h3.6v1.8M4.2 4.4l.6 9h6.4l.6-9M6.8 6.8v4.2M9.2 6.8v4.2",
            Self::Tidy => {
                "M2.5 6h3.6v4H2.5zM9.9 2.4h3.6v4H9.9zM9.9 9.6h3.6v4H9.9zM6.1 8h1.7M7.8 4.4v7.2M7.8 4.4h2.1M7.8 11.6h2.1"
            }
            Self::External => "M6.4 3.6H3v9.4h9.4V9.6M9 3h4v4M13 3L7.6 8.4",
            Self::Loop => "M13.4 8a5.4 5.4 0 1 1-1.7-3.9M13.4 2.2v3h-3",
            Self::Check => "M3 8.6l3.2 3.2L13 5",
        }
    }

    fn filled(self) -> bool {
        matches!(
            self,
            Self::First | Self::Back | Self::On | Self::Last | Self::Play | Self::Pause | Self::Diamond
        )
    }
}

#[derive(Properties, PartialEq)]
pub struct IconProps {
    pub shape: Shape,
    #[prop_or(16)]
    pub size: u32,
}

/// A line icon in the colour of the text around it. It says nothing to a screen reader.
#[component]
pub fn Icon(props: &IconProps) -> Html {
    let side = props.size.to_string();
    let fill = if props.shape.filled() { "currentColor" } else { "none" };
    let width = if props.shape == Shape::Dots { "2.4" } else { "1.4" };
    html! {
        <svg class="icon" width={side.clone()} height={side} viewBox="0 0 16 16" {fill} stroke="currentColor"
            stroke-width={width} stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
            <path d={props.shape.path()} />
        </svg>
    }
}

/// The brand: bars of a queue, the shortest ahead.
pub fn logo() -> Html {
    html! {
        <svg class="logo" width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
            <rect x="1" y="3" width="5.5" height="3.6" rx="1.2" />
            <rect x="7.8" y="3" width="7" height="3.6" rx="1.2" opacity=".38" />
            <rect x="1" y="8.2" width="10" height="3.6" rx="1.2" opacity=".62" />
            <rect x="1" y="13.4" width="17.5" height="3.6" rx="1.2" opacity=".84" />
        </svg>
    }
}
