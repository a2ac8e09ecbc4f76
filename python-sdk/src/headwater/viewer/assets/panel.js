// The side panel: the overview, and what it has in common with the details of a selection.
const panel = byId('panel');

function section(title, ...content) {
  const inner = content.flat().filter(Boolean);
  return inner.length ? el('section', {}, el('h3', {}, title), ...inner) : null;
}

function reference(target, label, className = '', title = null) {
  return el('a', { href: hashOf(target), class: `ref ${className}`, title }, label);
}
const datasetRef = (index) => reference({ kind: 'dataset', index }, datasets[index].label);
const jobRef = (index) => reference({ kind: 'job', index }, jobs[index].short, isFailed(jobs[index]) ? 'bad' : '', jobs[index].name);
const columnRef = (column) => el('span', { class: 'where' },
  reference({ kind: 'dataset', index: owner[column] }, datasets[owner[column]].label, 'quiet'), el('span', { class: 'sep' }, '.'),
  reference({ kind: 'column', column }, columnInfo(column).name, 'mono'));

const list = (items, className = 'plain') => (items.length ? el('ul', { class: className }, items.map((item) => el('li', {}, item))) : null);

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value);
  if (!shown.length) return null;
  return el('dl', {}, shown.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, typeof value === 'string' && value.length > 160 ? folded(value) : value)]));
}
const folded = (text) => el('details', {}, el('summary', {}, `${text.slice(0, 80)} …`), el('pre', {}, text));

function heading(kind, title, under) {
  return el('header', {},
    el('div', { class: 'kind' }, kind, el('button', { type: 'button', class: 'link', id: 'copy', onclick: copyLink }, 'Copy link')),
    el('h2', {}, typeof title === 'string' ? breakable(title) : title), under ? el('div', { class: 'under' }, under) : null);
}

function copyLink(event) {
  const button = event.currentTarget;
  const done = (text) => { button.textContent = text; };
  if (!navigator.clipboard) { done('Copy it from the address bar'); return; }
  navigator.clipboard.writeText(location.href).then(() => done('Copied'), () => done('Copy it from the address bar'));
}

function reach(trace, side) {
  const columns = [...trace.columns].filter(([, own]) => own === side);
  const count = new Set(columns.map(([column]) => owner[column])).size;
  return columns.length ? `${plural(columns.length, 'column')} in ${plural(count, 'dataset')}` : 'none';
}

function reachCoarse(trace, side) {
  const of = (map) => [...map.values()].filter((own) => own === side).length;
  return of(trace.datasets) ? `${plural(of(trace.datasets), 'dataset')}${of(trace.jobs) ? ` through ${plural(of(trace.jobs), 'job')}` : ''}` : 'none';
}

function showOverview() {
  const failed = jobs.filter(isFailed);
  const applications = jobs.filter((job) => job.kind2 === 'APPLICATION' && job.runs.length);
  const runs = jobs.reduce((sum, job) => sum + job.runs.length, 0);
  const figure = (value, word) => el('div', {}, el('b', {}, value.toLocaleString('en')), el('span', {}, word));
  const ends = (side) => datasets.filter((dataset) => !dataset[side].length && dataset[side === 'producers' ? 'consumers' : 'producers'].length)
    .map((dataset) => datasetRef(dataset.index));
  const sources = ends('producers');
  const results = ends('consumers');
  panel.replaceChildren(...[
    el('header', {}, el('div', { class: 'kind' }, 'Overview'), el('h2', {}, document.title.replace(/ · Headwater$/, ''))),
    el('div', { class: 'figures' }, figure(datasets.length, 'datasets'), figure(columnCount, 'columns'),
      figure(edges.length, 'column edges'), figure(jobs.length, 'jobs'), figure(runs, 'runs'), figure(failed.length, 'failed jobs')),
    section('Failed jobs', list(failed.map((job) => [jobRef(job.index), el('div', { class: 'note' }, firstLine(job.runs[0].error))]))),
    section('Applications', list(applications.map((job) => [jobRef(job.index), el('div', { class: 'note' }, `${STATUS[job.status] || job.status} · ${moment(job.runs[0].started)} · ${duration(job.runs[0])}`)]))),
    section(`Where data comes from (${sources.length})`, list(sources)),
    section(`Where it ends (${results.length})`, list(results)),
    section('Keys', el('dl', { class: 'keys' }, [['/', 'search'], ['Esc', 'clear the selection'], ['f', 'fit'], ['l', 'columns or datasets'],
      ['i', 'indirect edges'], ['o', 'only related'], ['↑ ↓', 'move along the columns of a box']]
      .flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]))),
  ].filter(Boolean));
}

const firstLine = (text) => (text.split('\n', 1)[0].length > 180 ? `${text.slice(0, 180)} …` : text.split('\n', 1)[0]);
