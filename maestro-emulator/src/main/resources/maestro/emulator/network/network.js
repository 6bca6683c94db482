(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const {switches, hosts, links, pings, stepSeconds} = data;
  const W = 1176, H = 640, MARGIN = 46;
  const big = switches.length > 150;
  const steps = Math.max(1, ...links.concat(hosts).map(l => Math.max(l.up.length, l.down.length)));
  const mbit = bytes => bytes * 8 / 1e6 / stepSeconds;
  const at = (list, k) => list[k] || 0;
  const sum = list => list.reduce((a, b) => a + b, 0);
  const load = (l, k) => k < 0 ? Math.max(sum(l.up), sum(l.down)) / steps : Math.max(at(l.up, k), at(l.down, k));
  const three = v => v === 0 ? '0' : Number(v.toPrecision(3)).toString();
  const switchName = i => switches[i] === String(i + 1) ? `s${i + 1}` : switches[i];
  const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content);

  /* Neighbours of each switch, and where it stands. Layers by the distance from the switches with hosts, when others
     have none, as in a fat tree; a line and a ring as such; otherwise forces: links pull, all push. */
  const near = switches.map(() => []);
  for (const l of links) { near[l.a].push(l.b); near[l.b].push(l.a); }
  const place = layout();

  function layout() {
    const n = switches.length;
    const withHosts = new Set(hosts.map(h => h.at));
    if (withHosts.size > 0 && withHosts.size < n) return layered(withHosts);
    const degree = near.map(list => new Set(list).size);
    const ends = degree.flatMap((d, i) => d === 1 ? [i] : []);
    const pathLike = links.length <= n && degree.every(d => d <= 2);
    if (n === 1) return [[W / 2, H / 2]];
    if (pathLike && (ends.length === 2 || ends.length === 0)) {
      const order = walk(ends.length === 2 ? ends[0] : 0);
      if (order.length === n) {
        const spots = [];
        order.forEach((s, k) => {
          const turn = 2 * Math.PI * k / n - Math.PI / 2;
          spots[s] = ends.length === 2 ? [MARGIN + (W - 2 * MARGIN) * k / (n - 1), H / 2]
            : [W / 2 + 0.40 * H * 1.5 * Math.cos(turn), H / 2 + 0.40 * H * Math.sin(turn)];
        });
        return spots;
      }
    }
    return forces();
  }

  function walk(first) {
    const order = [first], seen = new Set(order);
    for (let here = first; here !== undefined;) {
      here = near[here].find(s => !seen.has(s));
      if (here !== undefined) { seen.add(here); order.push(here); }
    }
    return order;
  }

  function layered(withHosts) {
    const layer = switches.map((_, i) => withHosts.has(i) ? 0 : -1);
    const queue = [...withHosts];
    for (let k = 0; k < queue.length; k++) {
      for (const s of near[queue[k]]) if (layer[s] < 0) { layer[s] = layer[queue[k]] + 1; queue.push(s); }
    }
    const last = Math.max(...layer);
    const rows = Array.from({length: last + 1}, () => []);
    layer.forEach((l, i) => rows[Math.max(0, l)].push(i));
    const spots = [];
    rows.forEach((row, l) => row.forEach((s, k) => {
      spots[s] = [MARGIN + (W - 2 * MARGIN) * (k + 0.5) / row.length, H - 90 - (H - 150) * l / Math.max(1, last)];
    }));
    return spots;
  }

  function forces() {
    const n = switches.length, golden = Math.PI * (3 - Math.sqrt(5));
    const xs = new Float64Array(n), ys = new Float64Array(n), dx = new Float64Array(n), dy = new Float64Array(n);
    for (let i = 0; i < n; i++) { xs[i] = Math.sqrt((i + 0.5) / n) * Math.cos(i * golden); ys[i] = Math.sqrt((i + 0.5) / n) * Math.sin(i * golden); }
    const ideal = 1.6 / Math.sqrt(n), rounds = n > 400 ? 120 : 400;
    for (let round = 0; round < rounds; round++) {
      dx.fill(0); dy.fill(0);
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) {
        const x = xs[i] - xs[j], y = ys[i] - ys[j], push = ideal * ideal / Math.max(1e-6, x * x + y * y);
        dx[i] += x * push; dy[i] += y * push; dx[j] -= x * push; dy[j] -= y * push;
      }
      for (const {a, b} of links) {
        const x = xs[a] - xs[b], y = ys[a] - ys[b], pull = Math.hypot(x, y) / ideal;
        dx[a] -= x * pull; dy[a] -= y * pull; dx[b] += x * pull; dy[b] += y * pull;
      }
      const most = 0.1 * (1 - round / rounds) + 0.001;
      for (let i = 0; i < n; i++) {
        const far = Math.hypot(dx[i], dy[i]) || 1, step = Math.min(most, far) / far;
        xs[i] += dx[i] * step; ys[i] += dy[i] * step;
      }
    }
    const fit = (list, size) => {
      const low = Math.min(...list), high = Math.max(...list);
      return Array.from(list, v => MARGIN + (size - 2 * MARGIN) * (high > low ? (v - low) / (high - low) : 0.5));
    };
    const px = fit(xs, W), py = fit(ys, H - 40);
    return Array.from(px, (x, i) => [x, py[i]]);
  }

  /* Hosts hang below their switch in layers, or away from its neighbours. */
  const hostPlace = hosts.map((h, i) => {
    const same = hosts.flatMap((other, k) => other.at === h.at ? [k] : []);
    const k = same.indexOf(i), [x, y] = place[h.at];
    if (new Set(hosts.map(o => o.at)).size < switches.length) {
      const wide = Math.min(26, 0.9 * (W - 2 * MARGIN) / hosts.length);
      return [x + (k - (same.length - 1) / 2) * wide, y + 46];
    }
    let ax = 0, ay = 0;
    for (const s of near[h.at]) {
      const far = Math.hypot(place[s][0] - x, place[s][1] - y) || 1;
      ax -= (place[s][0] - x) / far; ay -= (place[s][1] - y) / far;
    }
    const turn = (Math.hypot(ax, ay) < 0.2 ? Math.PI / 2 : Math.atan2(ay, ax)) + (k - (same.length - 1) / 2) * 0.5;
    return [x + 30 * Math.cos(turn), y + 30 * Math.sin(turn)];
  });

  let step = -1, pickedPing = null, pickedLink = null, pickedHosts = [];
  const figure = el('div'), words = el('p', {class: 'note'}), chart = el('div'), table = el('div');
  const cables = links.map(l => ({...l, from: place[l.a], to: place[l.b], name: `${switchName(l.a)} port ${l.aPort} \u2013 ${switchName(l.b)} port ${l.bPort}`}))
    .concat(hosts.map((h, i) => ({...h, from: hostPlace[i], to: place[h.at], name: `h${i + 1} \u2013 ${switchName(h.at)}`, host: i})));
  const most = Math.max(1e-9, ...cables.map(c => Math.max(...c.up, ...c.down, 0)));

  function drawFigure() {
    const root = svg('svg', {class: 'chart', viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Topology: ${switches.length} switches, ${links.length} links, ${hosts.length} hosts`});
    const beside = new Map();
    for (const c of cables) {
      const key = c.host === undefined ? [c.a, c.b].sort().join('-') : 'h' + c.host;
      const nth = beside.get(key) || 0;
      beside.set(key, nth + 1);
      const part = load(c, step) / (step < 0 ? Math.max(1e-9, ...cables.map(o => load(o, -1))) : most);
      const [x1, y1] = c.from, [x2, y2] = c.to, far = Math.hypot(x2 - x1, y2 - y1) || 1;
      const off = nth === 0 ? 0 : (nth % 2 ? 1 : -1) * Math.ceil(nth / 2) * 9;
      const sx = -(y2 - y1) / far * off, sy = (x2 - x1) / far * off;
      const line = {x1: x1 + sx, y1: y1 + sy, x2: x2 + sx, y2: y2 + sy};
      root.append(svg('line', {...line, stroke: part > 0 ? color(0) : 'var(--rule)', 'stroke-width': (big ? 0.7 : 1.2) + 7 * Math.sqrt(part), 'stroke-opacity': part > 0 ? 0.25 + 0.7 * Math.sqrt(part) : 1, 'stroke-linecap': 'round'}));
      if (pickedLink === c) root.append(svg('line', {...line, stroke: color(4), 'stroke-width': 2, 'stroke-dasharray': '4 3'}));
      const hit = svg('line', {...line, stroke: 'transparent', 'stroke-width': 12, style: 'cursor:pointer'});
      hit.append(svg('title', {}, `${c.name}: ${three(mbit(load(c, step)))} Mbit/s`));
      hit.addEventListener('click', () => { pickedLink = pickedLink === c ? null : c; draw(); });
      root.append(hit);
    }
    if (pickedPing) { way(root, pickedPing, 4, 1, -4); way(root, pickedPing, 5, 2, 4); }
    const passed = new Set(pickedPing ? pickedPing[4].concat(pickedPing[5]) : []);
    place.forEach(([x, y], i) => {
      const node = svg('g', {});
      const size = big ? 6 : 11;
      node.append(svg('rect', {x: x - size, y: y - size * 0.75, width: 2 * size, height: 1.5 * size, rx: 3, fill: passed.has(i) ? color(1) : 'var(--ink)'}),
          svg('title', {}, `${switchName(i)}: ${new Set(near[i]).size} neighbours`));
      root.append(node);
      if (!big) root.append(svg('text', {x, y: y - 14, 'text-anchor': 'middle', class: 'marked'}, switchName(i).slice(0, 14)));
    });
    hostPlace.forEach(([x, y], i) => {
      const isPicked = pickedHosts.includes(i) || pickedPing && (pickedPing[0] === i || pickedPing[1] === i);
      const node = svg('circle', {cx: x, cy: y, r: big ? 3 : 6, fill: isPicked ? color(1) : 'var(--page)', stroke: isPicked ? color(1) : 'var(--soft)', 'stroke-width': 1.5, style: 'cursor:pointer', tabindex: 0});
      node.append(svg('title', {}, `h${i + 1}: ${hosts[i].ip}`));
      node.addEventListener('click', () => pickHost(i));
      node.addEventListener('keydown', e => { if (e.key === 'Enter') pickHost(i); });
      root.append(node);
      if (hosts.length <= 64) root.append(svg('text', {x, y: y + 19, 'text-anchor': 'middle', style: 'font-size:10px'}, `h${i + 1}`));
    });
    figure.replaceChildren(root);
  }

  /* The way of a request or a reply as arrows beside the links. */
  function way(root, ping, part, hue, off) {
    const stops = ping[part].map(s => place[s]);
    if (stops.length === 0) return;
    const [first, last] = part === 4 ? [ping[0], ping[1]] : [ping[1], ping[0]];
    stops.unshift(hostPlace[first]);
    if (ping[2] >= 0) stops.push(hostPlace[last]);
    for (let k = 1; k < stops.length; k++) {
      const [x1, y1] = stops[k - 1], [x2, y2] = stops[k], far = Math.hypot(x2 - x1, y2 - y1) || 1;
      const ux = (x2 - x1) / far, uy = (y2 - y1) / far, sx = -uy * off, sy = ux * off;
      const mx = (x1 + x2) / 2 + sx, my = (y1 + y2) / 2 + sy;
      root.append(svg('line', {x1: x1 + sx, y1: y1 + sy, x2: x2 + sx, y2: y2 + sy, stroke: color(hue), 'stroke-width': 3, 'stroke-dasharray': part === 4 ? '' : '7 4'}),
          svg('path', {d: `M${mx + 7 * ux} ${my + 7 * uy}L${mx - 5 * ux - 5 * uy} ${my - 5 * uy + 5 * ux}L${mx - 5 * ux + 5 * uy} ${my - 5 * uy - 5 * ux}Z`, fill: color(hue)}));
    }
  }

  function pickHost(i) {
    pickedHosts = pickedHosts.length === 1 && pickedHosts[0] !== i ? [pickedHosts[0], i] : [i];
    pickedPing = pickedHosts.length < 2 ? null
      : pings.find(p => p[0] === pickedHosts[0] && p[1] === pickedHosts[1]) || null;
    draw();
  }

  function say() {
    if (pickedPing) {
      const p = pickedPing, names = list => list.map(switchName).join(' \u2192 ');
      const answer = p[2] >= 0 ? `${three(p[2])} ms, at ${three(p[3])} s` : `lost, sent at ${three(p[3])} s`;
      words.replaceChildren(`h${p[0] + 1} \u2192 h${p[1] + 1}: ${answer}. Request: ${names(p[4]) || 'came to no switch'}. Reply: ${names(p[5]) || 'none'}. `
        + (p[2] >= 0 ? 'Solid: the request; dashed: the reply.' : 'The way ends where the frame was last seen.'));
    } else if (pickedHosts.length === 2) {
      words.replaceChildren(`No ping from h${pickedHosts[0] + 1} to h${pickedHosts[1] + 1} is noted.`);
    } else if (pickedHosts.length === 1) {
      words.replaceChildren(`From h${pickedHosts[0] + 1} to \u2026: click on a second host.`);
    } else {
      words.replaceChildren('A click on two hosts, or on a row below, shows the way of a ping. A click on a link shows its load over time.');
    }
  }

  function drawChart() {
    const all = cables.filter(c => c.host === undefined);
    const of = pickedLink ? [pickedLink.up, pickedLink.down]
      : [Array.from({length: steps}, (_, k) => Math.max(0, ...all.map(c => Math.max(at(c.up, k), at(c.down, k))))),
        Array.from({length: steps}, (_, k) => all.length === 0 ? 0 : all.reduce((a, c) => a + at(c.up, k) + at(c.down, k), 0) / (2 * all.length))];
    const names = pickedLink ? [`${pickedLink.name}, there`, 'back'] : ['the busiest link', 'mean of all links between switches'];
    const series = of.map(list => Array.from({length: steps}, (_, k) => [k * stepSeconds, mbit(at(list, k))]));
    const top = Math.max(1e-6, ...series.flat().map(p => p[1]));
    chart.replaceChildren(legend(names), lineChart({height: 260, series, steps: true,
      x: {...linear(0, steps * stepSeconds), label: 'seconds', format: three},
      y: {...linear(0, top, 4), label: 'Mbit/s in a direction', format: three},
      summary: 'Load of links over time', marks: step < 0 ? [] : [{at: step * stepSeconds, text: ''}]}));
  }

  const SHOWN = 25;
  function drawTable() {
    const of = pickedHosts.length > 0 ? pings.filter(p => p[0] === pickedHosts[0] || p[1] === pickedHosts[0]) : pings;
    const rows = [...of].sort((a, b) => (a[2] < 0 ? -1e9 : -a[2]) - (b[2] < 0 ? -1e9 : -b[2])).slice(0, SHOWN);
    const body = rows.map(p => {
      const row = el('tr', {tabindex: 0, 'aria-selected': p === pickedPing}, el('td', {}, `h${p[0] + 1} \u2192 h${p[1] + 1}`),
          el('td', {}, p[2] < 0 ? 'lost' : three(p[2])), el('td', {}, three(p[3])), el('td', {}, String(p[4].length)), el('td', {}, String(p[5].length)));
      const pick = () => { pickedPing = pickedPing === p ? null : p; pickedHosts = []; draw(); };
      row.addEventListener('click', pick);
      row.addEventListener('keydown', e => { if (e.key === 'Enter') pick(); });
      return row;
    });
    table.replaceChildren(body.length === 0 ? el('p', {class: 'empty'}, 'No ping is noted.')
      : el('div', {class: 'scroll'}, el('table', {class: 'rows'}, el('thead', {}, el('tr', {}, ...['ping', 'round trip, ms', 'began at, s', 'switches there', 'switches back'].map(t => el('th', {}, t)))), el('tbody', {}, ...body))));
  }

  function draw() { drawFigure(); say(); drawChart(); drawTable(); }

  const whole = v => v.toLocaleString('en-US');
  report.append(el('h1', {}, data.name),
      el('p', {class: 'lead'}, `${whole(switches.length)} switches, ${whole(links.length)} links, ${whole(hosts.length)} hosts`));
  const r = data.report;
  if (r) {
    report.append(el('p', {class: r.lost > 0 ? 'warn' : 'soft'}, `${whole(r.pings)} pings, ${whole(r.lost)} lost, ${whole(r.duplicates)} duplicates, ${whole(r.loops)} frames passed a switch twice \u00b7 path stretch ${r.stretch.toFixed(3)} \u00b7 round trip ${three(r.roundTrip.medianMs)} ms median, ${three(r.roundTrip.p99Ms)} ms p99 \u00b7 at most ${whole(r.mostEntries)} flow entries in a switch`));
  }
  const slider = el('input', {type: 'range', min: -1, max: steps - 1, value: -1, step: 1, 'aria-label': 'time', style: 'width:26em;max-width:60vw'});
  const when = el('span', {class: 'soft'}, 'mean of the whole time');
  slider.addEventListener('input', () => {
    step = Number(slider.value);
    when.textContent = step < 0 ? 'mean of the whole time' : `${three(step * stepSeconds)} s to ${three((step + 1) * stepSeconds)} s`;
    drawFigure(); drawChart();
  });
  report.append(section('Topology', 'Links are as thick as their load: the larger of both directions.', el('div', {class: 'choose'}, slider, when), figure, words),
      section('Load over time', 'Of the link that is clicked, in both directions; otherwise the busiest one and the mean.', chart),
      section('Pings', `The lost ones first, then the slowest; at most ${SHOWN}. A click on a host shows those of that host.`, table));
  draw();
})();
