// The side panel: the overview, and what it has in common with the details of a selection.
const panel = byId('panel');

function section(title, ...content) {
  const inner = content.flat().filter(Boolean);
  return inner.length ? el('section', {}, el('h3', {}, title), ...inner) : null;
}

function reference(target, label, className = '', title = null) {
  // with the whole address: a link of which only the part after # is given would be taken for one that skips content
  return el('a', { href: addressOf(target), class: `ref ${className}`, title }, label);
}
const datasetRef = (index) => reference({ kind: 'dataset', index }, datasets[index].label);
const jobRef = (index) => reference({ kind: 'job', index }, jobs[index].title, isFailed(jobs[index]) ? 'bad' : '', jobs[index].name);
const columnRef = (column) => el('span', { class: 'where' },
  reference({ kind: 'dataset', index: owner[column] }, datasets[owner[column]].label, 'quiet'), el('span', { class: 'sep' }, '.'),
  reference({ kind: 'column', column }, columnInfo(column).name, 'mono'));

const { compare } = new Intl.Collator('en', { numeric: true });
const byLabel = (items) => [...items].sort((a, b) => compare(a.label, b.label));
const MOST_LISTED = 300; // the search finds the rest
const list = (items, className = 'plain') => (items.length ? el('ul', { class: className }, items.slice(0, MOST_LISTED).map((item) => el('li', {}, item)),
  items.length > MOST_LISTED ? el('li', { class: 'note' }, `and ${(items.length - MOST_LISTED).toLocaleString('en')} more`) : null) : null);

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value);
  if (!shown.length) return null;
  return el('dl', {}, shown.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, typeof value === 'string' && value.length > 160 ? folded(value) : value)]));
}
const folded = (text) => el('details', {}, el('summary', {}, `${text.slice(0, 80)} …`), el('pre', {}, text));

const hasAddress = location.protocol !== 'about:'; // the frame of a notebook has none
function heading(kind, title, under) {
  return el('header', {},
    el('div', { class: 'kind' }, kind, el('span', { class: 'links' }, csvButton(), hasAddress && el('button', { type: 'button', class: 'link', id: 'copy', onclick: copyLink }, 'Copy link'))),
    el('h2', {}, typeof title === 'string' ? breakable(title) : title), under ? el('div', { class: 'under' }, under) : null);
}

const csvButton = () => el('button', { type: 'button', class: 'link', id: 'csv', title: 'Download what is shown', onclick: downloadCsv }, 'CSV');

function copyLink(event) {
  const button = event.currentTarget;
  const done = (text) => { button.textContent = text; };
  if (!navigator.clipboard) { done('Copy it from the address bar'); return; }
  const address = addressOf(state.selection, true); // a label is the shortest name among the datasets of today
  navigator.clipboard.writeText(address).then(() => done('Copied'), () => done('Copy it from the address bar'));
}

function reachFacts(selection, indirect) {
  const reach = reachOf(selection, indirect);
  const text = ({ columns, datasets: count, jobs: through, isHidden }) => {
    if (!count) return isHidden ? 'not known' : 'none';
    if (columns) return `${plural(columns, 'column')} in ${plural(count, 'dataset')}${isHidden ? ' or more' : ''}`;
    return `${plural(count, 'dataset')}${through ? ` through ${plural(through, 'job')}` : ''}`;
  };
  return [['Upstream', text(reach.up)], ['Downstream', text(reach.down)]];
}

function showOverview() {
  const failed = jobs.filter(isFailed);
  const applications = jobs.filter((job) => job.jobType === 'APPLICATION' && job.runs.length);
  const runs = jobs.reduce((sum, job) => sum + (job.jobType === 'VIEW' ? 0 : job.runs.length), 0); // a definition has that of a reader
  const figure = (value, word) => el('div', {}, el('b', {}, value.toLocaleString('en')), el('span', {}, word));
  const ends = (side) => datasets.filter((dataset) => !dataset[side].length && dataset[side === 'producers' ? 'consumers' : 'producers'].length)
    .map((dataset) => datasetRef(dataset.index));
  const sources = ends('producers');
  const results = ends('consumers');
  panel.replaceChildren(...[
    el('header', {}, el('div', { class: 'kind' }, 'Overview', csvButton()), el('h2', {}, document.title.replace(/ · Headwater$/, ''))),
    el('div', { class: 'figures' }, figure(datasets.length, 'datasets'), figure(columnCount, 'columns'),
      figure(edges.length, 'column edges'), figure(jobs.length, 'jobs'), figure(runs, 'runs'), figure(failed.length, 'failed jobs')),
    isLarge ? section(`Groups (${groups.length})`, list(byLabel(groups).map((group) => [reference(group, group.label, '', group.namespace), el('span', { class: 'note' }, ` ${plural(group.datasets.length, 'dataset')}`)]))) : null,
    uncertain.size ? section(`Local, opaque and unknown columns (${uncertain.size.toLocaleString('en')})`, reference({ kind: 'unknown' }, 'Show them')) : null,
    section('Failed jobs', list(failed.map((job) => [jobRef(job.index), el('div', { class: 'note' }, firstLine(job.runs[0].error))]))),
    section('Applications', list(applications.map((job) => [jobRef(job.index), el('div', { class: 'note' }, `${STATUS[job.status] || job.status} · ${moment(job.runs[0].started)} · ${duration(job.runs[0])}`)]))),
    section(`Where data comes from (${sources.length})`, list(sources)),
    section(`Where it ends (${results.length})`, list(results)),
    section('Keys', el('dl', { class: 'keys' }, [['/', 'search'], ['Esc', 'clear the selection'], ['f', 'fit'], ['l', 'columns or datasets'],
      ['i', 'indirect edges'], ...(uncertain.size ? [['u', 'unknown columns']] : []), ...(isLarge ? [] : [['o', 'only related']]), ['↑ ↓', 'move along the columns of a box']]
      .flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]))),
  ].filter(Boolean));
}

const firstLine = (text) => (text.split('\n', 1)[0].length > 180 ? `${text.slice(0, 180)} …` : text.split('\n', 1)[0]);
