'use strict';
const SVG = 'http://www.w3.org/2000/svg';
const DASHES = ['', '8 3', '2 3', '8 3 2 3', '12 4', '4 2', '1 3'];
const color = i => `var(--c${i % 7})`;
// Colour alone does not have to tell lines apart, and after seven colours the dashes differ.
const dash = i => DASHES[(i + Math.floor(i / 7)) % DASHES.length];

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function svg(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function sample(i) {
  const node = svg('svg', {width: 30, height: 10, viewBox: '0 0 30 10', 'aria-hidden': 'true'});
  node.append(svg('line', {x1: 1, x2: 29, y1: 5, y2: 5, stroke: color(i), 'stroke-width': 3, 'stroke-dasharray': dash(i)}));
  return node;
}

const legend = names => el('div', {class: 'legend'}, ...names.map((name, i) => el('span', {}, sample(i), name)));

// As Figures.index: rounded away from 1, so that what is not 1 never reads as 1.
const index = value => ((value > 1 ? Math.ceil(value * 1e4 - 1e-6) : Math.floor(value * 1e4 + 1e-6)) / 1e4).toFixed(4);
const trim = value => String(Number(value.toPrecision(4)));
const count = value => {
  if (value === 0) return '0';
  if (Math.abs(value) >= 1e6) return trim(value / 1e6) + ' M';
  return Math.abs(value) >= 1e3 ? trim(value / 1e3) + ' k' : trim(value);
};
const signed = value => value > 0 ? '+' + trim(value) : value < 0 ? '\u2212' + trim(-value) : '0';

/* Scales: at(value) in [0, 1], ticks. */
function linear(low, high, wanted = 6) {
  if (high <= low) high = low + 1;
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(s => s * power >= rough * 0.999);
  const from = Math.floor(low / step + 1e-9) * step, to = Math.ceil(high / step - 1e-9) * step;
  const ticks = [];
  for (let k = 0; from + k * step <= to + step / 2; k++) ticks.push(Number((from + k * step).toPrecision(12)));
  return {at: v => (v - from) / (to - from), ticks};
}

function logarithmic(low, high) {
  let from = Math.floor(Math.log10(low) + 1e-9), to = Math.ceil(Math.log10(high) - 1e-9);
  if (to <= from) to = from + 1;
  const ticks = [];
  for (let p = from; p <= to; p++) ticks.push(10 ** p);
  return {at: v => (Math.log10(v) - from) / (to - from), ticks};
}

/* Linear within one unit of 0, logarithmic beyond. */
function symmetric(low, high) {
  const bend = v => Math.sign(v) * (Math.abs(v) <= 1 ? Math.abs(v) : 1 + Math.log10(Math.abs(v)));
  const decades = v => Math.max(1, Math.ceil(bend(Math.max(v, 1)) - 1e-9));
  const left = decades(-low), right = decades(high);
  const ticks = [];
  for (let d = left; d >= 1; d--) ticks.push(-(10 ** (d - 1)));
  ticks.push(0);
  for (let d = 1; d <= right; d++) ticks.push(10 ** (d - 1));
  return {at: v => (bend(v) + left) / (left + right), ticks};
}

/* Percentiles by how few requests are beyond them: 90, 99, 99.9 at equal distances. */
function percentiles(top) {
  const decades = Math.max(1, Math.ceil(-Math.log10(1 - top / 100) - 1e-9));
  const ticks = [0];
  for (let d = 1; d <= decades; d++) ticks.push(Number((100 - 10 ** (2 - d)).toFixed(6)));
  return {at: p => Math.min(1, -Math.log10(Math.max(1 - p / 100, 1e-12)) / decades), ticks};
}

/* Draws a picture as wide as it is shown, between the bounds, and again when that changes: so letters keep their size
   on a narrow page. draw(width) returns the height. */
function fitting(root, least, most, draw) {
  let drawn = 0;
  const fit = shown => {
    const width = Math.round(Math.min(most, Math.max(least, shown)));
    if (width === drawn) return;
    drawn = width;
    root.replaceChildren();
    const height = draw(width);
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  };
  fit(most);
  new ResizeObserver(entries => { if (entries[0].contentRect.width > 0) fit(entries[0].contentRect.width); }).observe(root);
  return root;
}

/* Which labels of an axis have room, those near 0 first. */
function withRoom(ticks, format, px) {
  const taken = [], shown = new Set();
  for (const tick of [...ticks].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const half = format(tick).length * 3.7 + 5, from = px(tick) - half, to = px(tick) + half;
    if (taken.some(other => from < other.to && other.from < to)) continue;
    taken.push({from, to});
    shown.add(tick);
  }
  return shown;
}

/* The text in lines of at most so many letters; a longer word stays whole. */
function wrapped(text, most) {
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= most) lines[last] += ' ' + word;
    else lines.push(word);
  }
  return lines;
}

/* options: x, y: scale with label and format; series: [[x, y], ...] each; steps; zero; width; height; summary;
   marks: [{at, text}], vertical lines; pick: is called with the numbers of the series and of the point that is clicked;
   picked: a point [x, y] of each series to be marked, or null;
   dots: [{x, y, hue, title, open, click}], points of their own; open ones are circles;
   spreads: [{x, low, high, hue}], how far the values behind a point lie apart. */
function lineChart(options) {
  const root = svg('svg', {class: 'chart', role: 'img', 'aria-label': options.summary});
  if (options.pick) root.classList.add('pickable');
  const most = options.width || 1176;
  return fitting(root, Math.min(most, 320), most, width => drawLines(root, options, width));
}

function drawLines(root, options, width) {
  const few = width < 600, axis = wrapped(options.x.label, few ? 42 : 200);
  const height = (options.height || 400) + 16 * (axis.length - 1);
  const box = {left: few ? 62 : 74, right: few ? 18 : 40, top: 12, bottom: 38 + 16 * axis.length};
  const w = width - box.left - box.right, h = height - box.top - box.bottom;
  const px = v => box.left + w * options.x.at(v), py = v => box.top + h * (1 - options.y.at(v));
  const labelled = withRoom(options.x.ticks, options.x.format, px);
  for (const tick of options.y.ticks) {
    root.append(svg('line', {class: 'grid', x1: box.left, x2: box.left + w, y1: py(tick), y2: py(tick)}),
        svg('text', {x: box.left - 9, y: py(tick) + 4, 'text-anchor': 'end'}, options.y.format(tick)));
  }
  for (const tick of options.x.ticks) {
    root.append(svg('line', {class: options.zero && tick === 0 ? 'zero' : 'grid', x1: px(tick), x2: px(tick), y1: box.top, y2: box.top + h}));
    if (labelled.has(tick)) root.append(svg('text', {x: px(tick), y: box.top + h + 20, 'text-anchor': 'middle'}, options.x.format(tick)));
  }
  root.append(svg('line', {class: 'axis', x1: box.left, x2: box.left + w, y1: box.top + h, y2: box.top + h}),
      ...axis.map((text, i) => svg('text', {class: 'title', x: box.left + w / 2, y: height - 10 - 16 * (axis.length - 1 - i), 'text-anchor': 'middle'}, text)),
      svg('text', {class: 'title', transform: `translate(16 ${box.top + h / 2}) rotate(-90)`, 'text-anchor': 'middle'}, options.y.label));
  options.series.forEach((points, i) => {
    if (points.length === 0) return;
    let path = '';
    points.forEach(([x, y], k) => {
      const at = `${px(x).toFixed(1)} ${py(y).toFixed(1)}`;
      path += k === 0 ? `M${at}` : options.steps ? `H${px(x).toFixed(1)}V${py(y).toFixed(1)}` : `L${at}`;
    });
    root.append(svg('path', {class: 'series', d: path, stroke: color(i), 'stroke-dasharray': dash(i)}));
    if (points.length === 1) root.append(svg('circle', {cx: px(points[0][0]), cy: py(points[0][1]), r: 4, fill: color(i)}));
  });
  (options.spreads || []).forEach(spread => {
    root.append(svg('line', {x1: px(spread.x), x2: px(spread.x), y1: py(spread.low), y2: py(spread.high), stroke: color(spread.hue), 'stroke-width': 1.5}));
  });
  (options.dots || []).forEach(dot => {
    const node = svg('circle', {cx: px(dot.x).toFixed(1), cy: py(dot.y).toFixed(1), r: 4, stroke: color(dot.hue), fill: dot.open ? 'var(--page)' : color(dot.hue), 'stroke-width': 1.5, 'fill-opacity': 0.75, style: 'cursor:pointer'});
    node.append(svg('title', {}, dot.title));
    node.addEventListener('click', dot.click);
    root.append(node);
  });
  (options.marks || []).forEach((mark, i) => {
    root.append(svg('line', {class: 'mark', x1: px(mark.at), x2: px(mark.at), y1: box.top, y2: box.top + h}),
        svg('text', {class: 'marked', ...beside(px(mark.at), mark.text, box.left + w), y: box.top + 14 + 15 * (i % 3)}, mark.text));
  });
  (options.picked || []).forEach((point, i) => {
    if (point) root.append(svg('circle', {class: 'picked', cx: px(point[0]), cy: py(point[1]), r: 6, stroke: color(i)}));
  });
  if (options.pick) {
    root.onclick = event => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
      let best = null, least = 40 ** 2;
      options.series.forEach((points, i) => points.forEach(([x, y], k) => {
        const far = (px(x) - at.x) ** 2 + (py(y) - at.y) ** 2;
        if (far < least) { least = far; best = [i, k]; }
      }));
      if (best) options.pick(...best);
    };
  }
  return height;
}

/* Where a text at a vertical line stands: to its right, or to its left when there is no room. */
const beside = (x, text, right) => x + 5 + text.length * 6.5 <= right ? {x: x + 5} : {x: x - 5, 'text-anchor': 'end'};

/* rows: {name, value, text, doubtful}; bars from 0, pale with a * when doubtful. format: of the axis. */
function barChart(rows, label, summary, format = count) {
  const root = svg('svg', {class: 'chart', role: 'img', 'aria-label': summary});
  return fitting(root, 320, 568, width => drawBars(root, rows, label, format, width));
}

function drawBars(root, rows, label, format, width) {
  const line = 34, top = 4, left = width < 450 ? 116 : 150, right = width < 450 ? 70 : 96, bottom = 50, letters = width < 450 ? 14 : 19;
  const height = top + rows.length * line + bottom, w = width - left - right;
  const scale = linear(0, Math.max(...rows.map(r => r.value || 0)), 4), px = v => left + w * scale.at(v);
  const labelled = withRoom(scale.ticks, format, px);
  for (const tick of scale.ticks) {
    const x = px(tick);
    root.append(svg('line', {class: 'grid', x1: x, x2: x, y1: top, y2: height - bottom}));
    if (labelled.has(tick)) root.append(svg('text', {x, y: height - bottom + 18, 'text-anchor': 'middle'}, format(tick)));
  }
  rows.forEach((row, i) => {
    const y = top + i * line, known = row.value !== null, end = known ? left + w * scale.at(row.value) : left;
    const star = row.doubtful ? ' *' : '', most = letters - star.length;
    const name = (row.name.length > most ? row.name.slice(0, most - 1) + '\u2026' : row.name) + star;
    root.append(svg('text', {class: 'value', x: left - 10, y: y + 22, 'text-anchor': 'end'}, name),
        svg('rect', {x: left, y: y + 6, width: Math.max(0, end - left), height: line - 12, fill: color(i), 'fill-opacity': row.doubtful ? 0.45 : 1}),
        svg('text', {class: 'value', x: end + 8, y: y + 22}, row.text));
  });
  root.append(svg('line', {class: 'axis', x1: left, x2: left, y1: top, y2: height - bottom}),
      svg('text', {class: 'title', x: left + w / 2, y: height - 8, 'text-anchor': 'middle'}, label));
  return height;
}

/* scores: {name, text, verdict, score, aim, rounds}: a line each; dots are rounds, the bar ends at the score, the tick is
   the aim. A score says how many times better than it must be a value is; beyond 64 it is drawn at 64. */
function scoreChart(scores) {
  const width = 1176, line = 22, left = 260, right = 96, top = 6, bottom = 52, most = 64;
  const w = width - left - right, height = top + scores.length * line + bottom;
  const bounded = v => Math.min(most, Math.max(1 / most, v));
  const all = scores.flatMap(s => [s.score, ...s.rounds, s.aim ?? 1]).map(bounded);
  const low = Math.floor(Math.log2(Math.min(0.5, ...all))), high = Math.ceil(Math.log2(Math.max(2, ...all)));
  const px = v => left + w * (Math.log2(bounded(v)) - low) / (high - low);
  const root = svg('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Rows against what they must reach'});
  for (let p = low; p <= high; p++) {
    const x = px(2 ** p);
    root.append(svg('line', {class: p === 0 ? 'axis' : 'grid', x1: x, x2: x, y1: top, y2: height - bottom}),
        svg('text', {x, y: height - bottom + 18, 'text-anchor': 'middle'}, p < 0 ? `1/${2 ** -p}` : String(2 ** p)));
  }
  scores.forEach((s, i) => {
    const y = top + (i + 0.5) * line, from = Math.min(px(1), px(s.score)), to = Math.max(px(1), px(s.score));
    const row = svg('g', {'data-is': s.verdict});
    row.append(svg('text', {class: 'value', x: left - 12, y: y + 5, 'text-anchor': 'end'}, s.name),
        svg('rect', {x: from, y: y - 5, width: Math.max(1, to - from), height: 10, fill: 'currentColor', 'fill-opacity': 0.55}));
    if (s.aim !== null) row.append(svg('line', {x1: px(s.aim), x2: px(s.aim), y1: y - 9, y2: y + 9, stroke: 'var(--ink)', 'stroke-width': 2}));
    for (const r of s.rounds) row.append(svg('circle', {cx: px(r), cy: y, r: 3.2, fill: 'currentColor', stroke: 'var(--page)', 'stroke-width': 0.8}));
    row.append(svg('text', {class: 'value', x: width - right + 12, y: y + 5}, s.text));
    root.append(row);
  });
  root.append(svg('text', {class: 'title', x: left + w / 2, y: height - 10, 'text-anchor': 'middle'}, 'times better than it must be (1 is just enough, left of it is missed)'));
  return root;
}
