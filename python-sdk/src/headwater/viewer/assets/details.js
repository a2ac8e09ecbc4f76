// The side panel for one dataset, column or job.
const chip = (text, className = '') => el('span', { class: `chip ${className}` }, text);

function howChips(ways) {
  return ways.flatMap((how) => [
    chip((how.subtype || how.type).toLowerCase().replaceAll('_', ' '), how.type === 'INDIRECT' ? 'indirect' : ''),
    how.masking ? chip('masked', 'masking') : null,
    how.description ? el('div', { class: 'note mono' }, how.description) : null,
  ]);
}

const isDirect = (how) => how.type !== 'INDIRECT';
const isIndirect = (how) => how.type === 'INDIRECT';

// The columns at the other ends of steps: `wanted` chooses among the ways of dependency.
function dependencies(steps, wanted) {
  const byEnd = new Map(); // one entry for a column, however many jobs connect it
  steps.forEach(([edge, end]) => {
    const how = edge.how.filter(wanted);
    if (!how.length) return;
    const entry = byEnd.get(end) || { how: new Set(), jobs: new Map() };
    how.forEach((item) => entry.how.add(item));
    entry.jobs.set(edge.job, jobs[edge.job].incomplete.includes(datasetOf(edge.to)));
    byEnd.set(end, entry);
  });
  return list([...byEnd].map(([column, entry]) => [
    column < columnCount ? columnRef(column) : el('span', { class: 'where' }, datasetRef(datasetOf(column)), el('span', { class: 'note' }, ' every column')),
    el('div', { class: 'chips' }, howChips([...entry.how])),
    el('div', { class: 'via' }, 'in ', [...entry.jobs].flatMap(([job, incomplete], i) => [i ? ', ' : '', jobRef(job), incomplete ? chip('has not completed', 'bad') : null])),
  ]), 'plain deps');
}

const tagText = (tag) => (tag.value ? `${tag.key}=${tag.value}` : tag.key);
const tagsOf = (dataset, column) => dataset.tags.filter((tag) => tag.column && `${column}.`.startsWith(`${tag.column}.`));

// The owners of a dataset or, if it has none, of the jobs that write it.
const ownersOf = (dataset) => [...new Set(dataset.owners.length ? dataset.owners : dataset.producers.flatMap((job) => jobs[job].owners))].join(', ');
const withOwners = (dataset) => [...dataset.facts, ...(dataset.owners.length ? [] : [['Owners', ownersOf(dataset)]])];

// Tags of a column in the list of its dataset, and how little is known of its lineage.
function markOf(dataset, i) {
  const doubt = uncertain.get(dataset.base + i);
  const marks = [...tagsOf(dataset, dataset.columns[i].name).map((tag) => chip(tagText(tag))), doubt ? chip(doubt.certainty, 'indirect') : null].filter(Boolean);
  return marks.length ? el('div', { class: 'marks-of' }, marks) : null;
}

// The SQL of the jobs that make a column.
const sqlOf = (makers) => section('SQL of the step', [...makers].filter((job) => jobs[job].sql)
  .map((job) => el('details', {}, el('summary', {}, jobs[job].title), sqlCode(jobs[job].sql))));

// The datasets behind jobs whose events have no columns, each with its job.
function behindJobs(dataset, upstream) {
  const flows = upstream ? dataset.flowsIn : dataset.flowsOut;
  return flows.flatMap((flow) => (upstream ? flow.inputs : flow.outputs)
    .filter((other) => other !== dataset.index && hidesColumns(flow.job, upstream ? dataset.index : other)).map((other) => [other, flow.job]));
}
const mayBe = (title, found) => section(title, list(found.map(([dataset, job]) => [datasetRef(dataset), el('div', { class: 'via' }, 'in ', jobRef(job), ', whose events name no columns')])));

function showColumn(column, indirect) {
  const info = columnInfo(column);
  const dataset = datasets[owner[column]];
  const into = stepsOf(column, true);
  const outOf = stepsOf(column, false);
  const unknown = !into.length && dataset.producers.length > 0;
  const doubt = uncertain.get(column) || (into.length ? null : (wholesOf.get(column) || []).map((whole) => uncertain.get(whole)).find(Boolean));
  const why = doubt ? `The lineage of this column is ${doubt.certainty}: the agent could not see its sources.`
    : 'The events name no source for this column: a constant, or something the agent could not see.';
  panel.replaceChildren(...[
    heading('Column', el('span', { class: 'mono' }, info.name), ['in ', datasetRef(dataset.index)]),
    facts([['Type', info.type], ['Description', info.description], ['Lineage', doubt ? doubt.certainty : ''], ...reachFacts({ kind: 'column', column }, indirect),
      ['Tags', tagsOf(dataset, info.name).map(tagText).join(', ')], ['Owners', ownersOf(dataset)], ...writeFacts(dataset)]),
    section('Made from', dependencies(into, isDirect),
      unknown ? el('p', { class: 'note' }, why) : null),
    mayBe('May be made from', behindJobs(dataset, true)),
    sqlOf(new Set(into.map(([edge]) => edge.job))),
    section('Indirectly, this column', dependencies(into, isIndirect)),
    section('Indirectly, every column of the dataset', dependencies(stepsOf(wholeOf(dataset.index), true), () => true)),
    section('Goes into', dependencies(outOf, isDirect)),
    section('Affects indirectly', dependencies(outOf, isIndirect)),
    mayBe('May go into', behindJobs(dataset, false)),
  ].filter(Boolean));
}

function showGroup(group) {
  const inPlace = opened.has(group.index);
  panel.replaceChildren(...[
    heading('Group', group.label, group.namespace),
    canOpen(group) ? el('button', { type: 'button', class: 'toggle', id: 'open-group', onclick: () => toggleGroup(group) }, inPlace ? 'Close in the picture' : 'Open in the picture') : null,
    section(`Datasets (${group.datasets.length.toLocaleString('en')})`, list(byLabel(group.datasets.map((index) => datasets[index])).map(({ index }) => datasetRef(index)))),
  ].filter(Boolean));
}

function showDataset(dataset, indirect) {
  const writers = dataset.producers.map((job) => [jobRef(job), el('span', { class: 'note' }, ` ${STATUS[jobs[job].status] || jobs[job].status}`)]);
  const rows = dataset.columns.map((column, i) => el('tr', {},
    el('td', {}, reference({ kind: 'column', column: dataset.base + i }, column.name, 'mono')),
    el('td', { class: 'mono type' }, column.type, column.description ? el('div', { class: 'note' }, column.description) : null, markOf(dataset, i))));
  panel.replaceChildren(...[
    heading('Dataset', dataset.label, `${dataset.namespace} ${dataset.name}`),
    facts([...reachFacts(dataset, indirect), ...writeFacts(dataset), ...withOwners(dataset)]),
    section(`Columns (${rows.length})`, rows.length ? el('table', {}, el('tbody', {}, rows)) : el('p', { class: 'note' }, 'The events give no schema.')),
    section('Written by', list(writers)),
    section('Read by', list(dataset.consumers.map(jobRef))),
    section('Every row depends on', dependencies(stepsOf(wholeOf(dataset.index), true), () => true)),
    ...dataset.facets.map(facetSection),
    section('Other names', list(dataset.aliases.map((name) => el('span', { class: 'mono' }, name)))),
  ].filter(Boolean));
}

const KEYWORDS = new Set(('select from where group by order having join left right full inner outer cross semi anti on as and or not in is null '
  + 'exists case when then else end with union all distinct insert into overwrite table create replace view using merge matched update set delete '
  + 'values over partition between like limit asc desc lateral date interval cast if true false').split(' '));

function sqlCode(text) {
  const code = el('code', {});
  for (const [token] of text.matchAll(/--[^\n]*|'(?:[^'\\]|\\[^]|'')*'?|`[^`]*`|\w+|[^\w'`]|['`]/g)) {
    if (KEYWORDS.has(token.toLowerCase())) code.append(el('b', {}, token));
    else if (token.length > 1 && /^(--|')/.test(token)) code.append(el('i', {}, token));
    else code.append(token);
  }
  code.normalize();
  return el('pre', { class: 'sql', tabindex: '0', 'aria-label': 'SQL' }, code);
}

function runEntry(run) {
  const rest = run.error === firstLine(run.error) ? run.stack : [run.error, run.stack].filter(Boolean).join('\n\n');
  return el('li', { class: `run ${run.status.toLowerCase()}` },
    el('div', { class: 'run-line' }, el('i', { class: 'dot', 'aria-hidden': 'true' }), el('b', {}, STATUS[run.status] || run.status.toLowerCase()),
      el('span', {}, moment(run.started)), el('span', { class: 'took' }, duration(run))),
    run.error ? el('p', { class: 'error' }, firstLine(run.error)) : null,
    rest ? el('details', {}, el('summary', {}, run.stack ? 'Stack trace' : 'Whole message'), el('pre', { tabindex: '0' }, rest)) : null,
    run.written.filter(amountText).map((item) => el('div', { class: 'note' }, `Wrote ${datasets[item.dataset].label}: ${amountText(item)}`)),
    run.facts.map(([name, value]) => el('div', { class: 'note' }, `${name}: ${value}`)),
    run.gaps.map((gap) => el('div', { class: 'note' }, `Not seen: ${gap.node} (${gap.stage}): ${gap.reason}`)),
    el('div', { class: 'note mono id' }, run.id));
}

function jobAbove(job, namespace, name) {
  if (!name || (name === job.name && namespace === job.namespace)) return '';
  const above = jobByKey.get(`${namespace} ${name}`);
  return above ? reference(above, name) : name;
}

function showJob(job, indirect) {
  panel.replaceChildren(...[
    heading(isFailed(job) ? el('span', { class: 'bad' }, `Job · ${STATUS[job.status]}`) : 'Job', job.short, `${job.namespace} ${job.name}`),
    facts([['Kind', jobKind(job)], ['Application', jobAbove(job, job.parent_namespace, job.parent)], ['Stream', jobAbove(job, job.namespace, job.stream)],
      ...reachFacts(job, indirect), ...failureFacts(job.runs), ...job.facts]),
    section('Reads', list(job.inputs.map(datasetRef))),
    section('Writes', list(job.outputs.map(datasetRef))),
    job.sql ? section('SQL', sqlCode(job.sql)) : null,
    ...job.facets.map(facetSection),
    job.runs.length === 0 || job.jobType === 'VIEW' ? null : section(`Runs (${job.runs.length})`, el('ul', { class: 'plain runs' }, job.runs.map(runEntry))),
  ].filter(Boolean));
}
