//! A WebAssembly module as wasm-bindgen leaves it, read as far as a split needs: its sections, and what each function
//! uses.

use crate::Fallible;
use wasmparser::{
    DataSectionReader, ElementItems, ElementKind, ElementSectionReader, ExportSectionReader, ExternalKind,
    FunctionBody, GlobalSectionReader, ImportSectionReader, KnownCustom, Linking, LinkingSectionReader,
    MemorySectionReader, Operator, Parser, Payload, SymbolInfo, TableSectionReader, TypeRef,
    TypeSectionReader,
};

/// The sections of a module, its functions, and where the linker put the statics.
pub struct Module<'a> {
    pub types: TypeSectionReader<'a>,
    pub imports: ImportSectionReader<'a>,
    pub tables: TableSectionReader<'a>,
    pub memories: MemorySectionReader<'a>,
    pub globals: GlobalSectionReader<'a>,
    pub exports: ExportSectionReader<'a>,
    pub elements: ElementSectionReader<'a>,
    pub data: DataSectionReader<'a>,
    /// Imported functions come first.
    pub functions: Vec<Function<'a>>,
    pub imported: u32,
    pub statics: Vec<Static>,
}

/// One function: imported, if it has no body.
pub struct Function<'a> {
    pub type_index: u32,
    pub body: Option<FunctionBody<'a>>,
    /// The functions that it calls or refers to, with repetitions.
    pub uses: Vec<u32>,
}

/// One static of the program: a place in a data segment.
pub struct Static {
    pub segment: u32,
    pub offset: u32,
    pub bytes: u32,
}

impl<'a> Module<'a> {
    /// Reads a module. It must have been linked with `--emit-relocs`, which tells where the statics are.
    pub fn read(bytes: &'a [u8]) -> Fallible<Self> {
        let mut found = Found::default();
        for payload in Parser::new(0).parse_all(bytes) {
            found.take(payload?)?;
        }
        found.module()
    }

    /// Slots of table 0, each with the function that an active segment puts there.
    pub fn table_slots(&self) -> Fallible<Vec<(u32, u32)>> {
        let mut slots = Vec::new();
        for element in self.elements.clone() {
            let element = element?;
            let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind else {
                continue;
            };
            let Operator::I32Const { value: first } = offset_expr.get_operators_reader().read()? else {
                return Err("the place of a table segment is not a constant".into());
            };
            let ElementItems::Functions(functions) = element.items else {
                return Err("a table segment does not list functions".into());
            };
            for (function, slot) in functions.into_iter().zip(first as u32..) {
                slots.push((slot, function?));
            }
        }
        Ok(slots)
    }

    /// The functions that the module exports.
    pub fn exported_functions(&self) -> Fallible<Vec<u32>> {
        let mut functions = Vec::new();
        for export in self.exports.clone() {
            let export = export?;
            if export.kind == ExternalKind::Func {
                functions.push(export.index);
            }
        }
        Ok(functions)
    }
}

/// What the sections gave so far.
#[derive(Default)]
struct Found<'a> {
    types: Option<TypeSectionReader<'a>>,
    imports: Option<ImportSectionReader<'a>>,
    tables: Option<TableSectionReader<'a>>,
    memories: Option<MemorySectionReader<'a>>,
    globals: Option<GlobalSectionReader<'a>>,
    exports: Option<ExportSectionReader<'a>>,
    elements: Option<ElementSectionReader<'a>>,
    data: Option<DataSectionReader<'a>>,
    functions: Vec<Function<'a>>,
    imported: usize,
    bodies: usize,
    statics: Vec<Static>,
}

impl<'a> Found<'a> {
    fn take(&mut self, payload: Payload<'a>) -> Fallible {
        match payload {
            Payload::TypeSection(section) => self.types = Some(section),
            Payload::ImportSection(section) => self.imports(section)?,
            Payload::FunctionSection(section) => {
                for type_index in section {
                    self.functions.push(Function::new(type_index?));
                }
            }
            Payload::TableSection(section) => self.tables = Some(section),
            Payload::MemorySection(section) => self.memories = Some(section),
            Payload::GlobalSection(section) => self.globals = Some(section),
            Payload::ExportSection(section) => self.exports = Some(section),
            Payload::ElementSection(section) => self.elements = Some(section),
            Payload::DataSection(section) => self.data = Some(section),
            Payload::StartSection { .. } => {
                return Err("a module with a start function cannot be split".into());
            }
            Payload::CodeSectionEntry(body) => self.body(body)?,
            Payload::CustomSection(section) => {
                if let KnownCustom::Linking(linking) = section.as_known() {
                    self.linking(linking)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn imports(&mut self, section: ImportSectionReader<'a>) -> Fallible {
        for import in section.clone().into_imports() {
            let import = import?;
            let TypeRef::Func(type_index) = import.ty else {
                return Err(format!("the module imports {}, which is no function", import.name).into());
            };
            self.functions.push(Function::new(type_index));
        }
        self.imported = self.functions.len();
        self.imports = Some(section);
        Ok(())
    }

    fn body(&mut self, body: FunctionBody<'a>) -> Fallible {
        let index = self.imported + self.bodies;
        let function = self.functions.get_mut(index).ok_or("more bodies than functions")?;
        for operator in body.get_operators_reader()? {
            if let Operator::Call { function_index } | Operator::RefFunc { function_index } = operator? {
                function.uses.push(function_index);
            }
        }
        function.body = Some(body);
        self.bodies += 1;
        Ok(())
    }

    fn linking(&mut self, linking: LinkingSectionReader<'a>) -> Fallible {
        for subsection in linking.subsections() {
            let Linking::SymbolTable(symbols) = subsection? else { continue };
            for symbol in symbols {
                if let SymbolInfo::Data { symbol: Some(place), .. } = symbol? {
                    self.statics.push(Static {
                        segment: place.index,
                        offset: place.offset,
                        bytes: place.size,
                    });
                }
            }
        }
        Ok(())
    }

    fn module(self) -> Fallible<Module<'a>> {
        if self.statics.is_empty() {
            return Err("the module does not tell where its statics are: link it with --emit-relocs".into());
        }
        Ok(Module {
            types: self.types.ok_or("the module has no types")?,
            imports: self.imports.ok_or("the module imports nothing")?,
            tables: self.tables.ok_or("the module has no table")?,
            memories: self.memories.ok_or("the module has no memory")?,
            globals: self.globals.ok_or("the module has no globals")?,
            exports: self.exports.ok_or("the module exports nothing")?,
            elements: self.elements.ok_or("the module fills no table")?,
            data: self.data.ok_or("the module has no data")?,
            imported: self.imported as u32,
            functions: self.functions,
            statics: self.statics,
        })
    }
}

impl Function<'_> {
    fn new(type_index: u32) -> Self {
        Self { type_index, body: None, uses: Vec::new() }
    }
}
