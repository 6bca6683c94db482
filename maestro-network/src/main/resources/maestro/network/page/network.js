(() => {
  const {switches, hosts, links, pings, stepSeconds} = data;
  const scenario = data.scenario || null, events = scenario ? scenario.events : [], flows = scenario ? scenario.flows : [];
  const W = 1176, H = 640, MARGIN = 46;
  const big = switches.length > 150;
  const size = `${counted(switches.length, 'switch', 'switches')}, ${counted(links.length, 'link', 'links')}, ${counted(hosts.length, 'host', 'hosts')}`;
  const steps = Math.max(1, ...links.concat(hosts).map(l => Math.max(l.up.length, l.down.length)));
  const mbit = bytes => bytes * 8 / 1e6 / stepSeconds;
  const at = (list, k) => list[k] || 0;
  const sum = list => list.reduce((a, b) => a + b, 0);
  const load = (l, k) => k < 0 ? Math.max(sum(l.up), sum(l.down)) / steps : Math.max(at(l.up, k), at(l.down, k));
  const three = v => v === 0 ? '0' : Number(v.toPrecision(3)).toString();
  const switchName = i => switches[i] === String(i + 1) ? `s${i + 1}` : switches[i];

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

  let step = -1, pickedPing = null, pickedFlow = null, pickedLink = null, pickedHosts = [];
  const figure = el('div'), words = el('p', {class: 'note'}), chart = el('div'), delays = el('div'), table = el('div'), flowTable = el('div');
  const cables = links.map(l => ({...l, from: place[l.a], to: place[l.b], name: `${switchName(l.a)} port ${l.aPort} \u2013 ${switchName(l.b)} port ${l.bPort}`}))
    .concat(hosts.map((h, i) => ({...h, from: hostPlace[i], to: place[h.at], name: `h${i + 1} \u2013 ${switchName(h.at)}`, host: i})));
  const most = Math.max(1e-9, ...cables.map(c => Math.max(...c.up, ...c.down, 0)));

  /* What is broken at the end of a step: cables, switches, and switches without their controller. */
  function broken() {
    const state = {link: new Set(), switch: new Set(), controller: new Set()};
    if (step < 0) return state;
    for (const e of events) {
      if (e.at >= (step + 1) * stepSeconds) break;
      for (const i of e.index < 0 ? switches.keys() : [e.index]) {
        if (e.fails) state[e.thing].add(i); else state[e.thing].delete(i);
      }
    }
    return state;
  }

  function drawFigure() {
    const down = broken();
    const isDown = c => down.link.has(c.host === undefined ? c.cable : links.length + c.host)
      || (c.host === undefined ? down.switch.has(c.a) || down.switch.has(c.b) : down.switch.has(c.at));
    const root = svg('svg', {class: 'chart', viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Topology: ${size}`});
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
      if (isDown(c)) root.append(svg('line', {...line, stroke: color(1), 'stroke-width': 2, 'stroke-dasharray': '3 5'}));
      else root.append(svg('line', {...line, stroke: part > 0 ? color(0) : 'var(--rule)', 'stroke-width': (big ? 0.7 : 1.2) + 7 * Math.sqrt(part), 'stroke-opacity': part > 0 ? 0.25 + 0.7 * Math.sqrt(part) : 1, 'stroke-linecap': 'round'}));
      if (pickedLink === c) root.append(svg('line', {...line, stroke: color(4), 'stroke-width': 2, 'stroke-dasharray': '4 3'}));
      const hit = svg('line', {...line, stroke: 'transparent', 'stroke-width': 12, style: 'cursor:pointer'});
      hit.append(svg('title', {}, `${c.name}: ${three(mbit(load(c, step)))} Mbit/s`));
      hit.addEventListener('click', () => { pickedLink = pickedLink === c ? null : c; draw(); });
      root.append(hit);
    }
    if (pickedPing) {
      const [from, to, time] = pickedPing;
      way(root, from, pickedPing[4], time >= 0 ? to : null, 1, -4);
      way(root, to, pickedPing[5], time >= 0 ? from : null, 2, 4);
    }
    const flowWay = pickedFlow ? wayNow(pickedFlow) : null;
    if (flowWay) way(root, pickedFlow[0], flowWay[1], pickedFlow[1], 1, -4);
    const passed = new Set(pickedPing ? pickedPing[4].concat(pickedPing[5]) : flowWay ? flowWay[1] : []);
    place.forEach(([x, y], i) => {
      const node = svg('g', {});
      const size = big ? 6 : 11;
      const off = down.switch.has(i), alone = down.controller.has(i);
      node.append(svg('rect', {x: x - size, y: y - size * 0.75, width: 2 * size, height: 1.5 * size, rx: 3, fill: off ? 'var(--page)' : passed.has(i) ? color(1) : 'var(--ink)',
        stroke: off ? color(1) : alone ? 'var(--warn-rule)' : 'none', 'stroke-width': 3, 'stroke-dasharray': off ? '3 3' : ''}),
          svg('title', {}, `${switchName(i)}: ${new Set(near[i]).size} neighbours${off ? ', is down' : alone ? ', has no controller' : ''}`));
      root.append(node);
      const hasHostAbove = hosts.some((h, k) => h.at === i && hostPlace[k][1] < y - 12 && Math.abs(hostPlace[k][0] - x) < 20);
      if (!big) root.append(svg('text', {x, y: hasHostAbove ? y + 22 : y - 14, 'text-anchor': 'middle', class: 'marked'}, switchName(i).slice(0, 14)));
    });
    hostPlace.forEach(([x, y], i) => {
      const isPicked = [...pickedHosts, ...(pickedPing || pickedFlow || []).slice(0, 2)].includes(i);
      const node = svg('circle', {cx: x, cy: y, r: big ? 3 : 6, fill: isPicked ? color(1) : 'var(--page)', stroke: isPicked ? color(1) : 'var(--soft)', 'stroke-width': 1.5, style: 'cursor:pointer', tabindex: 0});
      node.append(svg('title', {}, `h${i + 1}: ${hosts[i].ip}`));
      node.addEventListener('click', () => pickHost(i));
      node.addEventListener('keydown', e => { if (e.key === 'Enter') pickHost(i); });
      root.append(node);
      const above = y < place[hosts[i].at][1] - 12;
      if (hosts.length <= 64) root.append(svg('text', {x, y: above ? y - 10 : y + 19, 'text-anchor': 'middle', style: 'font-size:10px'}, `h${i + 1}`));
    });
    figure.replaceChildren(root);
  }

  /* The way of a flow at the end of the step; its first one when the whole time is shown. */
  function wayNow(flow) {
    const ways = flow[10];
    return step < 0 ? ways[0] : ways.filter(w => w[0] < (step + 1) * stepSeconds).pop() || ways[0];
  }

  /* A way as arrows beside the links, from a host to another one, if it came there. */
  function way(root, first, passed, last, hue, off) {
    const stops = passed.map(s => place[s]);
    if (stops.length === 0) return;
    stops.unshift(hostPlace[first]);
    if (last !== null) stops.push(hostPlace[last]);
    for (let k = 1; k < stops.length; k++) {
      const [x1, y1] = stops[k - 1], [x2, y2] = stops[k], far = Math.hypot(x2 - x1, y2 - y1) || 1;
      const ux = (x2 - x1) / far, uy = (y2 - y1) / far, sx = -uy * off, sy = ux * off;
      const mx = (x1 + x2) / 2 + sx, my = (y1 + y2) / 2 + sy;
      root.append(svg('line', {x1: x1 + sx, y1: y1 + sy, x2: x2 + sx, y2: y2 + sy, stroke: color(hue), 'stroke-width': 3, 'stroke-dasharray': hue === 1 ? '' : '7 4'}),
          svg('path', {d: `M${mx + 7 * ux} ${my + 7 * uy}L${mx - 5 * ux - 5 * uy} ${my - 5 * uy + 5 * ux}L${mx - 5 * ux + 5 * uy} ${my - 5 * uy - 5 * ux}Z`, fill: color(hue)}));
    }
  }

  function pickHost(i) {
    pickedHosts = pickedHosts.length === 1 && pickedHosts[0] !== i ? [pickedHosts[0], i] : [i];
    pickedFlow = null;
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
    } else if (pickedFlow) {
      const f = pickedFlow, names = list => list.map(switchName).join(' \u2192 ');
      const ways = f[10].map(w => `since ${three(w[0])} s by ${names(w[1])}`).join('; ');
      words.replaceChildren(`${f[2].toUpperCase()} flow h${f[0] + 1} \u2192 h${f[1] + 1}, ${size(f[4])} at ${three(f[3])} s: ${outcome(f)}. `
        + (ways ? `Its frames came ${ways}.` : 'No frame came by entries alone, so its way is not known.'));
    } else if (pickedHosts.length === 2) {
      words.replaceChildren(`No ping from h${pickedHosts[0] + 1} to h${pickedHosts[1] + 1} is noted.`);
    } else if (pickedHosts.length === 1) {
      words.replaceChildren(`From h${pickedHosts[0] + 1} to \u2026: click on a second host.`);
    } else {
      words.replaceChildren(`A click on two hosts${scenario ? ', a dot' : ''} or a row below shows the way of a ping${scenario ? ' or a flow' : ''}. A click on a link shows its load over time.`);
    }
  }

  const size = bytes => bytes >= 1e6 ? three(bytes / 1e6) + ' MB' : bytes >= 1e3 ? three(bytes / 1e3) + ' kB' : bytes + ' B';
  /* Of the frames that were sent, as the report counts. A flow may be incomplete without any. */
  const lostOf = f => f[11] - f[6], lostPart = f => lostOf(f) / Math.max(1, f[11]), isComplete = f => f[6] === f[5];
  const outcome = f => f[11] === 0 ? 'incomplete: no frame was sent, as an address was not known'
    : f[6] === 0 ? 'nothing arrived'
    : `${isComplete(f) ? 'all' : f[6]} of ${f[5]} frames arrived${f[7] > 0 ? `, ${f[7]} were sent again` : ''}, the first one after ${three(f[8])} ms, ${three(f[9])} Mbit/s`;
  const brief = e => e.text.replace(/^(link|port|switch|controller)-(\w+) (.*)$/, '$1 $3 $2');
  const timeMarks = () => events.slice(0, 60).map((e, i) => ({at: e.at, text: events.length <= 16 ? brief(e) : ''}))
    .concat(step < 0 ? [] : [{at: step * stepSeconds, text: ''}]);
  const span = scenario ? scenario.seconds : steps * stepSeconds;

  function drawChart() {
    const all = cables.filter(c => c.host === undefined);
    const of = pickedLink ? [pickedLink.up, pickedLink.down]
      : [Array.from({length: steps}, (_, k) => Math.max(0, ...all.map(c => Math.max(at(c.up, k), at(c.down, k))))),
        Array.from({length: steps}, (_, k) => all.length === 0 ? 0 : all.reduce((a, c) => a + at(c.up, k) + at(c.down, k), 0) / (2 * all.length))];
    const names = pickedLink ? [`${pickedLink.name}, there`, 'back'] : ['the busiest link', 'mean of all links between switches'];
    const series = of.map(list => Array.from({length: steps}, (_, k) => [k * stepSeconds, mbit(at(list, k))]));
    const top = Math.max(1e-6, ...series.flat().map(p => p[1]));
    chart.replaceChildren(legend(names), lineChart({height: 260, series, steps: true,
      x: {...linear(0, span), label: 'seconds', format: three},
      y: {...linear(0, top, 4), label: 'Mbit/s in a direction', format: three},
      summary: 'Load of links over time', marks: timeMarks()}));
  }

  /* The time of the first packet of each flow and the round trip of each ping, when it began. */
  function drawDelays() {
    const known = flows.filter(f => f[8] > 0).map(f => f[8]).concat(pings.filter(p => p[2] > 0).map(p => p[2]));
    const low = known.reduce((a, b) => Math.min(a, b), 1e9), high = known.reduce((a, b) => Math.max(a, b), 0);
    const y = known.length === 0 ? linear(0, 1) : logarithmic(low, Math.max(high * 1.0001, low * 10));
    const edge = y.ticks[y.ticks.length - 1];
    const dots = pings.map(p => ({x: p[3], y: p[2] > 0 ? p[2] : edge, hue: p[2] >= 0 ? 2 : 1, open: true, title: `ping h${p[0] + 1} \u2192 h${p[1] + 1}: ${p[2] >= 0 ? three(p[2]) + ' ms' : 'lost'}`,
      click: () => { pickedPing = p; pickedFlow = null; pickedHosts = []; draw(); }}))
      .concat(flows.map(f => ({x: f[3], y: f[8] > 0 ? f[8] : edge, hue: isComplete(f) ? 0 : 1, title: `${f[2]} h${f[0] + 1} \u2192 h${f[1] + 1}: ${outcome(f)}`,
        click: () => pickFlow(f)})));
    const picked = pickedFlow ? [[pickedFlow[3], pickedFlow[8] > 0 ? pickedFlow[8] : edge]] : [];
    delays.replaceChildren(dots.length === 0 ? el('p', {class: 'empty'}, 'Nothing was sent.') : lineChart({height: 300, series: [], dots, picked,
      x: {...linear(0, span), label: 'began at, seconds', format: three}, y: {...y, label: 'ms', format: three},
      summary: 'First packets of flows and round trips of pings', marks: timeMarks()}));
  }

  function pickFlow(f) {
    pickedFlow = pickedFlow === f ? null : f;
    pickedPing = null;
    pickedHosts = [];
    draw();
  }

  function drawFlows() {
    const of = pickedHosts.length > 0 ? flows.filter(f => f[0] === pickedHosts[0] || f[1] === pickedHosts[0]) : flows;
    const rows = [...of].sort((a, b) => lostPart(b) - lostPart(a) || isComplete(a) - isComplete(b) || b[8] - a[8]).slice(0, SHOWN);
    const body = rows.map(f => {
      const lost = lostOf(f);
      const row = el('tr', {tabindex: 0, 'aria-selected': f === pickedFlow}, el('td', {}, `h${f[0] + 1} \u2192 h${f[1] + 1}`), el('td', {}, f[2]), el('td', {}, three(f[3])), el('td', {}, size(f[4])),
          el('td', {}, String(f[5])), el('td', {}, String(f[11])), el('td', {}, String(f[6])), el('td', {}, lost > 0 ? `${lost} (${three(100 * lostPart(f))} %)` : isComplete(f) ? '0' : 'incomplete'), el('td', {}, String(f[7])),
          el('td', {}, f[8] < 0 ? 'none' : three(f[8])), el('td', {}, three(f[9])), el('td', {}, String(f[10].length)));
      row.addEventListener('click', () => pickFlow(f));
      row.addEventListener('keydown', e => { if (e.key === 'Enter') pickFlow(f); });
      return row;
    });
    flowTable.replaceChildren(body.length === 0 ? el('p', {class: 'empty'}, 'No flow is noted.')
      : grid({style: 'rows', heads: ['flow', 'kind', 'began at, s', 'size', 'frames', 'sent', 'arrived', 'lost', 'sent again', 'first packet, ms', 'Mbit/s', 'ways'], rows: body}));
  }

  const SHOWN = 25;
  function drawTable() {
    const of = pickedHosts.length > 0 ? pings.filter(p => p[0] === pickedHosts[0] || p[1] === pickedHosts[0]) : pings;
    const rows = [...of].sort((a, b) => (a[2] < 0 ? -1e9 : -a[2]) - (b[2] < 0 ? -1e9 : -b[2])).slice(0, SHOWN);
    const body = rows.map(p => {
      const row = el('tr', {tabindex: 0, 'aria-selected': p === pickedPing}, el('td', {}, `h${p[0] + 1} \u2192 h${p[1] + 1}`),
          el('td', {}, p[2] < 0 ? 'lost' : three(p[2])), el('td', {}, three(p[3])), el('td', {}, String(p[4].length)), el('td', {}, String(p[5].length)));
      const pick = () => { pickedPing = pickedPing === p ? null : p; pickedFlow = null; pickedHosts = []; draw(); };
      row.addEventListener('click', pick);
      row.addEventListener('keydown', e => { if (e.key === 'Enter') pick(); });
      return row;
    });
    table.replaceChildren(body.length === 0 ? el('p', {class: 'empty'}, 'No ping is noted.')
      : grid({style: 'rows', heads: ['ping', 'round trip, ms', 'began at, s', 'switches there', 'switches back'], rows: body}));
  }

  function draw() { drawFigure(); say(); drawChart(); drawTable(); if (scenario) { drawDelays(); drawFlows(); } }

  drawn.append(el('h1', {}, data.name),
      el('p', {class: 'lead'}, `${size}`));
  const r = data.report;
  if (r) {
    drawn.append(el('p', {class: r.lost > 0 ? 'warn' : 'soft'}, `${counted(r.pings, 'ping', 'pings')}, ${whole(r.lost)} lost, ${counted(r.duplicates, 'duplicate', 'duplicates')}, ${counted(r.loops, 'frame', 'frames')} passed a switch twice \u00b7 path stretch ${r.stretch === null ? '\u2013' : index(r.stretch)} \u00b7 round trip ${r.roundTrip.p99Ms === null ? '\u2013' : `${three(r.roundTrip.medianMs)} ms median, ${three(r.roundTrip.p99Ms)} ms p99`} \u00b7 at most ${whole(r.mostEntries)} flow entries in a switch`));
  }
  if (scenario) {
    if (scenario.description) drawn.append(el('p', {class: 'lead soft'}, scenario.description));
    const facts = scenario.lines.slice(1).map(([name, value], k, all) => [k > 0 && all[k - 1][0] === name ? '' : name, value]);
    const half = Math.ceil(facts.length / 2);
    drawn.append(el('div', {class: 'pair', style: 'margin-top:18px;font-size:13.5px;align-items:start'}, ...[facts.slice(0, half), facts.slice(half)].map(rows => grid({style: 'facts', heads: ['', ''], rows}))));
  }
  const slider = el('input', {type: 'range', min: -1, max: steps - 1, value: -1, step: 1, 'aria-label': 'time', style: 'width:26em;max-width:60vw'});
  const when = el('span', {class: 'soft'}, 'mean of the whole time');
  slider.addEventListener('input', () => {
    step = Number(slider.value);
    const happened = events.filter(e => e.at >= step * stepSeconds && e.at < (step + 1) * stepSeconds).map(brief);
    when.textContent = step < 0 ? 'mean of the whole time' : [`${three(step * stepSeconds)} s to ${three((step + 1) * stepSeconds)} s`, ...happened].join(' \u00b7 ');
    drawFigure(); drawChart();
    if (scenario) drawDelays();
  });
  drawn.append(section('Topology', `Links are as thick as their load: the larger of both directions.${events.length > 0 ? ' The slider chooses a time: what is down then is dashed, a switch without its controller has a yellow frame.' : ''}`, el('div', {class: 'choose'}, slider, when), figure, words),
      section('Load over time', 'Of the link that is clicked, in both directions; otherwise the busiest one and the mean.', chart),
      ...(scenario ? [section('First packets', 'Filled: from the departure of a flow\u2019s first frame until it arrives. Rings: round trips of pings. Orange: something did not arrive; at the top edge, nothing did.', delays),
        section('Flows', `Those that lost most first, then the incomplete ones, then the slowest first packets; at most ${SHOWN} of ${whole(scenario.flowsBegun)}${flows.length < scenario.flowsBegun ? `, of which ${whole(flows.length)} are on this page` : ''}. A click shows the way.`, flowTable)] : []),
      section('Pings', `The lost ones first, then the slowest; at most ${SHOWN}. A click on a host shows those of that host.`, table));
  draw();
})();
