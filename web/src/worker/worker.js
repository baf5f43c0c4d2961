// The worker's script. It gets the page's WebAssembly module and uses only the functions that need nothing of the page.
let program;
function start(module) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error('the module imports a ' + kind + ', ' + name);
    (imports[from] ??= {})[name] = () => { throw new Error('there is no page here for ' + name); };
  }
  return new WebAssembly.Instance(module, imports).exports;
}
onmessage = ({ data: { module, number, text } }) => {
  program ??= start(module);
  const bytes = new TextEncoder().encode(text);
  const at = program.asrpt_worker_room(bytes.length);
  new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
  if (program.asrpt_worker_begin()) {
    let budget = 64, told = performance.now();
    for (;;) {
      const before = performance.now();
      const share = program.asrpt_worker_advance(budget);
      if (share >= 1) break;
      const now = performance.now();
      // Slices of about 20 ms.
      budget = Math.min(1 << 20, Math.max(16, now - before < 10 ? budget * 2 : now - before > 40 ? budget >> 1 : budget));
      if (now - told > 60) { postMessage({ number, share }); told = now; }
    }
  }
  const result = program.memory.buffer.slice(program.asrpt_worker_result(), program.asrpt_worker_result() + program.asrpt_worker_result_bytes());
  postMessage({ number, result, memory: program.memory.buffer.byteLength }, [result]);
};
