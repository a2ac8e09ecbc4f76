// The model, decoded once: every column has a number of its own, and so has every dataset as a whole (after the columns).
const model = JSON.parse(document.getElementById('data').textContent);
const { datasets, jobs, transformations } = model;

let columnCount = 0;
datasets.forEach((dataset, index) => {
  Object.assign(dataset, { kind: 'dataset', index, base: columnCount, producers: [], consumers: [], flowsIn: [], flowsOut: [] });
  columnCount += dataset.columns.length;
});
const owner = new Int32Array(columnCount);
datasets.forEach((dataset) => owner.fill(dataset.index, dataset.base, dataset.base + dataset.columns.length));

const wholeOf = (dataset) => columnCount + dataset;
const datasetOf = (column) => (column < columnCount ? owner[column] : column - columnCount);
const columnInfo = (column) => datasets[owner[column]].columns[column - datasets[owner[column]].base];

const incoming = Array.from({ length: columnCount + datasets.length }, () => []);
const outgoing = Array.from({ length: columnCount + datasets.length }, () => []);
const edges = model.edges.map(([source, sourceColumn, target, targetColumn, job, how, byParts], index) => {
  const edge = {
    index, job, byParts: Boolean(byParts), // whether other edges of the job lead to those parts of the target that have the source
    from: datasets[source].base + sourceColumn,
    to: targetColumn < 0 ? wholeOf(target) : datasets[target].base + targetColumn,
    how: how.map((number) => transformations[number]),
  };
  const values = edge.how.filter((item) => item.type !== 'INDIRECT');
  edge.direct = targetColumn >= 0 && values.length > 0;
  edge.copies = edge.direct && values.every((item) => item.subtype === 'IDENTITY');
  incoming[edge.to].push(edge);
  outgoing[edge.from].push(edge);
  return edge;
});

// The name of a part has the names of what it is a part of: address.city of address, and of no other part of it.
const numberOf = datasets.map((dataset) => new Map(dataset.columns.map((column, i) => [column.name, dataset.base + i])));
const wholesOf = new Map(); // a part -> what it is a part of, the nearest first
const partsOf = new Map(); // a struct, an array or a map -> its parts, and their parts
numberOf.forEach((numbers) => numbers.forEach((part, name) => {
  for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) {
    const whole = numbers.get(name.slice(0, at));
    if (whole === undefined) continue;
    wholesOf.set(part, [...(wholesOf.get(part) || []), whole]);
    if (!partsOf.has(whole)) partsOf.set(whole, []);
    partsOf.get(whole).push(part);
  }
}));

const shapes = new Map();
function shapeOf(whole) {
  const inside = (part) => columnInfo(part).name.slice(columnInfo(whole).name.length);
  if (!shapes.has(whole)) shapes.set(whole, (partsOf.get(whole) || []).map(inside).sort().join('\n'));
  return shapes.get(whole);
}

// The part of `copy` that is to `copy` what `part` is to `whole`, or `copy` itself if it has other parts.
function sameOf(part, whole, copy) {
  const rest = columnInfo(part).name.slice(columnInfo(whole).name.length);
  return shapeOf(copy) === shapeOf(whole) ? numberOf[datasetOf(copy)].get(columnInfo(copy).name + rest) : copy;
}

// The edges from or to a column, and those of its parts and of what it is a part of, each with the column at its other end.
function stepsOf(node, upstream) {
  const [at, end] = upstream ? [incoming, 'from'] : [outgoing, 'to'];
  const steps = [node, ...(partsOf.get(node) || [])].flatMap((column) => at[column].map((edge) => [edge, edge[end]]));
  (wholesOf.get(node) || []).forEach((whole) => at[whole].forEach((edge) => {
    if (edge.byParts && upstream) return;
    steps.push([edge, edge.copies && !edge.byParts ? sameOf(node, whole, edge[end]) : edge[end]]);
  }));
  return steps;
}

const jobNames = new Map();
jobs.forEach((job, index) => {
  Object.assign(job, { jobType: job.kind, kind: 'job', index, status: job.runs.length ? job.runs[0].status : 'DECLARED' });
  jobNames.set(job.name, (jobNames.get(job.name) || 0) + 1);
  job.outputs.forEach((dataset) => datasets[dataset].producers.push(index));
  job.inputs.forEach((dataset) => datasets[dataset].consumers.push(index));
  job.flows.forEach((flow) => {
    flow.job = index;
    flow.outputs.forEach((dataset) => datasets[dataset].flowsIn.push(flow));
    flow.inputs.forEach((dataset) => datasets[dataset].flowsOut.push(flow));
  });
});
const counted = (name) => jobs.reduce((counts, job) => counts.set(name(job), (counts.get(name(job)) || 0) + 1), new Map());
const labels = counted((job) => job.label);
const boxName = (job) => (labels.get(job.label) === 1 ? job.label : job.name);
const tailOf = (job, parts) => boxName(job).split('.').slice(-parts).join('.');
const MAX_PARTS = 4;
const written = new Map(); // by the end of a name: what the jobs write whose names end so
jobs.forEach((job) => {
  for (let parts = 1; parts <= MAX_PARTS; parts += 1) {
    const tail = tailOf(job, parts);
    written.set(tail, (written.get(tail) || new Set()).add(job.outputs.join()));
  }
});
const namesOutput = (job) => job.outputs.some((index) => datasets[index].name.endsWith(tailOf(job, 1)) || datasets[index].label.endsWith(tailOf(job, 1)));
// A job's name ends in what it writes; what comes before says how. The names of dbt's jobs all end in `run`: of such names, as
// many parts are shown as tell jobs apart that write other datasets.
jobs.forEach((job) => {
  let parts = 1;
  if (!namesOutput(job)) while (parts < MAX_PARTS && written.get(tailOf(job, parts)).size > 1) parts += 1;
  const name = boxName(job);
  job.short = tailOf(job, parts) || name;
  job.how = name.slice(0, Math.max(0, name.length - job.short.length - 1)).replaceAll('_', ' ');
});
// In lists, jobs that write one table have longer names.
const shorts = counted((job) => job.short);
jobs.forEach((job) => { job.title = shorts.get(job.short) === 1 ? job.short : labels.get(job.label) === 1 ? job.label : job.name; });
jobs.forEach((job) => { job.key = jobNames.get(job.name) > 1 ? `${job.namespace} ${job.name}` : job.name; });
// The jobs whose events say of an output what they read for it, but not which columns.
const hiddenOf = new Set(model.hidden.map(([job, output]) => `${job}>${output}`));
const hidesColumns = (job, output) => hiddenOf.has(`${job}>${output}`);
const isFailed = (job) => job.status === 'FAIL' || job.status === 'ABORT';

// What a link may call a dataset: its label, its full name, or any other name.
const datasetByName = new Map();
datasets.forEach((dataset) => {
  [...dataset.aliases, dataset.name].forEach((name) => datasetByName.has(name) || datasetByName.set(name, dataset));
});
datasets.forEach((dataset) => datasetByName.set(`${dataset.namespace} ${dataset.name}`, dataset));
datasets.forEach((dataset) => datasetByName.set(dataset.label, dataset));
const jobByKey = new Map(jobs.map((job) => [`${job.namespace} ${job.name}`, job]));
jobs.forEach((job) => jobByKey.set(job.key, job));
