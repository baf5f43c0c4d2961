//! A menu of acts behind a button.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::menu::use_menu;

/// One act.
#[derive(Clone, PartialEq)]
pub struct Item {
    pub name: &'static str,
    pub testid: &'static str,
    pub act: Callback<()>,
}

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    pub label: AttrValue,
    pub testid: &'static str,
    pub items: Vec<Item>,
}

/// See the module.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let menu = use_menu();
    let item = |item: &Item| {
        let (close, act) = (menu.close(), item.act.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            close.emit(());
            act.emit(());
        });
        html! { <li key={item.testid}><button type="button" class="menu-item" {onclick} data-testid={item.testid}>{ item.name }</button></li> }
    };
    html! {
        <div class="menu acts" ref={menu.root.clone()} onfocusout={menu.onfocusout.clone()} onkeydown={menu.onkeydown.clone()}>
            <button type="button" class="tool icon-only" ref={menu.button.clone()} onclick={menu.toggle.clone()} aria-expanded={menu.is_open().to_string()}
                aria-label={props.label.clone()} title={props.label.clone()} data-testid={props.testid}><Icon shape={Shape::Dots} /></button>
            if menu.is_open() { <ul class="menu-list" aria-label={props.label.clone()}>{ for props.items.iter().map(item) }</ul> }
        </div>
    }
}
