// Building elements: text is always text, never markup.
function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.entries(properties).forEach(([name, value]) => {
    if (value === undefined || value === null || value === false) return;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else element.setAttribute(name, value === true ? '' : value);
  });
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';
function path(d, className) {
  const element = document.createElementNS(SVG, 'path');
  element.setAttribute('d', d);
  element.setAttribute('class', className);
  return element;
}

// A name that may be broken where its parts meet.
const breakable = (name) => name.split(/(?<=[._/])/).flatMap((part, i) => (i ? [el('wbr'), part] : [part]));
const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const byId = (id) => document.getElementById(id);

const JOB_KINDS = new Map([['SQL_JOB', 'SQL'], ['RDD_JOB', 'RDD']]);
const jobKind = (job) => JOB_KINDS.get(job.jobType) || job.jobType.toLowerCase().replaceAll('_', ' ');
const STATUS = { COMPLETE: 'completed', FAIL: 'failed', ABORT: 'aborted', RUNNING: 'running', DECLARED: 'declared' };

function duration(run) {
  if (run.ended === null || run.ended === run.started) return '–'; // a producer that sends only the end does not tell when it began
  const millis = run.ended - run.started;
  const seconds = Math.round(millis / 1000); // rounded before the unit is chosen: never 1 min 60 s
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 59950) return `${(millis / 1000).toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(millis / 60000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
const moment = (millis) => new Date(millis).toLocaleString([], { dateStyle: 'medium', timeStyle: 'long' });
