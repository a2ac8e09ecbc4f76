// The layered layout, part two: coordinates, and one picture of all connected parts.
const GAP = { node: 18, stop: 8, part: 56, wide: { layer: 60, crowd: 60 }, dense: { layer: 42, crowd: 36 } };

// The places nearest to the wishes that keep the order and the distances (pool adjacent violators).
function settle(layer, items, wish, centre) {
  const offsets = [];
  layer.forEach((item, i) => {
    const above = layer[i - 1];
    const gap = i && (items[item].node < 0 || items[above].node < 0) ? GAP.stop : GAP.node;
    offsets.push(i ? offsets[i - 1] + (items[above].h + items[item].h) / 2 + gap : 0);
  });
  const blocks = [];
  layer.forEach((item, i) => {
    blocks.push({ sum: wish(item) - offsets[i], size: 1 });
    for (let last = blocks.length - 1; last > 0; last -= 1) {
      const [a, b] = [blocks[last - 1], blocks[last]];
      if (a.sum / a.size <= b.sum / b.size) break;
      blocks.splice(last - 1, 2, { sum: a.sum + b.sum, size: a.size + b.size });
    }
  });
  let i = 0;
  blocks.forEach((block) => {
    for (let n = 0; n < block.size; n += 1, i += 1) centre[layer[i]] = block.sum / block.size + offsets[i];
  });
}

function place(items, layers) {
  const centre = new Float64Array(items.length);
  layers.forEach((layer) => settle(layer, items, () => 0, centre));
  const mean = (near, fallback) => (near.length ? near.reduce((sum, to) => sum + centre[to], 0) / near.length : fallback);
  for (let sweep = 0; sweep < 12; sweep += 1) {
    const last = sweep > 9;
    const side = sweep % 2 ? 'down' : 'up';
    (sweep % 2 ? [...layers].reverse() : layers).forEach((layer) => settle(layer, items, (item) => {
      const { up, down } = items[item];
      return last ? mean([...up, ...down], centre[item]) : mean(items[item][side], centre[item]);
    }, centre));
  }
  return centre;
}

function layoutPart(nodes, links, gap) {
  const layer = assignLayers(nodes, links);
  const items = addStops(nodes, links, layer);
  const layers = orderLayers(items);
  const centre = place(items, layers);
  const left = [];
  let x = 0;
  layers.forEach((members, i) => {
    left.push(x);
    const width = Math.max(0, ...members.map((item) => (items[item].node < 0 ? 0 : nodes[items[item].node].w)));
    const crowd = members.reduce((sum, item) => sum + items[item].down.length, 0);
    members.width = width;
    x += width + (i < layers.length - 1 ? gap.layer + Math.min(gap.crowd, crowd) : 0);
  });
  const top = items.reduce((least, item, i) => Math.min(least, centre[i] - item.h / 2), Infinity);
  const bottom = items.reduce((most, item, i) => Math.max(most, centre[i] + item.h / 2), -Infinity);
  nodes.forEach((node, i) => {
    node.x = left[layer[i]] + (layers[layer[i]].width - node.w) / 2;
    node.y = centre[i] - node.h / 2 - top;
  });
  links.forEach((link) => {
    link.points = link.stops.flatMap((stop) => {
      const [start, y] = [left[items[stop].layer], centre[stop] - top];
      return [[start, y], [start + layers[items[stop].layer].width, y]];
    });
    if (link.reversed) link.points.reverse();
  });
  return { nodes, links, w: x, h: bottom - top };
}

function connectedParts(nodes, links) {
  const root = nodes.map((_, i) => i);
  const find = (i) => { while (root[i] !== i) { root[i] = root[root[i]]; i = root[i]; } return i; };
  links.forEach((link) => { root[find(link.from)] = find(link.to); });
  const parts = new Map();
  const local = nodes.map((node, i) => {
    const key = find(i);
    if (!parts.has(key)) parts.set(key, { nodes: [], links: [] });
    return parts.get(key).nodes.push(node) - 1;
  });
  links.forEach((link) => {
    const part = parts.get(find(link.from));
    part.links.push(Object.assign(link, { from: local[link.from], to: local[link.to] }));
  });
  return [...parts.values()];
}

// Sets x and y of every node and the points of every link; links name nodes by position. Returns the size of the whole.
function layoutGraph(nodes, links, gap) {
  const parts = connectedParts(nodes, links).map((part) => layoutPart(part.nodes, part.links, gap));
  parts.sort((a, b) => b.w * b.h - a.w * a.h);
  const area = parts.reduce((sum, part) => sum + (part.w + GAP.part) * (part.h + GAP.part), 0);
  const limit = Math.max(Math.sqrt(area) * 1.5, ...parts.map((part) => part.w));
  let [x, y, shelf, width] = [0, 0, 0, 0];
  parts.forEach((part) => {
    if (x > 0 && x + part.w > limit) { x = 0; y += shelf + GAP.part; shelf = 0; }
    part.nodes.forEach((node) => { node.x += x; node.y += y; });
    part.links.forEach((link) => { link.points = link.points.map(([px, py]) => [px + x, py + y]); });
    x += part.w + GAP.part;
    shelf = Math.max(shelf, part.h);
    width = Math.max(width, x - GAP.part);
  });
  return { width, height: y + shelf };
}
