// Tables of the panel: facets, what runs have written, and the CSV of what is shown.
function facetSection({ name, columns, rows }) {
  const cells = (row) => row.map((text, i) => (columns.length || i ? el('td', {}, text) : el('th', { scope: 'row' }, text)));
  return section(name, el('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': `Facet ${name}` }, el('table', { class: 'facet' },
    columns.length ? el('thead', {}, el('tr', {}, columns.map((column) => el('th', { scope: 'col' }, column)))) : null,
    el('tbody', {}, rows.map((row) => el('tr', {}, cells(row)))))));
}

// Each write of a dataset, the latest first; other runs of the same job may write others. The definition of a view writes nothing.
const writesOf = datasets.map(() => []);
jobs.filter((job) => job.jobType !== 'VIEW').forEach((job) => {
  const outputs = new Set(job.outputs);
  job.runs.forEach((run) => run.written.forEach((amount) => {
    if (outputs.has(amount.dataset)) writesOf[amount.dataset].push({ run, amount });
  }));
});
writesOf.forEach((writes) => writes.sort((a, b) => b.run.started - a.run.started));

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
function sizeText(bytes) {
  const rounded = Number(bytes.toPrecision(4)); // before the unit is chosen: never 1000.0 kB
  const unit = rounded < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(rounded) / 3));
  return `${unit ? (bytes / 1000 ** unit).toFixed(1) : bytes} ${UNITS[unit]}`;
}
const amountText = ({ rows, bytes, files }) => [rows === null ? '' : plural(rows, 'row'), bytes === null ? '' : sizeText(bytes), files === null ? '' : plural(files, 'file')].filter(Boolean).join(' · ');

const lastWrite = (dataset) => writesOf[dataset.index].filter((write) => write.run.last_write !== null)
  .reduce((last, write) => (last.run && last.run.last_write >= write.run.last_write ? last : write), {});

function writeFacts(dataset) {
  const runs = writesOf[dataset.index].map((write) => write.run);
  const { run: last, amount } = lastWrite(dataset);
  return [['Last written', last ? moment(last.last_write) : runs.length ? 'no run has completed' : ''],
    ['Took', last && last.ended !== null && last.ended !== last.started ? duration(last) : ''], ['Wrote', amount ? amountText(amount) : ''], ...failureFacts(runs)];
}

const SHOWN_RUNS = 40;
const isFailedRun = (run) => run.status === 'FAIL' || run.status === 'ABORT';

// How runs have ended over time, the oldest first.
function failureFacts(runs) {
  if (runs.length < 2) return [];
  const failed = runs.filter(isFailedRun);
  const text = failed.length ? `${failed.length} of ${runs.length}, the last one ${moment(failed[0].started)}` : `none of ${runs.length}`;
  const shown = runs.slice(0, SHOWN_RUNS).reverse();
  const marks = shown.map((run) => el('i', { class: run.status.toLowerCase(), title: `${STATUS[run.status] || run.status} ${moment(run.started)}` }));
  return [['Failed runs', [text, el('div', { class: 'marks', role: 'img', 'aria-label': `The latest ${shown.length} runs, from the oldest: ${shown.filter(isFailedRun).length} failed` }, marks)]]];
}

// CSV: a text that a spreadsheet would run as a formula has a ' before it, as in the output of the commands.
function csvCell(value) {
  const text = String(value === null || value === undefined ? '' : value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const DATASET_HEAD = ['dataset', 'namespace', 'name', 'columns', 'owners', 'tags', 'last written', 'rows'];
function datasetRow(dataset) {
  const { run: last, amount } = lastWrite(dataset);
  const tags = dataset.tags.map((tag) => (tag.column ? `${tag.column}: ` : '') + tagText(tag));
  return [dataset.label, dataset.namespace, dataset.name, dataset.columns.length, dataset.owners.join(', '), tags.join(', '),
    last ? new Date(last.last_write).toISOString() : '', amount ? amount.rows : ''];
}

const EDGE_HEAD = ['source dataset', 'source column', 'dataset', 'column', 'type', 'subtype', 'masked', 'expression', 'job', 'completed'];
const edgeRows = (edge) => edge.how.map((how) => [datasets[owner[edge.from]].label, columnInfo(edge.from).name, datasets[datasetOf(edge.to)].label,
  edge.to < columnCount ? columnInfo(edge.to).name : '', how.type, how.subtype, how.masking ? 'yes' : 'no', how.description,
  jobs[edge.job].name, jobs[edge.job].incomplete.includes(datasetOf(edge.to)) ? 'no' : 'yes']);

// What depends on datasets through jobs whose events do not say which columns they read; of a column, what may depend on it.
const FLOW_TYPE = 'TABLE';
function flowRows(trace, selection) {
  const found = new Map();
  const add = (job, input, output) => hidesColumns(job, output) && found.set(`${job}>${input}>${output}`, [job, input, output]);
  if (selection.kind === 'column') {
    const dataset = datasets[owner[selection.column]];
    behindJobs(dataset, true).forEach(([input, job]) => add(job, input, dataset.index));
    behindJobs(dataset, false).forEach(([output, job]) => add(job, dataset.index, output));
  } else {
    const isShown = (dataset) => trace.datasets.has(dataset);
    [...trace.jobs.keys()].forEach((job) => jobs[job].flows.forEach((flow) => flow.inputs.filter(isShown).forEach((input) => {
      flow.outputs.filter(isShown).forEach((output) => add(job, input, output));
    })));
  }
  return [...found.values()].map(([job, input, output]) => [datasets[input].label, '', datasets[output].label, '', FLOW_TYPE, '', 'no', '',
    jobs[job].name, jobs[job].incomplete.includes(output) ? 'no' : 'yes']);
}

// What is shown, as rows: of a selection its dependencies, else the datasets.
function shownRows() {
  const target = state.selection;
  if (target && target.kind === 'unknown') return [['dataset', 'column', 'certainty', 'job'], ...unknownRows()];
  if (state.trace) return [EDGE_HEAD, ...[...state.trace.edges.keys()].flatMap(edgeRows), ...flowRows(state.trace, target)];
  const shown = target && target.kind === 'group' ? groups[target.index].datasets.map((index) => datasets[index]) : datasets;
  return [DATASET_HEAD, ...byLabel(shown).map(datasetRow)];
}

function downloadCsv() {
  const text = shownRows().map((row) => `${row.map(csvCell).join(',')}\r\n`);
  const link = el('a', { href: URL.createObjectURL(new Blob(text, { type: 'text/csv' })), download: 'lineage.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
