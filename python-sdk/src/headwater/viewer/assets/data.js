// The model, decoded once: every column has a number of its own, and so has every dataset as a whole (after the columns).
const model = JSON.parse(document.getElementById('data').textContent);
const { datasets, jobs, transformations } = model;

let columnCount = 0;
datasets.forEach((dataset, index) => {
  Object.assign(dataset, { kind: 'dataset', index, base: columnCount, producers: [], consumers: [] });
  columnCount += dataset.columns.length;
});
const owner = new Int32Array(columnCount);
datasets.forEach((dataset) => owner.fill(dataset.index, dataset.base, dataset.base + dataset.columns.length));

const wholeOf = (dataset) => columnCount + dataset;
const datasetOf = (column) => (column < columnCount ? owner[column] : column - columnCount);
const columnInfo = (column) => datasets[owner[column]].columns[column - datasets[owner[column]].base];

const incoming = Array.from({ length: columnCount + datasets.length }, () => []);
const outgoing = Array.from({ length: columnCount + datasets.length }, () => []);
const edges = model.edges.map(([source, sourceColumn, target, targetColumn, job, how], index) => {
  const edge = {
    index, job,
    from: datasets[source].base + sourceColumn,
    to: targetColumn < 0 ? wholeOf(target) : datasets[target].base + targetColumn,
    how: how.map((number) => transformations[number]),
  };
  edge.direct = targetColumn >= 0 && edge.how.some((item) => item.type !== 'INDIRECT');
  incoming[edge.to].push(edge);
  outgoing[edge.from].push(edge);
  return edge;
});

const jobNames = new Map();
jobs.forEach((job, index) => {
  Object.assign(job, { jobType: job.kind, kind: 'job', index, status: job.runs.length ? job.runs[0].status : 'DECLARED' });
  jobNames.set(job.name, (jobNames.get(job.name) || 0) + 1);
  job.outputs.forEach((dataset) => datasets[dataset].producers.push(index));
  job.inputs.forEach((dataset) => datasets[dataset].consumers.push(index));
});
// A job's name ends in what it writes; what comes before says how.
jobs.forEach((job) => {
  const cut = job.label.lastIndexOf('.');
  job.short = job.label.slice(cut + 1);
  job.how = cut > 0 ? job.label.slice(0, cut).replaceAll('_', ' ') : '';
});
jobs.forEach((job) => { job.key = jobNames.get(job.name) > 1 ? `${job.namespace} ${job.name}` : job.name; });
const isFailed = (job) => job.status === 'FAIL' || job.status === 'ABORT';

// What a link may call a dataset: its label, its full name, or any other name.
const datasetByName = new Map();
datasets.forEach((dataset) => {
  [...dataset.aliases, dataset.name].forEach((name) => datasetByName.has(name) || datasetByName.set(name, dataset));
});
datasets.forEach((dataset) => datasetByName.set(`${dataset.namespace} ${dataset.name}`, dataset));
datasets.forEach((dataset) => datasetByName.set(dataset.label, dataset));
const jobByKey = new Map(jobs.map((job) => [job.key, job]));
