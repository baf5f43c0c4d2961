//! Divides the page's WebAssembly in two: a first part, which draws the page, and a later part, which is fetched while
//! the page is already at work.

mod count;
mod first;
mod later;
mod module;
mod plan;
mod statics;

use crate::Fallible;
use module::Module;
use plan::Plan;
use statics::Segment;
use std::collections::HashSet;
use wasm_encoder as wasm;
use wasm_encoder::ConstExpr;
use wasm_encoder::reencode::Reencode;

/// The module of what the page's script gives to the first part.
pub const LATER: &str = "later";
/// The function that loads the later part, at once.
pub const LOAD: &str = "load";
/// The function that hears which functions run, in a module that counts.
pub const RAN: &str = "ran";
/// The name under which the first part exports its memory to the later part.
const MEMORY: &str = "m";
/// The type of the global that tells whether the later part is there.
const FLAG: wasm::GlobalType =
    wasm::GlobalType { val_type: wasm::ValType::I32, mutable: true, shared: false };

/// Both parts of a module.
pub struct Parts {
    /// What the module imports from its script, by the names that it had and those that the first part has: a hash in
    /// each of some hundred names would weigh more than some of what it names.
    pub imports: Vec<(String, String)>,
    pub first: Vec<u8>,
    pub later: Vec<u8>,
}

/// The module with a mark at the start of every function.
pub fn counting(module: &[u8]) -> Fallible<Vec<u8>> {
    count::write(&Module::read(module)?)
}

/// Divides a module: these functions, and the statics that they need, make up the first part.
pub fn split(module: &[u8], first: &HashSet<u32>) -> Fallible<Parts> {
    let module = Module::read(module)?;
    let plan = Plan::new(&module, first)?;
    let data = statics::split(&module, &plan)?;
    let mut imports = Vec::new();
    for (import, place) in module.imports.clone().into_imports().zip(0..) {
        imports.push((import?.name.to_owned(), import_name(place)));
    }
    Ok(Parts {
        imports,
        first: first::write(&module, &plan, &data.first)?,
        later: later::write(&module, &plan, &data.later)?,
    })
}

/// The module's types, and the index of one more, without parameters and results.
fn types<T: Reencode>(part: &mut T, module: &Module) -> Fallible<(wasm::TypeSection, u32)>
where
    T::Error: std::error::Error + 'static,
{
    let mut types = wasm::TypeSection::new();
    part.parse_type_section(&mut types, module.types.clone())?;
    let action = types.len();
    types.ty().function([], []);
    Ok((types, action))
}

/// The module's tables, the first with room for the slots that the split adds.
fn table_types<T: Reencode>(part: &mut T, module: &Module, plan: &Plan) -> Fallible<Vec<wasm::TableType>>
where
    T::Error: std::error::Error + 'static,
{
    let mut types = Vec::new();
    for table in module.tables.clone() {
        let mut table = part.table_type(table?.ty)?;
        if types.is_empty() {
            table.minimum = u64::from(plan.slots);
            table.maximum = table.maximum.map(|most| most.max(table.minimum));
        }
        types.push(table);
    }
    Ok(types)
}

fn data(segments: &[Segment]) -> wasm::DataSection {
    let mut data = wasm::DataSection::new();
    for segment in segments {
        data.active(0, &ConstExpr::i32_const(segment.address as i32), segment.bytes.iter().copied());
    }
    data
}

fn import_name(place: u32) -> String {
    format!("i{place}")
}

fn function_name(place: u32) -> String {
    format!("f{place:x}")
}

fn table_name(index: u32) -> String {
    format!("t{index}")
}

fn global_name(index: u32) -> String {
    format!("g{index}")
}
