/* What all pages have in common: reads their data, and draws the parts that stand in the element parts. */
const data = JSON.parse(document.getElementById('data').textContent);

const number = v => typeof v === 'number';
const whole = v => v.toLocaleString('en-US');
const counted = (n, one, many) => `${whole(n)} ${n === 1 ? one : many}`;
const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), note ? el('p', {class: 'note'}, note) : '', ...content);
const empty = text => el('p', {class: 'empty'}, text);

/* A table; heads: texts or {group, name, leansLeft}; rows: lists of texts and elements, or rows that are made already. */
function grid({style, heads, rows, links = []}) {
  const columns = heads.map(h => typeof h === 'string' ? {group: '', name: h} : h);
  const isFirst = i => i > 0 && columns[i].group !== columns[i - 1].group;
  const leans = (i, more = {}) => columns[i].leansLeft ? {...more, class: 'left'} : isFirst(i) ? {...more, class: 'start'} : more;
  const groups = [];
  columns.forEach(({group}, i) => {
    const last = groups[groups.length - 1];
    if (group && last && last.text === group) last.span++;
    else groups.push({text: group, span: 1});
  });
  const head = el('thead', {});
  if (groups.some(g => g.text)) head.append(el('tr', {}, ...groups.map(g => el('th', g.span > 1 ? {colspan: g.span, scope: 'colgroup'} : {}, g.text))));
  if (columns.some(c => c.name)) head.append(el('tr', {}, ...columns.map((c, i) => el('th', leans(i), c.name))));
  const cell = (value, i, k) => style === 'facts' && i === 0 ? el('th', {scope: 'row'}, value)
    : el('td', leans(i, typeof value === 'string' && value.length < 20 ? {'data-is': value} : {}),
      i === 0 && links[k] ? el('a', {href: links[k]}, value) : value);
  const body = rows.map((row, k) => Array.isArray(row) ? el('tr', String(row[0]).startsWith('  ') ? {class: 'spread'} : {}, ...row.map((value, i) => cell(value, i, k))) : row);
  return el('div', {class: 'scroll'}, el('table', style ? {class: style} : {}, head, el('tbody', {}, ...body)));
}

const short = v => Math.abs(v) < 1e4 ? trim(v) : count(v);

/* The scale of an axis that reaches all values; wanted: how many ticks. */
function scaled(axis, values, wanted) {
  const all = values.concat(axis.spans);
  const low = all.reduce((a, b) => Math.min(a, b)), high = all.reduce((a, b) => Math.max(a, b));
  const label = {label: axis.label, format: short};
  if (axis.scale === 'LOGARITHMIC' && low > 0) return {...logarithmic(low, high), ...label, label: `${axis.label} (logarithmic)`};
  if (axis.scale === 'LINEAR' || axis.scale === 'LOGARITHMIC') return {...linear(low, high, wanted), ...label};
  if (axis.scale === 'DOUBLING') {
    const ticks = [];
    for (let n = 1; n <= high; n *= 2) ticks.push(n);
    return {at: v => Math.log2(v) / (Math.log2(high) || 1), ticks, ...label, label: `${axis.label} (logarithmic)`};
  }
  if (axis.places.length > 0) {
    const last = Math.max(2, axis.places.length);
    return {at: v => (v - 0.5) / last, ticks: axis.places.map((_, i) => i + 1), ...label, format: v => axis.places[v - 1]};
  }
  return {at: high > low ? v => (v - low) / (high - low) : () => 0.5, ticks: [...new Set(all)].sort((a, b) => a - b), ...label};
}

function chart({summary, x, y, lines, dots}) {
  const series = lines.map(l => l.points), points = series.flat();
  const xs = points.map(p => p[0]).concat(dots.map(d => d.x));
  const ys = points.map(p => p[1]).concat(dots.flatMap(d => [d.y, d.low, d.high]));
  if (xs.length === 0) return empty('Not known.');
  const names = lines.length > 1 ? [legend(lines.map(l => l.name))] : [];
  const across = scaled(x, xs, 10);
  const title = d => `${lines[d.line].name}, ${across.format(d.x)}: ${short(d.y)}${d.high > d.low ? ` (${short(d.low)} to ${short(d.high)})` : ''}${d.note}`;
  const ordered = [...dots.filter(d => !d.isRing), ...dots.filter(d => d.isRing)];
  return el('div', {}, ...names, lineChart({series: x.places.length > 0 ? lines.map(() => []) : series, summary, height: 320,
    x: across, y: scaled(y, ys, 5),
    dots: ordered.map(d => ({...d, hue: d.line, open: d.isRing, title: title(d), click: () => {}})),
    spreads: dots.filter(d => d.high > d.low).map(d => ({...d, hue: d.line}))}));
}

/* One part, by what it has. */
function part(p) {
  if (typeof p === 'string') return el('p', {class: p.startsWith('* ') ? 'warn' : 'note'}, p);
  if (p.rows) return grid(p);
  if (p.lines) return chart(p);
  if (p.scores) return scoreChart(p.scores);
  if (p.place) return el('div', {id: p.place});
  if (p.pairs) return el('div', {class: 'pair'}, ...p.pairs.map(part));
  if (p.style === 'h1') return el('h1', {}, p.text);
  if (p.text !== undefined) return el('p', {class: p.style}, p.text);
  const made = section(p.title, p.note, ...p.parts.map(part));
  made.id = p.id;
  for (const tag of p.tags) made.firstChild.append(' ', el('span', {class: 'tag', 'data-is': tag}, tag));
  return made;
}

document.getElementById('report').append(...JSON.parse(document.getElementById('parts').textContent).map(part));
const drawn = document.getElementById('drawn'); // null unless a script of the page draws there
