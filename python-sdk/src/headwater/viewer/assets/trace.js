// What a selection depends on, and what depends on it: through any number of jobs, column by column.
function walkColumns(seeds, upstream, indirect) {
  const seen = new Set(seeds);
  const used = new Set();
  const stack = [...seen];
  const step = (edge) => {
    if (!indirect && !edge.direct) return;
    used.add(edge);
    const next = upstream ? edge.from : edge.to;
    if (!seen.has(next)) { seen.add(next); stack.push(next); }
  };
  while (stack.length) {
    const node = stack.pop();
    (upstream ? incoming : outgoing)[node].forEach(step);
    if (!indirect) continue;
    const dataset = datasets[datasetOf(node)];
    const whole = wholeOf(dataset.index);
    if (upstream && node < columnCount && !seen.has(whole)) { seen.add(whole); stack.push(whole); }
    if (!upstream && node === whole) {
      dataset.columns.forEach((_, i) => {
        if (!seen.has(dataset.base + i)) { seen.add(dataset.base + i); stack.push(dataset.base + i); }
      });
    }
  }
  return { seen, used };
}

function walkDatasets(datasetSeeds, jobSeeds, upstream) {
  const found = { datasets: new Set(datasetSeeds), jobs: new Set(jobSeeds) };
  const stack = [...datasetSeeds.map((index) => ['datasets', index]), ...jobSeeds.map((index) => ['jobs', index])];
  while (stack.length) {
    const [kind, index] = stack.pop();
    const other = kind === 'datasets' ? 'jobs' : 'datasets';
    const next = kind === 'datasets'
      ? (upstream ? datasets[index].producers : datasets[index].consumers)
      : (upstream ? jobs[index].inputs : jobs[index].outputs);
    next.forEach((neighbour) => {
      if (!found[other].has(neighbour)) { found[other].add(neighbour); stack.push([other, neighbour]); }
    });
  }
  return found;
}

// A trace says for each column, dataset and job whether it is 'self', 'up' or 'down', and which edges connect them.
function traceSelection(selection, indirect) {
  const trace = { columns: new Map(), faint: new Set(), datasets: new Map(), jobs: new Map(), edges: new Map() };
  const mark = (map, key, side) => { if (!map.has(key)) map.set(key, side); };
  const columnsOf = (dataset) => dataset.columns.map((_, i) => dataset.base + i);
  let upSeeds = [];
  let downSeeds = [];
  if (selection.kind === 'column') {
    upSeeds = downSeeds = [selection.column];
    trace.columns.set(selection.column, 'self');
    trace.datasets.set(owner[selection.column], 'self');
  } else if (selection.kind === 'dataset') {
    upSeeds = downSeeds = columnsOf(datasets[selection.index]);
    trace.datasets.set(selection.index, 'self');
  } else {
    const own = edges.filter((edge) => edge.job === selection.index && (edge.direct || indirect));
    upSeeds = own.map((edge) => edge.from);
    downSeeds = own.map((edge) => edge.to);
    upSeeds.forEach((column) => mark(trace.columns, column, 'up'));
    downSeeds.forEach((column) => column < columnCount && mark(trace.columns, column, 'down'));
    own.forEach((edge) => trace.edges.set(edge, { side: 'self', faint: !edge.direct }));
    trace.jobs.set(selection.index, 'self');
  }
  [[true, 'up', upSeeds], [false, 'down', downSeeds]].forEach(([upstream, side, seeds]) => {
    const strong = walkColumns(seeds, upstream, false);
    const all = indirect ? walkColumns(seeds, upstream, true) : strong;
    all.seen.forEach((column) => {
      if (column >= columnCount) return;
      if (!strong.seen.has(column) && !trace.columns.has(column)) trace.faint.add(column);
      if (selection.kind === 'dataset' && owner[column] === selection.index && !trace.columns.has(column)) return;
      mark(trace.columns, column, side);
      if (selection.kind === 'column') mark(trace.datasets, owner[column], side);
    });
    all.used.forEach((edge) => {
      mark(trace.edges, edge, { side, faint: !strong.used.has(edge) });
      if (selection.kind !== 'column') return;
      mark(trace.jobs, edge.job, side);
      mark(trace.datasets, datasetOf(edge.to), side);
    });
    if (selection.kind === 'column') return;
    const coarse = selection.kind === 'dataset'
      ? walkDatasets([selection.index], [], upstream) : walkDatasets([], [selection.index], upstream);
    coarse.datasets.forEach((index) => mark(trace.datasets, index, side));
    coarse.jobs.forEach((index) => mark(trace.jobs, index, side));
  });
  return trace;
}
