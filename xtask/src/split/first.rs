//! The part that the page starts with: all of the module but the later functions. In their place stand stubs, which
//! have the later part loaded if it isn't there yet, and call it through the table.

use super::module::Module;
use super::plan::Plan;
use super::statics::Segment;
use crate::Fallible;
use std::collections::HashMap;
use std::convert::Infallible;
use wasm_encoder as wasm;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{ConstExpr, EntityType, ExportKind};
use wasmparser::CompositeInnerType;

/// Writes the first part.
pub fn write(module: &Module, plan: &Plan, data: &[Segment]) -> Fallible<Vec<u8>> {
    let mut part = Part::new(module, plan);
    let (types, action) = super::types(&mut part, module)?;
    let mut imports = wasm::ImportSection::new();
    for (import, place) in module.imports.clone().into_imports().zip(0..) {
        let import = import?;
        imports.import(import.module, &super::import_name(place), part.entity_type(import.ty)?);
    }
    imports.import(super::LATER, super::LOAD, EntityType::Function(action));

    let globals = globals(&mut part, module)?;
    let loaded = globals.len() - 1;
    let mut functions = wasm::FunctionSection::new();
    let mut code = wasm::CodeSection::new();
    for (function, later) in module.functions.iter().zip(&plan.later) {
        if let (Some(body), false) = (&function.body, later) {
            functions.function(function.type_index);
            part.parse_function_body(&mut code, body.clone())?;
        }
    }
    functions.function(action);
    code.function(&ensure(loaded, module.imported));
    let parameters = parameters(module)?;
    for &(function, slot) in &plan.stubs {
        let type_index = module.functions[function as usize].type_index;
        functions.function(type_index);
        code.function(&stub(part.ensure, parameters[type_index as usize], slot, type_index));
    }
    let mut memories = wasm::MemorySection::new();
    part.parse_memory_section(&mut memories, module.memories.clone())?;
    let mut elements = wasm::ElementSection::new();
    part.parse_element_section(&mut elements, module.elements.clone())?;

    let mut written = wasm::Module::new();
    written.section(&types).section(&imports).section(&functions).section(&tables(&mut part, module, plan)?);
    written.section(&memories).section(&globals).section(&exports(&mut part, module, plan, loaded)?);
    written.section(&elements).section(&code).section(&super::data(data));
    Ok(written.finish())
}

/// The indices in the first part: imports, the loader, its own functions, `ensure`, the stubs.
struct Part {
    index_of: HashMap<u32, u32>,
    ensure: u32,
}

impl Part {
    fn new(module: &Module, plan: &Plan) -> Self {
        let own =
            (module.imported..module.functions.len() as u32).filter(|&index| !plan.later[index as usize]);
        let mut index_of: HashMap<u32, u32> = (0..module.imported).map(|index| (index, index)).collect();
        index_of.extend(own.zip(module.imported + 1..));
        let ensure = index_of.len() as u32 + 1;
        index_of.extend(plan.stubs.iter().map(|&(function, _)| function).zip(ensure + 1..));
        Self { index_of, ensure }
    }
}

impl Reencode for Part {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index_of[&function])
    }
}

/// By type, its number of parameters.
fn parameters(module: &Module) -> Fallible<Vec<u32>> {
    let mut counts = Vec::new();
    for group in module.types.clone() {
        for each in group?.into_types() {
            counts.push(match each.composite_type.inner {
                CompositeInnerType::Func(function) => function.params().len() as u32,
                _ => 0,
            });
        }
    }
    Ok(counts)
}

/// The module's globals, and a last one: is the later part there?
fn globals(part: &mut Part, module: &Module) -> Fallible<wasm::GlobalSection> {
    let mut globals = wasm::GlobalSection::new();
    part.parse_global_section(&mut globals, module.globals.clone())?;
    globals.global(super::FLAG, &ConstExpr::i32_const(0));
    Ok(globals)
}

fn tables(part: &mut Part, module: &Module, plan: &Plan) -> Fallible<wasm::TableSection> {
    let mut tables = wasm::TableSection::new();
    for table in super::table_types(part, module, plan)? {
        tables.table(table);
    }
    Ok(tables)
}

/// What the module exports, and all that the later part imports.
fn exports(part: &mut Part, module: &Module, plan: &Plan, loaded: u32) -> Fallible<wasm::ExportSection> {
    let mut exports = wasm::ExportSection::new();
    part.parse_export_section(&mut exports, module.exports.clone())?;
    for index in 0..module.tables.count() {
        exports.export(&super::table_name(index), ExportKind::Table, index);
    }
    exports.export(super::MEMORY, ExportKind::Memory, 0);
    for index in 0..=loaded {
        exports.export(&super::global_name(index), ExportKind::Global, index);
    }
    for (function, place) in plan.shared.iter().zip(0..) {
        exports.export(&super::function_name(place), ExportKind::Func, part.index_of[function]);
    }
    Ok(exports)
}

/// Has the later part loaded unless it is there.
fn ensure(loaded: u32, load: u32) -> wasm::Function {
    let mut function = wasm::Function::new([]);
    let mut code = function.instructions();
    code.global_get(loaded).i32_eqz().if_(wasm::BlockType::Empty).call(load).end().end();
    function
}

fn stub(ensure: u32, parameters: u32, slot: u32, type_index: u32) -> wasm::Function {
    let mut function = wasm::Function::new([]);
    let mut code = function.instructions();
    code.call(ensure);
    for parameter in 0..parameters {
        code.local_get(parameter);
    }
    code.i32_const(slot as i32).call_indirect(0, type_index).end();
    function
}
