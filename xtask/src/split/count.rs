//! The module with a mark at the start of every function, to learn which functions the page begins with.

use super::module::Module;
use crate::Fallible;
use std::convert::Infallible;
use wasm_encoder as wasm;
use wasm_encoder::EntityType;
use wasm_encoder::reencode::{Error, Reencode};

/// Writes a module that calls an imported function with the function's index whenever a function starts.
pub fn write(module: &Module) -> Fallible<Vec<u8>> {
    let mut part = Counted { imported: module.imported };
    let mut types = wasm::TypeSection::new();
    part.parse_type_section(&mut types, module.types.clone())?;
    let note = types.len();
    types.ty().function([wasm::ValType::I32], []);
    let mut imports = wasm::ImportSection::new();
    part.parse_import_section(&mut imports, module.imports.clone())?;
    imports.import(super::LATER, super::RAN, EntityType::Function(note));
    let mut functions = wasm::FunctionSection::new();
    let mut code = wasm::CodeSection::new();
    for (index, function) in module.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        functions.function(function.type_index);
        let mut counted = part.new_function_with_parsed_locals(body)?;
        counted.instructions().i32_const(index as i32).call(module.imported);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            counted.instruction(&part.parse_instruction(&mut operators)?);
        }
        code.function(&counted);
    }
    let mut tables = wasm::TableSection::new();
    part.parse_table_section(&mut tables, module.tables.clone())?;
    let mut memories = wasm::MemorySection::new();
    part.parse_memory_section(&mut memories, module.memories.clone())?;
    let mut globals = wasm::GlobalSection::new();
    part.parse_global_section(&mut globals, module.globals.clone())?;
    let mut exports = wasm::ExportSection::new();
    part.parse_export_section(&mut exports, module.exports.clone())?;
    let mut elements = wasm::ElementSection::new();
    part.parse_element_section(&mut elements, module.elements.clone())?;
    let mut data = wasm::DataSection::new();
    part.parse_data_section(&mut data, module.data.clone())?;
    let mut written = wasm::Module::new();
    written.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    written.section(&globals).section(&exports).section(&elements).section(&code).section(&data);
    Ok(written.finish())
}

/// Its own functions move up by the one that it imports.
struct Counted {
    imported: u32,
}

impl Reencode for Counted {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(if function < self.imported { function } else { function + 1 })
    }
}
