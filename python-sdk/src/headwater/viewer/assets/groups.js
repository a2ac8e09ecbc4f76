// Large pages: above LARGE datasets, or MOST_JOBS jobs, the overview has a box for each schema or folder, and a selection shows what is near it.
const LARGE = 150;
const MOST_JOBS = 1000;
const isLarge = datasets.length > LARGE || jobs.length > MOST_JOBS;
const MOST_GROUPS = 400;
const MOST_OPEN = 100; // datasets of a group that the overview shows in place
const MOST_NEAR = 300; // boxes around a selection

// A group is a schema, a database or a folder: the name of a dataset without its last part. With too many of them, it is
// the first part of the name, or the namespace.
const groups = (() => {
  const nameOf = (dataset) => (dataset.label === `${dataset.namespace} ${dataset.name}` ? dataset.name : dataset.label);
  const pathOf = (dataset) => nameOf(dataset).split(nameOf(dataset).includes('/') ? '/' : '.').filter(Boolean); // a file may be a.csv
  const schemaOf = (dataset) => {
    const name = nameOf(dataset);
    const cut = name.lastIndexOf(name.includes('/') ? '/' : '.');
    return cut > 0 ? name.slice(0, cut) : dataset.namespace;
  };
  const firstOf = (dataset) => (pathOf(dataset).length > 1 ? pathOf(dataset)[0] : dataset.namespace);
  const by = (labelOf) => {
    const found = new Map();
    datasets.forEach((dataset) => {
      const label = labelOf(dataset);
      const key = `${dataset.namespace} ${label}`;
      if (!found.has(key)) found.set(key, { kind: 'group', key, label, namespace: dataset.namespace, datasets: [] });
      found.get(key).datasets.push(dataset.index);
    });
    return [...found.values()];
  };
  if (!isLarge) return [];
  const choices = [schemaOf, firstOf, (dataset) => dataset.namespace];
  const chosen = choices.map(by).find((found, i) => found.length <= MOST_GROUPS || i === choices.length - 1);
  chosen.forEach((group, index) => { group.index = index; });
  return chosen;
})();
const groupOf = new Int32Array(datasets.length);
groups.forEach((group) => group.datasets.forEach((dataset) => { groupOf[dataset] = group.index; }));
const groupByKey = new Map(groups.map((group) => [group.key, group]));
const opened = new Set(); // the groups whose datasets the overview shows
const canOpen = (group) => group.datasets.length <= MOST_OPEN;

// The overview of a large page: groups, or the datasets of those that are open. A line stands for all jobs between two boxes.
function buildGroups() {
  startGraph();
  groups.forEach((group) => {
    if (!opened.has(group.index)) addBox(group, BOX.dataset, BOX.head);
    else group.datasets.forEach((index) => addBox(datasets[index], BOX.dataset, BOX.head));
  });
  const boxKey = (dataset) => (opened.has(groupOf[dataset]) ? `dataset:${dataset}` : `group:${groupOf[dataset]}`);
  const seen = new Set();
  jobs.forEach((job) => job.flows.forEach((flow) => flow.inputs.forEach((input) => flow.outputs.forEach((output) => {
    const [from, to] = [boxKey(input), boxKey(output)];
    if (from !== to && !seen.has(`${from}>${to}`)) { seen.add(`${from}>${to}`); addLink(from, to); }
  }))));
  finishGraph(GAP.wide, (node) => (node.kind === 'group' ? groupBox(node) : datasetBox(node, 'dataset', null)), wrapped);
}

// A picture that is too long to be read becomes rows, from left to right in the order in which data flows; then without lines.
function wrapped(nodes, size) {
  if (viewport.scaleFor(size) >= READABLE / 2) return size;
  const [w, h] = [BOX.dataset + GAP.node, BOX.head + GAP.node];
  const ordered = [...nodes].sort((a, b) => a.x - b.x || a.y - b.y);
  const columns = Math.max(1, Math.round(Math.sqrt((ordered.length * h * viewport.aspect()) / w)));
  ordered.forEach((node, i) => { node.x = (i % columns) * w; node.y = Math.floor(i / columns) * h; });
  graph.links = [];
  graph.linkOf.clear();
  return { width: columns * w, height: Math.ceil(ordered.length / columns) * h };
}

function groupBox(node) {
  const group = node.item;
  const element = frame(node, 'dataset group');
  element.append(el('button', { type: 'button', class: 'head', title: `${group.namespace} ${group.label}` },
    el('span', { class: 'unseen' }, 'Group '), el('span', { class: 'title' }, breakable(group.label)), el('span', { class: 'sub' }, plural(group.datasets.length, 'dataset'))));
  return element;
}
