// Columns whose lineage is local, opaque or unknown: column -> its certainty, and the jobs that say so.
const uncertain = new Map();
const doubts = ['local', 'opaque', 'unknown']; // the least certain last, which counts
const addUncertain = (column, certainty, job) => {
  const entry = uncertain.get(column) || { certainty, jobs: new Set() };
  if (doubts.indexOf(certainty) > doubts.indexOf(entry.certainty)) entry.certainty = certainty;
  entry.jobs.add(job);
  uncertain.set(column, entry);
};
model.uncertain.forEach((item) => addUncertain(datasets[item.dataset].base + item.column, item.certainty, item.job));
edges.forEach((edge) => {
  const how = edge.to < columnCount && edge.how.find((item) => doubts.includes(item.certainty));
  if (how) addUncertain(edge.to, how.certainty, edge.job);
});

// The trace of all of them: the columns, what is known of their sources, and the jobs.
function markUncertain(trace) {
  uncertain.forEach((entry, column) => {
    trace.columns.set(column, 'self');
    trace.datasets.set(owner[column], 'self');
    entry.jobs.forEach((job) => trace.jobs.set(job, 'self'));
  });
  uncertain.forEach((_, column) => incoming[column].forEach((edge) => {
    if (!edge.direct) return;
    trace.edges.set(edge, { side: 'up', faint: false });
    if (!trace.columns.has(edge.from)) trace.columns.set(edge.from, 'up');
    if (!trace.datasets.has(owner[edge.from])) trace.datasets.set(owner[edge.from], 'up');
  }));
}

const unknownRows = () => [...uncertain].flatMap(([column, entry]) => [...entry.jobs].map((job) => [datasets[owner[column]].label, columnInfo(column).name, entry.certainty, jobs[job].name]));

function showUnknown() {
  const ofKind = (kind) => [...uncertain].filter(([, entry]) => entry.certainty === kind)
    .map(([column, entry]) => [columnRef(column), el('div', { class: 'via' }, 'in ', [...entry.jobs].flatMap((job, i) => [i ? ', ' : '', jobRef(job)]))]);
  const part = (kind, why) => {
    const found = ofKind(kind);
    return found.length ? section(`${kind[0].toUpperCase()}${kind.slice(1)} (${found.length.toLocaleString('en')})`, el('p', { class: 'note' }, why), list(found, 'plain deps')) : null;
  };
  panel.replaceChildren(...[
    heading('Filter', 'Local, opaque and unknown columns', plural(uncertain.size, 'column')),
    part('unknown', 'The agent could not see all sources of these columns.'),
    part('opaque', 'Code that is not analysed makes these columns: their sources are all columns that it receives.'),
    part('local', 'These columns have values that the program gave to Spark: where it has them from is not known.'),
  ].filter(Boolean));
}
