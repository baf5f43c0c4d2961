//! The later part: the functions and statics that were left out of the first. It imports all else from there, and on
//! start it puts its functions into the table.

use super::module::Module;
use super::plan::Plan;
use super::statics::Segment;
use crate::Fallible;
use std::collections::HashMap;
use std::convert::Infallible;
use wasm_encoder as wasm;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{ConstExpr, Elements, EntityType};

/// The module from which the later part imports: the first part's exports.
const FIRST: &str = "first";

/// Writes the later part.
pub fn write(module: &Module, plan: &Plan, data: &[Segment]) -> Fallible<Vec<u8>> {
    let mut part = Part::new(module, plan);
    let (types, action) = super::types(&mut part, module)?;
    let mut functions = wasm::FunctionSection::new();
    let mut code = wasm::CodeSection::new();
    for (function, later) in module.functions.iter().zip(&plan.later) {
        if let (Some(body), true) = (&function.body, later) {
            functions.function(function.type_index);
            part.parse_function_body(&mut code, body.clone())?;
        }
    }
    let start = plan.shared.len() as u32 + functions.len();
    functions.function(action);
    code.function(&told(module.globals.count()));

    let mut written = wasm::Module::new();
    written.section(&types).section(&imports(&mut part, module, plan)?).section(&functions);
    written.section(&wasm::StartSection { function_index: start });
    written.section(&elements(&part, plan)).section(&code).section(&super::data(data));
    Ok(written.finish())
}

/// The indices in the later part: first what it imports, then its own.
struct Part {
    index_of: HashMap<u32, u32>,
}

impl Part {
    fn new(module: &Module, plan: &Plan) -> Self {
        let own = (0..module.functions.len() as u32).filter(|&index| plan.later[index as usize]);
        Self { index_of: plan.shared.iter().copied().chain(own).zip(0..).collect() }
    }
}

impl Reencode for Part {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index_of[&function])
    }
}

fn imports(part: &mut Part, module: &Module, plan: &Plan) -> Fallible<wasm::ImportSection> {
    let mut imports = wasm::ImportSection::new();
    for (&function, place) in plan.shared.iter().zip(0..) {
        let type_index = module.functions[function as usize].type_index;
        imports.import(FIRST, &super::function_name(place), EntityType::Function(type_index));
    }
    for (table, index) in super::table_types(part, module, plan)?.into_iter().zip(0..) {
        imports.import(FIRST, &super::table_name(index), table);
    }
    for memory in module.memories.clone() {
        imports.import(FIRST, super::MEMORY, part.memory_type(memory?)?);
    }
    for (global, index) in module.globals.clone().into_iter().zip(0..) {
        imports.import(FIRST, &super::global_name(index), part.global_type(global?.ty)?);
    }
    imports.import(FIRST, &super::global_name(module.globals.count()), super::FLAG);
    Ok(imports)
}

/// Puts every function that can be reached from outside into its slot, one segment for each run of neighbours.
fn elements(part: &Part, plan: &Plan) -> wasm::ElementSection {
    let mut by_slot: Vec<(u32, u32)> = plan.stubs.iter().map(|&(function, slot)| (slot, function)).collect();
    by_slot.sort_unstable();
    let mut elements = wasm::ElementSection::new();
    for run in by_slot.chunk_by(|left, right| left.0 + 1 == right.0) {
        let functions: Vec<u32> = run.iter().map(|(_, function)| part.index_of[function]).collect();
        elements.active(None, &ConstExpr::i32_const(run[0].0 as i32), Elements::Functions(functions.into()));
    }
    elements
}

/// Tells the first part that the later one is there.
fn told(loaded: u32) -> wasm::Function {
    let mut function = wasm::Function::new([]);
    function.instructions().i32_const(1).global_set(loaded).end();
    function
}
