// The lines. Between boxes there is one for each dataset a job reads or writes; between columns, one for each
// dependency, which runs through its job.
const MAX_COLUMN_LINES = 1500; // more than this are drawn only for a selection

function curve(points) {
  let d = `M${points[0][0]} ${points[0][1]}`;
  for (let i = 1; i < points.length; i += 1) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    const bend = bx >= ax ? (bx - ax) * 0.5 : -Math.min(120, (ax - bx) * 0.5);
    d += Math.abs(ay - by) < 0.5 ? `L${bx} ${by}` : `C${ax + bend} ${ay} ${bx - bend} ${by} ${bx} ${by}`;
  }
  return d;
}

// A link that was turned round to break a cycle leaves its boxes on the other sides.
function linkPoints(link, startY, endY) {
  const { source, target, reversed, points } = link;
  const start = [reversed ? source.x : source.x + source.w, startY];
  const end = [reversed ? target.x + target.w : target.x, endY];
  return [start, ...points, end];
}

const middle = (node) => node.y + (node.kind === 'job' || node.h === BOX.tall ? node.h : BOX.head) / 2;

function columnY(column) {
  const box = boxOf('dataset', datasetOf(column));
  if (column >= columnCount || !box.rows) return middle(box.node);
  const row = box.rows.get(column);
  return box.node.y + (row ? row.y : box.node.h - BOX.more / 2);
}

function columnLine(edge, lane, lanes) {
  const into = graph.linkOf.get(`dataset:${datasetOf(edge.from)}>job:${edge.job}`);
  const out = graph.linkOf.get(`job:${edge.job}>dataset:${datasetOf(edge.to)}`);
  if (!into || !out) return '';
  const job = into.target;
  const y = job.y + 5 + ((lane + 0.5) / lanes) * (job.h - 10);
  return curve(linkPoints(into, columnY(edge.from), y)) + curve(linkPoints(out, y, columnY(edge.to)));
}

// The lines of one job get lanes in the order in which they end, so that they cross as little as they can.
function columnLines(list) {
  const byJob = new Map();
  list.forEach((edge) => {
    if (!byJob.has(edge.job)) byJob.set(edge.job, []);
    byJob.get(edge.job).push(edge);
  });
  const result = [];
  byJob.forEach((group, job) => {
    if (!boxOf('job', job)) return;
    const shown = group.filter((edge) => boxOf('dataset', datasetOf(edge.from)) && boxOf('dataset', datasetOf(edge.to)));
    const keyed = shown.map((edge) => [columnY(edge.to), columnY(edge.from), edge]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    keyed.forEach(([, , edge], lane) => result.push([edge, columnLine(edge, lane, keyed.length)]));
  });
  return result;
}

function drawBase(level) {
  // among what is near a selection, the selection has the lines of columns
  const direct = level === 'column' && !isLarge ? edges.filter((edge) => edge.direct) : [];
  const byColumn = direct.length > 0 && direct.length <= MAX_COLUMN_LINES;
  const covered = new Set();
  const parts = [];
  if (byColumn) {
    columnLines(direct).forEach(([edge, d]) => {
      parts.push(d);
      covered.add(`dataset:${datasetOf(edge.from)}>job:${edge.job}`).add(`job:${edge.job}>dataset:${datasetOf(edge.to)}`);
    });
  }
  const rest = graph.links.filter((link) => !covered.has(link.key));
  byId('base').replaceChildren(
    path(parts.join(''), 'column-line'),
    path(rest.filter((link) => !link.reversed).map((link) => curve(linkPoints(link, middle(link.source), middle(link.target)))).join(''), 'link'),
    ...rest.filter((link) => link.reversed).map((link) => path(curve(linkPoints(link, middle(link.source), middle(link.target))), 'link back')),
  );
}

function drawTrace(trace, level) {
  const lit = byId('lit');
  if (!trace) { lit.replaceChildren(); return; }
  const lines = [];
  const sideOf = (map, index) => map.get(index);
  const drawn = new Map(); // link key -> class
  const drawLink = (key, name) => { if (!drawn.has(key)) drawn.set(key, name); };
  if (level === 'column') {
    columnLines([...trace.edges.keys()]).forEach(([edge, d]) => {
      const { side, faint } = trace.edges.get(edge);
      if (d) lines.push(path(d, `column-line ${side}${faint ? ' faint' : ''}`));
    });
  } else {
    [...trace.edges].sort((a, b) => a[1].faint - b[1].faint).forEach(([edge, { side, faint }]) => {
      const name = `link ${side}${faint ? ' faint' : ''}`;
      drawLink(`dataset:${datasetOf(edge.from)}>job:${edge.job}`, name);
      drawLink(`job:${edge.job}>dataset:${datasetOf(edge.to)}`, name);
    });
  }
  if (state.selection.kind !== 'column') {
    graph.links.forEach((link) => {
      const maps = { dataset: trace.datasets, job: trace.jobs };
      const ends = [sideOf(maps[link.source.kind], link.source.index), sideOf(maps[link.target.kind], link.target.index)];
      const side = ends.includes('up') && ends[1] !== 'down' && ends[0] !== 'down' ? 'up' : 'down';
      const joined = ends[0] && ends[1] && !(ends.includes('up') && ends.includes('down'));
      const right = side === 'up' ? ends[0] === 'up' : ends[1] === 'down';
      if (joined && right) drawLink(link.key, `link ${level === 'column' ? 'soft ' : ''}${side}`);
    });
  }
  drawn.forEach((name, key) => {
    const link = graph.linkOf.get(key);
    if (link) lines.unshift(path(curve(linkPoints(link, middle(link.source), middle(link.target))), name));
  });
  lit.replaceChildren(...lines);
}
