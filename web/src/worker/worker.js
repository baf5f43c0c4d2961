// The worker's script. It gets the page's WebAssembly module and uses only the functions that need nothing of the page.
let program;
function start(module, later) {
  let first;
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error('the module imports a ' + kind + ', ' + name);
    (imports[from] ??= {})[name] = () => { throw new Error('there is no page here for ' + name); };
  }
  // The published page's program is in two parts.
  if (later) imports.later.load = () => { new WebAssembly.Instance(later, { first }); };
  first = new WebAssembly.Instance(module, imports).exports;
  return first;
}
function read(file) {
  try { return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)); } catch { return null; }
}
onmessage = ({ data: { module, later, number, request, file } }) => {
  program ??= start(module, later);
  const body = file ? read(file) : new Uint8Array(0);
  if (!body) return postMessage({ number, unread: true });
  const at = program.asrpt_worker_room(request.length + body.length);
  const room = new Uint8Array(program.memory.buffer, at, request.length + body.length);
  room.set(request);
  room.set(body, request.length);
  if (!program.asrpt_worker_begin(request.length)) throw new Error('the request is broken');
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
  const from = program.asrpt_worker_result();
  const result = program.memory.buffer.slice(from, from + program.asrpt_worker_result_bytes());
  program.asrpt_worker_forget();
  postMessage({ number, result, memory: program.memory.buffer.byteLength }, [result]);
};
