// What is selected and how it is shown; the address keeps both, so that a link shows the same.
const LEVEL = datasets.length > MANY && !isLarge ? 'dataset' : 'column';
const DEPTH = isLarge ? 2 : Infinity;
const state = { selection: null, level: LEVEL, indirect: false, only: false, trace: null, depth: DEPTH, sides: 'both', missing: '' };
const isNear = () => isLarge || state.only; // whether a selection hides the rest

// The level without one in the address: a column is shown among columns.
const levelOf = (target) => (target && target.kind === 'column' ? 'column' : LEVEL);

function hashOf(target, isWhole = false) {
  const parts = new URLSearchParams();
  const nameOf = (item, short) => (isWhole ? `${item.namespace} ${item.name}` : short);
  if (target && target.kind === 'job') parts.set('job', nameOf(jobs[target.index], jobs[target.index].key));
  else if (target && target.kind === 'unknown') parts.set('unknown', '1');
  else if (target && target.kind === 'group') parts.set('group', groups[target.index].key);
  else if (target) {
    const dataset = datasets[target.kind === 'column' ? owner[target.column] : target.index];
    parts.set('dataset', nameOf(dataset, dataset.label));
    if (target.kind === 'column') parts.set('column', columnInfo(target.column).name);
  }
  if (state.indirect) parts.set('indirect', '1');
  if (state.only) parts.set('only', '1');
  const level = target && target.kind === 'column' && target !== state.selection ? 'column' : state.level; // a link to a column leads to the columns
  if (level !== levelOf(target)) parts.set('level', level);
  if (state.depth !== DEPTH) parts.set('depth', state.depth === Infinity ? 'all' : state.depth);
  if (state.sides !== 'both') parts.set('sides', state.sides);
  return `#${parts.toString().replaceAll('+', '%20')}`;
}

// The whole address: in the frame of a notebook, a part of one is relative to the address of the notebook.
const addressOf = (target, isWhole) => location.href.split('#')[0] + hashOf(target, isWhole);

function readHash() {
  const parts = new URLSearchParams(location.hash.slice(1));
  state.missing = '';
  state.indirect = parts.get('indirect') === '1';
  state.only = parts.get('only') === '1';
  const depth = parts.get('depth') || '';
  state.depth = depth === 'all' ? Infinity : /^[1-9]\d*$/.test(depth) ? Number(depth) : DEPTH;
  state.sides = ['up', 'down'].includes(parts.get('sides')) ? parts.get('sides') : 'both';
  const target = targetOf(parts);
  state.level = ['column', 'dataset'].includes(parts.get('level')) ? parts.get('level') : levelOf(target);
  return target;
}

function targetOf(parts) {
  if (parts.get('unknown') === '1' && uncertain.size) return { kind: 'unknown' };
  const group = groupByKey.get(parts.get('group'));
  if (group && isLarge) return { kind: 'group', index: group.index };
  const job = jobByKey.get(parts.get('job'));
  if (job) return { kind: 'job', index: job.index };
  const dataset = datasetByName.get(parts.get('dataset'));
  if (!dataset) { state.missing = parts.get('dataset') || parts.get('job') || parts.get('group') || ''; return null; }
  const column = dataset.columns.findIndex((item) => item.name === parts.get('column'));
  return column < 0 ? { kind: 'dataset', index: dataset.index } : { kind: 'column', column: dataset.base + column };
}

const homeOf = (target) => (target.kind === 'column' ? ['dataset', owner[target.column]] : [target.kind, target.index]);

// The boxes and the panel are made anew, and what has the focus with them.
function focusedIn(id) {
  const at = document.activeElement;
  if (at.id === id || !byId(id).contains(at)) return '';
  const { column, more } = at.dataset;
  if (column || more) return column ? `[data-column="${column}"]` : `[data-more="${more}"]`;
  const box = at.closest('[data-key]');
  return box ? `[data-key="${box.dataset.key}"] .head` : `#${id}`;
}

function relayout(anchor) {
  const key = anchor && boxOf(...homeOf(anchor));
  const before = key && { x: key.node.x, y: key.node.y };
  const focused = focusedIn('nodes');
  if (isLarge && !state.trace) buildGroups();
  else buildGraph(state.level, state.trace, isNear() && Boolean(state.trace));
  if (focused) (byId('nodes').querySelector(focused) || panel).focus({ preventScroll: true });
  const after = anchor && boxOf(...homeOf(anchor));
  if (before && after) viewport.hold(before, after.node);
}

function traceOf(target) {
  if (!target || target.kind === 'group') return null;
  if (!isNear()) return traceSelection(target, state.indirect);
  return isLarge ? traceNear(target, state.indirect, state) : traceSelection(target, state.indirect, state);
}

function showLimits() {
  byId('near').hidden = !isNear();
  byId('depth').value = state.depth === Infinity ? 'all' : String(state.depth);
  byId('sides').value = state.sides;
  const { trace } = state;
  const less = trace && trace.depth < state.depth;
  const all = trace && trace.datasets.size + trace.jobs.size + trace.hidden;
  const text = state.missing ? `Nothing here has the name ${state.missing}` : trace && trace.hidden ? `${trace.hidden.toLocaleString('en')} of ${all.toLocaleString('en')} boxes are not shown${state.selection.kind === 'unknown' ? '' : ': choose one direction or fewer steps'}`
    : less ? `Only ${plural(trace.depth, 'step')} fit into one picture` : '';
  byId('cut').textContent = text;
  byId('cut').hidden = !text;
}

function paint() {
  const isInPanel = Boolean(focusedIn('panel'));
  showLimits();
  paintBoxes(state.trace);
  drawBase(state.level);
  drawTrace(state.trace, state.level);
  const target = state.selection;
  if (!target) showOverview();
  else if (target.kind === 'column') showColumn(target.column, state.indirect);
  else if (target.kind === 'dataset') showDataset(datasets[target.index], state.indirect);
  else if (target.kind === 'unknown') showUnknown();
  else if (target.kind === 'group') showGroup(groups[target.index]);
  else showJob(jobs[target.index], state.indirect);
  [['unknown', Boolean(target) && target.kind === 'unknown'], ['indirect', state.indirect], ['only', state.only], ['level-column', state.level === 'column'], ['level-dataset', state.level === 'dataset']]
    .forEach(([id, on]) => byId(id).setAttribute('aria-pressed', String(on)));
  if (isInPanel) panel.focus({ preventScroll: true });
  byId('shown').textContent = panel.querySelector('header').innerText;
}

function select(target, { reveal = false, quiet = false } = {}) {
  const overview = isLarge && !state.trace;
  state.selection = target;
  if (!quiet) state.missing = '';
  state.trace = traceOf(target);
  if (target && target.kind === 'column' && !quiet) state.level = 'column';
  if (isNear() || graph.only || graph.level !== state.level) relayout(overview && !state.trace ? target : state.trace && target);
  paint();
  if (state.trace && (reveal || isNear())) show(target);
  else if (isLarge && !state.trace && !overview) viewport.fit();
  panel.scrollTop = 0;
  if (!quiet && (location.hash || '#') !== hashOf(target)) history.pushState(null, '', addressOf(target));
}

// Among only what is related, show all of it if it can be read, else the selection.
function show(target) {
  if (isNear()) viewport.fit();
  if (isNear() && viewport.state.k >= READABLE) return;
  const { node } = boxOf(...homeOf(target)) || {};
  if (node) viewport.reveal({ x: node.x, y: node.y, w: node.w, h: node.h });
}

function change(settings) {
  Object.assign(state, settings);
  state.trace = traceOf(state.selection);
  if (!('indirect' in settings) || isNear()) relayout(state.selection);
  paint();
  if (state.trace && ['only', 'depth', 'sides'].some((name) => name in settings)) show(state.selection);
  history.replaceState(null, '', addressOf(state.selection));
}

function toggleRows(dataset) {
  if (!graph.expanded.delete(dataset)) graph.expanded.add(dataset);
  relayout({ kind: 'dataset', index: dataset });
  paint();
}

byId('nodes').addEventListener('click', (event) => {
  const row = event.target.closest('[data-column]');
  const more = event.target.closest('[data-more]');
  const box = event.target.closest('[data-key]');
  if (more) toggleRows(Number(more.dataset.more));
  else if (row) select({ kind: 'column', column: Number(row.dataset.column) });
  else if (box) { const [kind, index] = box.dataset.key.split(':'); select({ kind, index: Number(index) }); }
});
function toggleGroup(group) {
  if (!opened.delete(group.index)) opened.add(group.index);
  relayout(null);
  paint();
  viewport.fit();
}
byId('view').addEventListener('click', (event) => { if (state.selection && event.target === byId('view')) select(null); });
byId('home').addEventListener('click', () => { if (state.only) { state.only = false; relayout(null); } select(null); viewport.fit(); });
byId('indirect').addEventListener('click', () => change({ indirect: !state.indirect }));
byId('unknown').addEventListener('click', toggleUnknown);
byId('only').addEventListener('click', () => change({ only: !state.only }));
byId('depth').addEventListener('change', (event) => change({ depth: event.target.value === 'all' ? Infinity : Number(event.target.value) }));
byId('sides').addEventListener('change', (event) => change({ sides: event.target.value }));
byId('skip').addEventListener('click', () => panel.focus());
byId('level-column').addEventListener('click', () => setLevel('column'));
byId('level-dataset').addEventListener('click', () => setLevel('dataset'));
try { // the frame of a notebook keeps nothing
  document.documentElement.dataset.theme = localStorage.getItem('headwater-theme') || '';
} catch { /* as the system has it */ }
byId('theme').addEventListener('click', () => {
  const theme = getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'light' : 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('headwater-theme', theme === system ? '' : theme); } catch { /* only for now */ }
});
function setLevel(level) {
  if (level === state.level) return;
  change({ level });
  if (!state.selection) viewport.fit();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select')) return;
  const keys = {
    '/': () => search.focus(),
    Escape: () => state.selection && select(null),
    f: () => viewport.fit(),
    l: () => setLevel(state.level === 'column' ? 'dataset' : 'column'),
    i: () => change({ indirect: !state.indirect }),
    u: () => uncertain.size && toggleUnknown(),
    o: () => !isLarge && change({ only: !state.only }),
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
  };
  if (keys[event.key] && keys[event.key]() !== false) event.preventDefault();
});
function toggleUnknown() { select(state.selection && state.selection.kind === 'unknown' ? null : { kind: 'unknown' }); }
function moveFocus(step) {
  const box = document.activeElement.closest('.node.dataset');
  if (!box) return false;
  const stops = [...box.querySelectorAll('button')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next) next.focus({ preventScroll: true });
  return true;
}
byId('nodes').addEventListener('focusin', (event) => {
  if (!event.target.matches(':focus-visible')) return;
  const { node } = graph.boxes.get(event.target.closest('[data-key]').dataset.key);
  viewport.reveal({ x: node.x, y: node.y, w: node.w, h: node.h });
});

function follow() {
  const target = readHash();
  select(target, { reveal: true, quiet: true });
}
window.addEventListener('popstate', follow);
byId('only').hidden = isLarge;
byId('unknown').hidden = !uncertain.size;
relayout(null);
viewport.fit();
follow();
