// Lays out one graph with one layout, and prints CPU time, crossings and length. usage: node layout.mjs ASSETS MODULES NAME < graph.json
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [assets, modules, name] = process.argv.slice(2);
const { nodes, links } = JSON.parse(readFileSync(0, 'utf8'));
const require = createRequire(`${modules}/`);

// The points of a link: where it leaves the right side, its bends, where it reaches the left side.
const side = (node, right) => [node.x + (right ? node.w : 0), node.y + node.h / 2];

const layouts = {
  own: () => {
    const source = ['layers.js', 'layout.js'].map((file) => readFileSync(`${assets}/${file}`, 'utf8')).join('\n');
    new Function('nodes', 'links', `${source}\nlayoutGraph(nodes, links, GAP.wide);`)(nodes, links);
    return links.map((link) => [side(nodes[link.source], !link.reversed), ...link.points, side(nodes[link.target], link.reversed)]);
  },
  dagre: () => {
    const dagre = require('@dagrejs/dagre');
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 60 });
    graph.setDefaultEdgeLabel(() => ({}));
    nodes.forEach((node, i) => graph.setNode(String(i), { width: node.w, height: node.h }));
    links.forEach((link, i) => graph.setEdge(String(link.source), String(link.target), {}, String(i)));
    dagre.layout(graph);
    return links.map((link, i) => graph.edge(String(link.source), String(link.target), String(i)).points.map(({ x, y }) => [x, y]));
  },
  elkjs: async () => {
    const Elk = require('elkjs/lib/elk.bundled.js');
    const found = await new Elk().layout({
      id: 'root',
      layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT', 'elk.edgeRouting': 'POLYLINE', 'elk.spacing.nodeNode': '18', 'elk.layered.spacing.nodeNodeBetweenLayers': '60' },
      children: nodes.map((node, i) => ({ id: `n${i}`, width: node.w, height: node.h })),
      edges: links.map((link, i) => ({ id: `e${i}`, sources: [`n${link.source}`], targets: [`n${link.target}`] })),
    });
    return found.edges.map(({ sections: [part] }) => [part.startPoint, ...(part.bendPoints || []), part.endPoint].map(({ x, y }) => [x, y]));
  },
};

const WIDTH = 100; // of a strip in which segments are compared

// Pairs of links that cross, without those that have a box in common.
function crossings(paths) {
  const strips = new Map();
  paths.forEach((points, link) => points.slice(1).forEach((end, i) => {
    const [a, b] = points[i][0] <= end[0] ? [points[i], end] : [end, points[i]];
    for (let strip = Math.floor(a[0] / WIDTH); strip <= Math.floor(b[0] / WIDTH); strip += 1) {
      if (!strips.has(strip)) strips.set(strip, []);
      strips.get(strip).push([a[0], a[1], b[0], b[1], link]);
    }
  }));
  const found = new Set();
  strips.forEach((segments) => {
    for (let i = 0; i < segments.length; i += 1) {
      const [ax, ay, bx, by, one] = segments[i];
      for (let j = 0; j < i; j += 1) {
        const [cx, cy, dx, dy, other] = segments[j];
        const [p, q] = [links[one], links[other]];
        if (p.source === q.source || p.target === q.target || p.source === q.target || p.target === q.source) continue;
        const side1 = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        const side2 = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
        const side3 = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
        const side4 = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
        if (side1 * side2 < 0 && side3 * side4 < 0) found.add(one * links.length + other);
      }
    }
  });
  return found.size;
}

links.forEach((link) => { link.source = link.from; link.target = link.to; });
const before = process.cpuUsage();
const paths = await layouts[name]();
const { user, system } = process.cpuUsage(before);
const length = paths.reduce((sum, points) => points.slice(1).reduce((all, [x, y], i) => all + Math.hypot(x - points[i][0], y - points[i][1]), sum), 0);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, crossings: crossings(paths), length }));
