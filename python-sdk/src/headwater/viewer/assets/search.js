// The search box: datasets, columns and jobs, found as you type.
const search = (() => {
  const input = byId('search');
  const results = byId('results');
  // made by the first search: a large page has many of them
  const allEntries = () => [
    ...datasets.map((dataset) => ({ kind: 'dataset', label: dataset.label, under: `${dataset.namespace} ${dataset.name}`, more: dataset.aliases.join(' '), target: { kind: 'dataset', index: dataset.index } })),
    ...jobs.map((job) => ({ kind: 'job', label: job.label, under: job.name, more: '', target: { kind: 'job', index: job.index }, failed: isFailed(job) })),
    ...datasets.flatMap((dataset) => dataset.columns.map((column, i) => ({
      kind: 'column', label: column.name, under: dataset.label, more: column.description, target: { kind: 'column', column: dataset.base + i },
    }))),
  ].map((entry) => Object.assign(entry, {
    key: entry.label.toLowerCase(),
    text: `${entry.kind === 'column' ? `${entry.under}.${entry.label} ` : ''}${entry.label} ${entry.under} ${entry.more}`.toLowerCase(),
  }));
  let entries = null;
  let found = [];
  let current = -1;

  function rank(entry, words) {
    let score = { dataset: 0, column: 1, job: 2 }[entry.kind];
    for (const word of words) {
      if (!entry.text.includes(word)) return Infinity;
      const at = entry.key.indexOf(word);
      if (entry.key === word) score -= 20;
      else if (at === 0 || (at > 0 && /[^a-z0-9]/.test(entry.key[at - 1]))) score += 1;
      else score += at > 0 ? 4 : 12;
    }
    return score * 100 + entry.key.length;
  }

  function update() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    entries ||= allEntries();
    const ranked = words.length ? entries.map((entry) => [rank(entry, words), entry]).filter(([score]) => score < Infinity) : [];
    ranked.sort((a, b) => a[0] - b[0]);
    found = ranked.slice(0, 40).map(([, entry]) => entry);
    results.replaceChildren(...found.map((entry, i) => el('li', { role: 'option', id: `result-${i}`, 'data-result': i, 'aria-selected': 'false', class: entry.failed ? 'bad' : '' },
      el('span', { class: `tag ${entry.kind}` }, entry.kind), el('span', { class: entry.kind === 'column' ? 'label mono' : 'label' }, entry.label), el('span', { class: 'under' }, entry.under))));
    if (words.length) results.append(el('li', { class: 'count', role: 'presentation' }, ranked.length > found.length ? `${found.length} of ${ranked.length.toLocaleString('en')}` : ranked.length ? plural(ranked.length, 'result') : 'Nothing found'));
    open(words.length > 0);
    point(found.length ? 0 : -1);
  }
  function open(yes) {
    results.hidden = !yes;
    input.setAttribute('aria-expanded', String(yes));
  }
  function point(to) {
    current = to;
    found.forEach((_, i) => byId(`result-${i}`).setAttribute('aria-selected', String(i === to)));
    if (to < 0) { input.removeAttribute('aria-activedescendant'); return; }
    input.setAttribute('aria-activedescendant', `result-${to}`);
    byId(`result-${to}`).scrollIntoView({ block: 'nearest' });
  }
  function choose(i) {
    if (!found[i]) return;
    open(false);
    panel.focus();
    select(found[i].target, { reveal: true });
  }
  input.addEventListener('input', update);
  input.addEventListener('focus', () => { input.select(); if (input.value) update(); });
  input.addEventListener('blur', () => open(false));
  results.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const item = event.target.closest('[data-result]');
    if (item) choose(Number(item.dataset.result));
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) point((current + step + found.length) % found.length);
    else if (event.key === 'Enter') choose(current);
    else if (event.key === 'Escape') { input.value = ''; open(false); input.blur(); } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { focus: () => input.focus() };
})();
