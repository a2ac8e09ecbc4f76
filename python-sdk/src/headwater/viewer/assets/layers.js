// The layered layout, part one: which layer a node is in, and the order inside each layer.

// Follow links depth first; one that leads back to a node still being followed is turned round.
function breakCycles(count, links) {
  const out = Array.from({ length: count }, () => []);
  const inDegree = new Int32Array(count);
  links.forEach((link, i) => { out[link.from].push(i); inDegree[link.to] += 1; });
  const state = new Uint8Array(count);
  const order = [];
  const visit = (root) => {
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      const link = links[out[top[0]][top[1]]];
      if (!link) { state[top[0]] = 2; order.push(top[0]); stack.pop(); continue; }
      top[1] += 1;
      if (state[link.to] === 1) link.reversed = true;
      else if (!state[link.to]) { state[link.to] = 1; stack.push([link.to, 0]); }
    }
  };
  for (let node = 0; node < count; node += 1) if (!inDegree[node]) visit(node);
  for (let node = 0; node < count; node += 1) if (!state[node]) visit(node);
  return order.reverse();
}

// Longest path from the left; then a node without a source moves right, next to the first that reads it.
function assignLayers(nodes, links) {
  const order = breakCycles(nodes.length, links);
  links.forEach((link) => { link.a = link.reversed ? link.to : link.from; link.b = link.reversed ? link.from : link.to; });
  const next = nodes.map(() => []);
  const indegree = new Int32Array(nodes.length);
  links.forEach((link) => { next[link.a].push(link.b); indegree[link.b] += 1; });
  const layer = nodes.map((node) => (node.kind === 'job' ? 1 : 0));
  order.forEach((node) => next[node].forEach((to) => { layer[to] = Math.max(layer[to], layer[node] + 1); }));
  order.forEach((node) => {
    if (!indegree[node] && next[node].length) layer[node] = Math.min(...next[node].map((to) => layer[to])) - 1;
  });
  const first = layer.reduce((least, value) => Math.min(least, value), Infinity);
  return layer.map((value) => value - first);
}

// Long links get a stop in every layer they cross; all long links of one node share their stops.
function addStops(nodes, links, layer) {
  const items = nodes.map((node, i) => ({ node: i, layer: layer[i], h: node.h, down: [], up: [] }));
  const stops = new Map();
  const joined = new Set();
  const join = (a, b) => {
    const key = a * 1e6 + b;
    if (joined.has(key)) return;
    joined.add(key);
    items[a].down.push(b);
    items[b].up.push(a);
  };
  links.forEach((link) => {
    let previous = link.a;
    link.stops = [];
    for (let at = layer[link.a] + 1; at < layer[link.b]; at += 1) {
      const key = `${link.a}:${at}`;
      if (!stops.has(key)) stops.set(key, items.push({ node: -1, layer: at, h: 2, down: [], up: [] }) - 1);
      join(previous, stops.get(key));
      previous = stops.get(key);
      link.stops.push(previous);
    }
    join(previous, link.b);
  });
  return items;
}

function countCrossings(layers, items, position) {
  let total = 0;
  layers.slice(1).forEach((right, i) => {
    const tree = new Int32Array(right.length + 1);
    let placed = 0;
    layers[i].forEach((item) => {
      const targets = items[item].down.map((to) => position[to]);
      targets.forEach((to) => {
        let before = 0;
        for (let at = to + 1; at > 0; at -= at & -at) before += tree[at];
        total += placed - before;
      });
      targets.forEach((to) => {
        placed += 1;
        for (let at = to + 1; at <= right.length; at += at & -at) tree[at] += 1;
      });
    });
  });
  return total;
}

// Sort each layer by where its neighbours are, to and fro, and keep the order with the fewest crossings.
function orderLayers(items) {
  const layers = Array.from({ length: items.reduce((last, item) => Math.max(last, item.layer), 0) + 1 }, () => []);
  items.forEach((item, i) => layers[item.layer].push(i));
  const position = new Int32Array(items.length);
  const number = (layer) => layer.forEach((item, i) => { position[item] = i; });
  layers.forEach(number);
  let best = layers.map((layer) => [...layer]);
  let fewest = countCrossings(layers, items, position);
  for (let sweep = 0; sweep < 16 && fewest > 0; sweep += 1) {
    const side = sweep % 2 ? 'down' : 'up';
    (sweep % 2 ? [...layers].reverse() : layers).forEach((layer) => {
      const wish = new Map(layer.map((item) => {
        const near = items[item][side];
        return [item, near.length ? near.reduce((sum, to) => sum + position[to], 0) / near.length : position[item]];
      }));
      layer.sort((a, b) => wish.get(a) - wish.get(b) || position[a] - position[b]);
      number(layer);
    });
    const crossings = countCrossings(layers, items, position);
    if (crossings < fewest) { fewest = crossings; best = layers.map((layer) => [...layer]); }
  }
  return best;
}
