(() => {
  const page = JSON.parse(document.getElementById('data').textContent);
  const root = document.getElementById('report');
  const shade = {AIM: 'var(--c2)', MUST: 'var(--c0)', MISSED: 'var(--c1)', NOT_MEASURED: 'var(--soft)'};
  const tally = verdict => page.rows.filter(r => r.verdict === verdict).length;

  function header() {
    const m = page.machine;
    root.append(el('h1', {}, 'What it must reach, and what it reaches'),
        el('p', {class: 'lead'}, `Of ${page.rows.length} rows ${tally('AIM')} reach their aim, ${tally('MUST')} what they must, ${tally('MISSED')} miss it, ${tally('NOT_MEASURED')} were not measured.`),
        el('p', {class: 'soft'}, `${page.measuredAt} \u00b7 ${cores(m)}${m.processor ? ', ' + m.processor : ''} \u00b7 ${m.jvm} \u00b7 ${m.os}`));
  }

  /* A line a row: dots are rounds, the bar their middle, the tick the aim; x is how many times better than it must be. */
  function chart() {
    const rows = page.rows.filter(r => r.score !== null);
    const width = 1176, line = 22, left = 260, right = 96, top = 6, bottom = 52;
    const w = width - left - right, height = top + rows.length * line + bottom;
    const most = 64, bounded = v => Math.min(most, Math.max(1 / most, v));
    const all = rows.flatMap(r => [r.score, ...r.scores, r.aimScore === null ? 1 : r.aimScore]).map(bounded);
    const low = Math.floor(Math.log2(Math.min(0.5, ...all))), high = Math.ceil(Math.log2(Math.max(2, ...all)));
    const px = v => left + w * (Math.log2(bounded(v)) - low) / (high - low);
    const graph = svg('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Rows against what they must reach'});
    for (let p = low; p <= high; p++) {
      const x = px(2 ** p);
      graph.append(svg('line', {class: p === 0 ? 'axis' : 'grid', x1: x, x2: x, y1: top, y2: height - bottom}),
          svg('text', {x, y: height - bottom + 18, 'text-anchor': 'middle'}, p < 0 ? `1/${2 ** -p}` : String(2 ** p)));
    }
    rows.forEach((r, i) => {
      const y = top + (i + 0.5) * line, from = Math.min(px(1), px(r.score)), to = Math.max(px(1), px(r.score));
      graph.append(svg('text', {class: 'value', x: left - 12, y: y + 5, 'text-anchor': 'end'}, r.name),
          svg('rect', {x: from, y: y - 5, width: Math.max(1, to - from), height: 10, fill: shade[r.verdict], 'fill-opacity': 0.55}));
      if (r.aimScore !== null) graph.append(svg('line', {x1: px(r.aimScore), x2: px(r.aimScore), y1: y - 9, y2: y + 9, stroke: 'var(--ink)', 'stroke-width': 2}));
      for (const s of r.scores) graph.append(svg('circle', {cx: px(s), cy: y, r: 3.2, fill: shade[r.verdict], stroke: 'var(--page)', 'stroke-width': 0.8}));
      graph.append(svg('text', {class: 'value', x: width - right + 12, y: y + 5}, r.value));
    });
    graph.append(svg('text', {class: 'title', x: left + w / 2, y: height - 10, 'text-anchor': 'middle'}, 'times better than it must be (1 is just enough, left of it is missed)'));
    root.append(el('section', {}, el('h2', {}, 'Against the targets'),
        el('p', {class: 'note'}, 'A dot is a round, the bar ends at the row\u2019s value, the tick is the aim. Green reaches the aim, blue what it must, red misses it. Beyond 64 times is drawn at 64.'), graph));
  }

  /* Two lines a row: its numbers, then what they are of. */
  function table() {
    const cells = (tag, values) => values.map(v => el(tag, {}, v));
    const rows = page.rows.flatMap(r => {
      const numbers = el('tr', {class: 'open'}, ...cells('td', [r.name, r.value, r.must, r.aim, r.met]));
      numbers.lastChild.style.color = shade[r.verdict];
      numbers.lastChild.style.fontWeight = 600;
      return [numbers, el('tr', {class: 'words'}, el('td', {colspan: 5, class: 'soft'}, r.note ? `${r.what} (${r.note})` : r.what))];
    });
    root.append(el('section', {}, el('h2', {}, 'All rows'), el('p', {class: 'note'}, 'A value is the middle of its rounds.'),
        el('div', {class: 'scroll'}, el('table', {class: 'fit'}, el('thead', {}, el('tr', {}, ...cells('th', ['row', 'value', 'must', 'aim', 'met']))), el('tbody', {}, ...rows)))));
  }

  header();
  chart();
  table();
})();
