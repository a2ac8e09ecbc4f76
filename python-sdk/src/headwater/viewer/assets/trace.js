// What a selection depends on, and what depends on it: through any number of jobs, column by column.

// The columns that are reached in at most `depth` jobs. `onEdge` is called for each dependency on the way.
function walkColumns(seeds, upstream, { indirect, depth = Infinity, onEdge = () => {} }) {
  const known = new Uint8Array(columnCount + datasets.length); // 1: reached, but its parts tell what follows; 2: followed
  const reached = [];
  const add = (node, to, byParts = false) => {
    if (!known[node]) reached.push(node);
    if (!known[node] && byParts) known[node] = 1;
    else if (known[node] < 2 && !byParts) { known[node] = 2; to.push(node); }
  };
  let frontier = [];
  seeds.forEach((node) => add(node, frontier));
  for (let jobsPassed = 0; frontier.length && jobsPassed <= depth; jobsPassed += 1) {
    const next = [];
    while (frontier.length) {
      const node = frontier.pop();
      const whole = wholeOf(datasetOf(node));
      // a column depends on what decides about all rows of its dataset
      if (indirect && upstream && node < columnCount) add(whole, frontier);
      if (indirect && !upstream && node === whole) datasets[datasetOf(node)].columns.forEach((_, i) => add(datasets[datasetOf(node)].base + i, frontier));
      if (jobsPassed === depth) continue;
      stepsOf(node, upstream).forEach(([edge, other]) => {
        if (!indirect && !edge.direct) return;
        onEdge(edge);
        add(other, next, edge.byParts && !upstream);
      });
    }
    frontier = next;
  }
  return { known, reached };
}

function walkDatasets(datasetSeeds, jobSeeds, upstream, depth = Infinity) {
  const found = { datasets: new Set(datasetSeeds), jobs: new Set(jobSeeds) };
  const entered = new Set();
  const enter = (flow, next) => {
    if (entered.has(flow)) return;
    entered.add(flow);
    (upstream ? flow.inputs : flow.outputs).forEach((dataset) => {
      if (!found.datasets.has(dataset)) { found.datasets.add(dataset); next.push(dataset); }
    });
  };
  let frontier = [...datasetSeeds];
  jobSeeds.forEach((job) => jobs[job].flows.forEach((flow) => enter(flow, frontier)));
  for (let jobsPassed = jobSeeds.length ? 1 : 0; frontier.length && jobsPassed < depth; jobsPassed += 1) {
    const next = [];
    frontier.forEach((dataset) => (upstream ? datasets[dataset].flowsIn : datasets[dataset].flowsOut).forEach((flow) => {
      found.jobs.add(flow.job);
      enter(flow, next);
    }));
    frontier = next;
  }
  return found;
}

const SIDES = [[true, 'up'], [false, 'down']];

function seedsOf(selection, indirect) {
  if (selection.kind === 'column') return { own: [], up: [selection.column], down: [selection.column] };
  if (selection.kind === 'dataset') {
    const all = datasets[selection.index].columns.map((_, i) => datasets[selection.index].base + i);
    return { own: [], up: all, down: all };
  }
  const own = edges.filter((edge) => edge.job === selection.index && (edge.direct || indirect));
  return { own, up: own.map((edge) => edge.from), down: own.map((edge) => edge.to) };
}

// A trace says for each column, dataset and job whether it is 'self', 'up' or 'down', and which edges connect them.
// `limits` has the sides and the number of jobs to follow.
function traceSelection(selection, indirect, limits = { sides: 'both', depth: Infinity }) {
  const trace = { columns: new Map(), faint: new Set(), datasets: new Map(), jobs: new Map(), edges: new Map(), hidden: 0 };
  if (selection.kind === 'unknown') { markUncertain(trace); return trace; }
  const mark = (map, key, side) => { if (!map.has(key)) map.set(key, side); };
  const seeds = seedsOf(selection, indirect);
  const directSeeds = selection.kind === 'job' ? seedsOf(selection, false) : seeds; // of a job's edges some are indirect
  const wanted = SIDES.filter(([, side]) => limits.sides === 'both' || limits.sides === side);
  if (selection.kind === 'column') {
    trace.columns.set(selection.column, 'self');
    trace.datasets.set(owner[selection.column], 'self');
  } else if (selection.kind === 'dataset') trace.datasets.set(selection.index, 'self');
  else {
    seeds.up.forEach((column) => mark(trace.columns, column, 'up'));
    seeds.down.forEach((column) => column < columnCount && mark(trace.columns, column, 'down'));
    seeds.own.forEach((edge) => trace.edges.set(edge, { side: 'self', faint: !edge.direct }));
    trace.jobs.set(selection.index, 'self');
  }
  // the edges of a job are its first step already
  const depth = selection.kind === 'job' ? limits.depth - 1 : limits.depth;
  wanted.forEach(([upstream, side]) => {
    const used = new Set();
    const strongUsed = new Set();
    const strong = walkColumns(directSeeds[side], upstream, { indirect: false, depth, onEdge: (edge) => strongUsed.add(edge) });
    const all = indirect ? walkColumns(seeds[side], upstream, { indirect: true, depth, onEdge: (edge) => used.add(edge) }) : strong;
    all.reached.forEach((column) => {
      if (column >= columnCount) return;
      const isNew = !trace.columns.has(column) || (selection.kind === 'job' && trace.columns.get(column) === side);
      if (!strong.known[column] && isNew) trace.faint.add(column);
      if (selection.kind === 'dataset' && owner[column] === selection.index && !trace.columns.has(column)) return;
      mark(trace.columns, column, side);
      if (selection.kind === 'column') mark(trace.datasets, owner[column], side);
    });
    (indirect ? used : strongUsed).forEach((edge) => {
      mark(trace.edges, edge, { side, faint: !strongUsed.has(edge) });
      if (selection.kind !== 'column') return;
      mark(trace.jobs, edge.job, side);
      mark(trace.datasets, datasetOf(edge.to), side);
    });
    if (selection.kind === 'column') return;
    const coarse = selection.kind === 'dataset'
      ? walkDatasets([selection.index], [], upstream, limits.depth) : walkDatasets([], [selection.index], upstream, limits.depth);
    coarse.datasets.forEach((index) => mark(trace.datasets, index, side));
    coarse.jobs.forEach((index) => mark(trace.jobs, index, side));
  });
  return trace;
}

// The trace of a page with many datasets: as deep as wished, as long as the boxes can be shown.
function traceNear(selection, indirect, limits) {
  let { depth } = limits;
  let trace = traceSelection(selection, indirect, limits);
  const size = () => trace.datasets.size + trace.jobs.size;
  while (size() > MOST_NEAR && depth > 1) {
    depth = depth === Infinity ? 16 : depth > 6 ? Math.floor(depth / 2) : depth - 1;
    trace = traceSelection(selection, indirect, { ...limits, depth });
  }
  trace.depth = depth;
  if (size() > MOST_NEAR) keepFirst(trace);
  return trace;
}

function keepFirst(trace) {
  [['jobs', MOST_NEAR / 2], ['datasets', MOST_NEAR / 2]].forEach(([kind, most]) => {
    [...trace[kind].keys()].slice(most).forEach((key) => { trace[kind].delete(key); trace.hidden += 1; });
  });
}

// How much a selection reaches in all, whatever is shown: { up: { columns, datasets, jobs, isHidden }, down: … };
// `isHidden`: a job whose events name no columns reads or writes one of the datasets.
function reachOf(selection, indirect) {
  const result = {};
  SIDES.forEach(([upstream, side]) => {
    if (selection.kind === 'column') {
      const { reached } = walkColumns([selection.column], upstream, { indirect });
      const others = reached.filter((column) => column < columnCount && column !== selection.column);
      const among = new Set(others.map((column) => owner[column]));
      const isHidden = [owner[selection.column], ...among].some((dataset) => behindJobs(datasets[dataset], upstream).length);
      result[side] = { columns: others.length, datasets: among.size, jobs: 0, isHidden };
    } else {
      const found = selection.kind === 'dataset' ? walkDatasets([selection.index], [], upstream) : walkDatasets([], [selection.index], upstream);
      result[side] = { columns: 0, datasets: found.datasets.size - (selection.kind === 'dataset' ? 1 : 0), jobs: found.jobs.size - (selection.kind === 'job' ? 1 : 0) };
    }
  });
  return result;
}
