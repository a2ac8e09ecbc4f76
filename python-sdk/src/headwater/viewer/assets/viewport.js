// Moving about: drag to pan, wheel to zoom at the pointer, fit, and bringing a box into view.
const READABLE = 0.52; // below this zoom, the names of columns are too small to read
const PAPER = 680; // pixels of a page's width between its margins
const viewport = (() => {
  const view = document.getElementById('view');
  const canvas = document.getElementById('canvas');
  const state = { x: 0, y: 0, k: 1 };
  const limits = [0.04, 2.5];
  let size = { width: 1, height: 1 };
  let isFitted = false; // whether all is shown; then a change of the window keeps it so

  function apply() {
    isFitted = false;
    canvas.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.k})`;
    canvas.style.setProperty('--far-size', `${Math.min(23, 11.5 / state.k)}px`);
    canvas.classList.toggle('far', state.k < READABLE);
    view.style.backgroundPosition = `${state.x}px ${state.y}px`;
  }
  function zoom(factor, px = view.clientWidth / 2, py = view.clientHeight / 2) {
    const k = Math.min(limits[1], Math.max(limits[0], state.k * factor));
    state.x = px - (px - state.x) * (k / state.k);
    state.y = py - (py - state.y) * (k / state.k);
    state.k = k;
    apply();
  }
  function fit(box = { x: 0, y: 0, w: size.width, h: size.height }, largest = 1) {
    const margin = 36;
    const room = [view.clientWidth - 2 * margin, view.clientHeight - 2 * margin];
    state.k = Math.max(limits[0], Math.min(largest, room[0] / Math.max(1, box.w), room[1] / Math.max(1, box.h)));
    state.x = (view.clientWidth - box.w * state.k) / 2 - box.x * state.k;
    state.y = (view.clientHeight - box.h * state.k) / 2 - box.y * state.k;
    apply();
    isFitted = true;
  }
  new ResizeObserver(() => { if (isFitted) fit(); }).observe(view);
  // Leave the picture as it is where the box can be seen and read; otherwise centre it.
  function reveal(box) {
    const [left, top] = [state.x + box.x * state.k, state.y + box.y * state.k];
    const inside = left >= 0 && top >= 0 && left + box.w * state.k <= view.clientWidth
      && top + Math.min(box.h * state.k, 80) <= view.clientHeight;
    if (inside && state.k >= READABLE) return;
    state.k = Math.max(state.k, READABLE * 1.2);
    state.x = view.clientWidth / 2 - (box.x + box.w / 2) * state.k;
    state.y = view.clientHeight / 2 - (box.y + Math.min(box.h, view.clientHeight / state.k) / 2) * state.k;
    apply();
  }
  // Keep a box where it is on the screen while everything else is laid out again.
  function hold(before, after) {
    state.x += (before.x - after.x) * state.k;
    state.y += (before.y - after.y) * state.k;
    apply();
  }

  let drag = null;
  view.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target.closest('.zoom, .legend')) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  view.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    if (!drag.moved) { drag.moved = true; view.setPointerCapture(drag.id); view.classList.add('dragging'); }
    state.x += dx; state.y += dy;
    Object.assign(drag, { x: event.clientX, y: event.clientY });
    apply();
  });
  const release = () => { drag = null; view.classList.remove('dragging'); };
  view.addEventListener('pointerup', (event) => {
    // A drag that ends on a box is no click on it.
    if (drag && drag.moved) view.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(release, 0);
    event.stopPropagation();
  });
  view.addEventListener('pointercancel', release);
  view.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = view.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 18 : 1;
    zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  // The browser scrolls to what gets the focus; this picture moves by itself.
  view.addEventListener('scroll', () => { view.scrollLeft = 0; view.scrollTop = 0; });
  byId('zoom-in').addEventListener('click', () => zoom(1.3));
  byId('zoom-out').addEventListener('click', () => zoom(1 / 1.3));
  byId('fit').addEventListener('click', () => fit());
  // On paper, the picture is as wide as the page.
  window.addEventListener('beforeprint', () => {
    const [width, height] = [view.clientWidth, view.clientHeight];
    Object.entries({ width: `${width}px`, height: `${height}px`, zoom: Math.min(1, PAPER / width) })
      .forEach(([name, value]) => view.style.setProperty(`--print-${name}`, value));
  });
  const scaleFor = ({ width, height }) => Math.min(view.clientWidth / Math.max(1, width), view.clientHeight / Math.max(1, height));
  const aspect = () => view.clientWidth / Math.max(1, view.clientHeight);
  return { fit, reveal, hold, zoom, scaleFor, aspect, resize: (width, height) => { size = { width, height }; }, state };
})();
