// The boxes: datasets with their columns, and jobs. Boxes are made once for a layout; a selection only changes classes.
const BOX = { dataset: 236, job: 196, head: 46, row: 22, more: 24, job_h: 42, rows: 8, pad: 6, dot: 36, tall: 78 };
const MANY = 40; // with more datasets than this, the page opens at the level of datasets, where jobs are but dots
const isDense = (level) => level === 'dataset' && graph.datasets > MANY;
const graph = {
  datasets: datasets.length, // how many of them are shown
  boxes: new Map(), // 'dataset:3' or 'job:5' -> { node, element, ... }
  links: [], // between a dataset and a job
  linkOf: new Map(), // 'dataset:3>job:5' -> link
  expanded: new Set(),
  level: '', // that of the layout
  only: false, // only what is related to the selection
};
const boxOf = (kind, index) => graph.boxes.get(`${kind}:${index}`);

const collapsible = (dataset) => dataset.columns.length > BOX.rows + 1;
const hasMore = (dataset, rows) => collapsible(dataset) || rows < dataset.columns.length || graph.expanded.has(dataset.index);
const isOpen = (dataset) => !collapsible(dataset) || graph.expanded.has(dataset.index);

// How many rows a box has: a closed one keeps to its limit, and one among only what is related has no other columns.
function rowCount(dataset, trace) {
  const usual = isOpen(dataset) ? dataset.columns.length : BOX.rows;
  if (!graph.only || graph.expanded.has(dataset.index)) return usual;
  const related = dataset.columns.filter((_, i) => trace.columns.has(dataset.base + i)).length;
  if (!related && trace.datasets.get(dataset.index) === 'self') return usual;
  return isLarge ? Math.min(related, usual) : related;
}

function datasetHeight(dataset, level, trace) {
  if (isDense(level)) return BOX.tall;
  if (level === 'dataset' || !dataset.columns.length) return BOX.head;
  const rows = rowCount(dataset, trace);
  return BOX.head + rows * BOX.row + (hasMore(dataset, rows) ? BOX.more : 0) + BOX.pad;
}

// The rows a box shows. A closed one keeps its size, and shows first what is selected, then what belongs to it.
function visibleRows(dataset, trace) {
  const all = dataset.columns.map((_, i) => i);
  const room = rowCount(dataset, trace);
  if (room === all.length) return all;
  const lit = (i) => trace && trace.columns.has(dataset.base + i);
  const self = (i) => lit(i) && trace.columns.get(dataset.base + i) === 'self';
  const chosen = [...all.filter(self), ...all.filter((i) => lit(i) && !self(i)), ...all.filter((i) => !lit(i))].slice(0, room);
  return chosen.sort((a, b) => a - b);
}

function buildGraph(level, trace, only) {
  startGraph();
  graph.level = level;
  graph.only = Boolean(only);
  const shownOf = (all, related) => (only ? [...related.keys()].sort((a, b) => a - b).map((index) => all[index]) : all);
  const shown = { datasets: shownOf(datasets, trace && trace.datasets), jobs: shownOf(jobs, trace && trace.jobs) };
  graph.datasets = shown.datasets.length;
  const dense = isDense(level);
  shown.datasets.forEach((dataset) => addBox(dataset, BOX.dataset, datasetHeight(dataset, level, trace)));
  const joined = shown.jobs.filter((job) => job.inputs.length || job.outputs.length);
  joined.forEach((job) => addBox(job, ...(dense ? [BOX.dot, BOX.dot] : [BOX.job, BOX.job_h])));
  joined.forEach((job) => {
    job.inputs.forEach((dataset) => addLink(`dataset:${dataset}`, `job:${job.index}`));
    job.outputs.forEach((dataset) => addLink(`job:${job.index}`, `dataset:${dataset}`));
  });
  finishGraph(dense ? GAP.dense : GAP.wide, (node) => (node.kind === 'job' ? jobBox(node) : datasetBox(node, level, trace)));
  byId('canvas').classList.toggle('dense', dense);
}

function startGraph() {
  Object.assign(graph, { boxes: new Map(), links: [], only: false });
  byId('canvas').classList.remove('dense');
}

function addBox(item, w, h) {
  const node = { kind: item.kind, index: item.index, item, w, h };
  graph.boxes.set(`${item.kind}:${item.index}`, { node, position: graph.boxes.size });
}

function addLink(from, to) {
  const [a, b] = [graph.boxes.get(from), graph.boxes.get(to)];
  if (a && b) graph.links.push({ key: `${from}>${to}`, source: a.node, target: b.node, from: a.position, to: b.position });
}

// Lays out the boxes and makes their elements. `arrange` may change the layout, and returns the size.
function finishGraph(gap, elementOf, arrange = (_, size) => size) {
  const nodes = [...graph.boxes.values()].map((box) => box.node);
  graph.linkOf = new Map(graph.links.map((item) => [item.key, item]));
  const size = arrange(nodes, nodes.length ? layoutGraph(nodes, graph.links, gap) : { width: 1, height: 1 });
  viewport.resize(size.width, size.height);
  byId('nodes').replaceChildren(...nodes.map(elementOf));
  byId('empty').hidden = graph.boxes.size > 0;
  byId('empty').textContent = datasets.length ? 'What is selected reads and writes no dataset.' : 'No datasets in these events.';
}

function frame(node, className) {
  const element = el('div', { class: `node ${className}`, 'data-key': `${node.kind}:${node.index}` });
  Object.assign(element.style, { left: `${node.x}px`, top: `${node.y}px`, width: `${node.w}px`, height: `${node.h}px` });
  boxOf(node.kind, node.index).element = element;
  return element;
}

function jobBox(node) {
  const job = node.item;
  const element = frame(node, `job ${job.status.toLowerCase()}`);
  const state = [isFailed(job) ? STATUS[job.status] : '', job.runs.length > 1 ? plural(job.runs.length, 'run') : '', job.how || jobKind(job)];
  element.append(el('button', { type: 'button', class: 'head', title: job.name },
    el('span', { class: 'unseen' }, `Job, ${STATUS[job.status] || job.status}: `), el('span', { class: 'title' }, breakable(job.short)), el('span', { class: 'sub' }, el('i', { class: 'dot', 'aria-hidden': 'true' }), state.filter(Boolean).join(' · '))));
  return element;
}

function datasetBox(node, level, trace) {
  const dataset = node.item;
  const element = frame(node, 'dataset');
  element.append(el('button', { type: 'button', class: 'head', title: `${dataset.namespace} ${dataset.name}` },
    el('span', { class: 'unseen' }, 'Dataset '), el('span', { class: 'title' }, breakable(dataset.label)), el('span', { class: 'sub' }, plural(dataset.columns.length, 'column'))));
  if (level === 'column' && dataset.columns.length) {
    const box = boxOf('dataset', dataset.index);
    box.list = el('ul', { class: 'rows', 'aria-label': `Columns of ${dataset.label}` });
    element.append(box.list);
    if (hasMore(dataset, rowCount(dataset, trace))) {
      box.more = el('button', { type: 'button', class: 'more', 'data-more': dataset.index, 'aria-expanded': String(graph.expanded.has(dataset.index)) });
      element.append(box.more);
    }
    fillRows(box, trace);
  }
  return element;
}

function fillRows(box, trace) {
  const dataset = box.node.item;
  const rows = visibleRows(dataset, trace);
  const key = rows.join();
  if (box.key !== key) {
    box.key = key;
    box.rows = new Map();
    box.list.replaceChildren(...rows.map((i, place) => {
      const column = dataset.columns[i];
      const button = el('button', { type: 'button', class: 'row', tabindex: '-1', 'data-column': dataset.base + i, title: column.type ? `${column.name}: ${column.type}` : column.name },
        el('span', { class: 'name' }, column.name), el('span', { class: 'type' }, column.type));
      box.rows.set(dataset.base + i, { button, y: BOX.head + (place + 0.5) * BOX.row });
      return el('li', {}, button);
    }));
  }
  if (!box.more) return;
  const hidden = dataset.columns.length - rows.length;
  const related = trace ? dataset.columns.filter((_, i) => trace.columns.has(dataset.base + i) && !box.rows.has(dataset.base + i)).length : 0;
  box.more.textContent = hidden ? `${hidden} more${related ? `, ${related} related` : ''}` : 'show fewer';
}

function paintBoxes(trace) {
  byId('canvas').classList.toggle('traced', Boolean(trace));
  graph.boxes.forEach((box) => {
    const { node, element } = box;
    const chosen = state.selection && state.selection.kind === node.kind && state.selection.index === node.index;
    const side = trace ? (node.kind === 'job' ? trace.jobs : trace.datasets).get(node.index) : chosen && 'self';
    ['self', 'up', 'down'].forEach((name) => element.classList.toggle(name, side === name));
    element.classList.toggle('off', Boolean(trace) && !side);
    if (!box.list) return;
    fillRows(box, trace);
    box.rows.forEach(({ button }, column) => {
      const own = trace && trace.columns.get(column);
      ['self', 'up', 'down'].forEach((name) => button.classList.toggle(name, own === name));
      button.classList.toggle('faint', Boolean(own) && trace.faint.has(column));
    });
  });
}
