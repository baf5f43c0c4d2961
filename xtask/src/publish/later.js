
// The later part of the program and its styles: fetched when the page has begun, or at once when used earlier.
const laterCode = new URL(LATER_CODE, import.meta.url);
const later = (globalThis.asrptLater = {
  // coming, here or lost
  state: 'coming',
  compiled: undefined,
  // For a worker, which puts the part in its own place.
  get module() {
    later.load();
    return later.compiled;
  },
  begin(module) {
    if (later.state === 'here') return;
    new WebAssembly.Instance(module, { first: wasm });
    later.compiled = module;
    later.tell('here');
  },
  // Only if the page is used before the network is done: this holds it up. The program is in the middle of something
  // that can't go on without the part, so this ends with the part or not at all.
  load() {
    while (later.state !== 'here') {
      try {
        later.style();
        later.begin(later.read());
      } catch (error) {
        if (confirm('A part of A-SRPT Lab that is needed now could not be loaded. Try again?')) continue;
        later.stop();
        throw error;
      }
    }
  },
  read() {
    const request = new XMLHttpRequest();
    request.open('GET', laterCode, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    if (request.status !== 200) throw new Error(request.status + ' for ' + laterCode);
    return new WebAssembly.Module(Uint8Array.from(request.response, (letter) => letter.charCodeAt(0)));
  },
  stop() {
    const said = document.createElement('div');
    said.className = 'loading stopped';
    said.setAttribute('role', 'alert');
    const title = document.createElement('h1'), text = document.createElement('p');
    title.textContent = 'A-SRPT Lab had to stop';
    text.textContent = 'A part of its program could not be loaded. Reload the page once the connection is back.';
    said.append(title, text);
    document.body.append(said);
  },
  fetch() {
    later.tell('coming');
    const code = fetch(laterCode).then((answer) => {
      if (!answer.ok) throw new Error(answer.status + ' for ' + laterCode);
      return answer.arrayBuffer();
    });
    return Promise.all([code.then((bytes) => WebAssembly.compile(bytes)), ...later.style()])
      .then(([module]) => later.begin(module))
      .catch((error) => {
        console.error(error);
        later.tell('lost');
      });
  },
  // A promise for each sheet that isn't linked yet; one that doesn't come is no reason to do without the program.
  style() {
    return Array.from(document.querySelectorAll('link[data-later]'), (sheet) =>
      new Promise((done) => {
        sheet.onload = done;
        sheet.onerror = () => { sheet.dataset.later = ''; done(); };
        delete sheet.dataset.later;
        sheet.rel = 'stylesheet';
      }));
  },
  // Not at once: the program may be in the middle of something.
  tell(state) {
    if (later.state === 'here') return;
    later.state = state;
    queueMicrotask(() => dispatchEvent(new Event('asrptlater')));
  },
});
