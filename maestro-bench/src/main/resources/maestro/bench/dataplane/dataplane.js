(() => {
  const {result, sheets, study, aims} = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const points = figure => result.points.filter(p => p.figure === figure);
  const rate = p => p.framesPerSecond.median;
  const names = {HASH: 'OpenFlow hash', LINEAR: 'OpenFlow linear', TUPLE_SPACE: 'tuple space', LEARNING: 'L2 learning', ROUTING: 'L3 longest prefix'};
  const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content);
  const wire = (bytes, frames) => frames * (bytes + 20) * 8 / 1e9; // preamble and gap are on the wire, too
  const LINE = 'line of 10 Gbit/s';

  function chart(labels, series, x, y, summary, width, height) {
    return el('div', {}, legend(labels), lineChart({series, width, height: height || 300, summary, x, y}));
  }
  const fromZero = (series, label, format) => ({...linear(0, Math.max(1e-9, ...series.flat().map(p => p[1])), 5), format: format || trim, label});
  const sizes = {...linear(0, 1500, 5), format: trim, label: 'frame, bytes'};
  const sheet = start => sheets.filter(s => s.title.startsWith(start)).map(grid);

  function grid(s) {
    const left = {style: 'text-align: left'};
    return el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, ...s.columns.map((c, i) => el('th', i === 0 ? left : {}, c)))),
        el('tbody', {}, ...s.rows.map(row => el('tr', {}, ...row.map((c, i) => el('td', i === 0 ? left : {}, c)))))));
  }

  /* Throughput over the frame size; the line's rate where a line is asked for. */
  function bySize(figure, wanted, summary, width) {
    const series = wanted.map(w => points(figure).filter(w.has).map(p => [p.cell.frameBytes, wire(p.cell.frameBytes, rate(p))]));
    const top = Math.max(1, ...series.flat().map(p => p[1]));
    const all = [...series, [[64, 10], [1500, 10]]];
    const y = {...logarithmic(Math.min(1, ...series.flat().map(p => p[1])), Math.max(10, top)), format: trim, label: 'Gbit/s (logarithmic)'};
    return chart([...wanted.map(w => w.name), LINE], all, sizes, y, summary, width);
  }

  const techniques = ['HASH', 'LINEAR', 'TUPLE_SPACE', 'LEARNING', 'ROUTING'].map(t => ({name: names[t], has: p => p.cell.technique === t}));
  const three = ['HASH', 'LEARNING', 'ROUTING'];

  report.append(el('h1', {}, 'Data plane: forwarding techniques'),
      el('p', {class: 'lead'}, 'The experiments of Bianco, Birke, Giraudo and Palacin (OpenFlow Switching: Data Plane Performance, ICC 2010) with the switches of the emulator, a learning bridge and a router, on one core.'),
      el('p', {class: 'soft'}, `${result.startedAt} · ${result.plan.rounds} alternating rounds of ${result.plan.measureMs} ms · ${result.machine.coreCount} cores · ${result.machine.processor} · ${result.machine.os} · ${result.machine.jvm}`));
  if (result.note) report.append(el('p', {class: 'warn'}, result.note));

  report.append(section('Aims', 'Medians of the rounds decide.', el('table', {class: 'texts'}, el('tbody', {}, ...aims.map(a =>
      el('tr', {}, el('td', {}, a.wanted), el('td', {}, a.found), el('td', {}, a.met ? 'met' : 'missed')))))));

  if (points('ONE_FLOW').length) report.append(section('Figure 2: one flow, one entry',
      'Throughput over the frame size. A frame costs the same whatever its size, so bits a second grow with it.',
      bySize('ONE_FLOW', techniques, 'Throughput over the frame size'), ...sheet('Figure 2')));

  if (points('OFFERED').length) {
    const series = three.map(t => points('OFFERED').filter(p => p.cell.technique === t).map(p => [p.cell.load / 1e6, rate(p) / 1e6]));
    const most = Math.max(...series.flat().map(p => p[0]));
    const all = [...series, [[0, 0], [most, most]]];
    report.append(section('Figure 3: offered and forwarded, 64 bytes',
        'One flow. Beyond the capacity frames are lost in the ring of the port; throughput must not drop there.',
        chart([...three.map(t => names[t]), 'offered'], all, {...linear(0, most, 8), format: trim, label: 'offered, M frames/s'}, fromZero(all, 'forwarded, M frames/s'), 'Forwarded over offered frames'), ...sheet('Figure 3')));
  }

  if (points('MANY_FLOWS').length) {
    const entries = [8192, 65536, 131072];
    const charts = ['HASH', 'TUPLE_SPACE', 'LEARNING', 'ROUTING'].map(t => el('div', {}, el('h2', {}, names[t]),
        bySize('MANY_FLOWS', entries.map(n => ({name: `${n / 1024} K`, has: p => p.cell.technique === t && p.cell.entries === n})), names[t], 568)));
    report.append(section('Figure 5: many flows, small, medium and large tables', 'Flows are as many as entries, chosen at random for each frame.',
        el('div', {class: 'pair'}, ...charts), ...sheet('Figure 5')));
  }

  if (points('TABLES').length) report.append(section('Figure 6: hash, linear and tuple space', 'Full tables: 131,072 entries without wildcards, or 100 with, chosen at random for each frame.',
      bySize('TABLES', techniques.slice(0, 3), 'Throughput of full tables'), ...sheet('Figure 6')));

  const mixes = points('MIX').filter(p => p.cell.traffic === 'MIX');
  if (mixes.length) {
    const chains = [['hash, then linear, 64 bytes', 'HASH_THEN_LINEAR', 64], ['hash, then linear, 1500 bytes', 'HASH_THEN_LINEAR', 1500], ['hash, then tuple space, 64 bytes', 'HASH_THEN_TUPLE_SPACE', 64]];
    const series = chains.map(([, t, size]) => mixes.filter(p => p.cell.technique === t && p.cell.frameBytes === size).map(p => [100 * p.cell.load, rate(p) / 1e6]));
    report.append(section('Figure 7: mixed traffic', 'The part of the frames that the hash table matches; the table behind it matches the others.',
        chart(chains.map(c => c[0]), series, {...linear(0, 100, 5), format: trim, label: 'matched by the hash table, %'}, fromZero(series, 'M frames/s'), 'Throughput over the mix'), ...sheet('Figure 7'),
        el('p', {class: 'note'}, 'Frames that match nothing pass both tables, and no controller is there to ask:'), ...sheet('Frames that')));
  }

  report.append(section('Figure 8: what is timed', 'The study takes the processing time of a frame from its latency: T = L − 2 (transmission + propagation). Here the forwarding itself is timed, burst by burst.', timing()), ...(sheet('Table I').length ?
      [section('Table I: processing time of a frame', 'Nanoseconds. The study has 26 to 30 µs in every cell.', ...sheet('Table I'))] : []));

  for (const [figure, title] of [['ONE_PORT', 'Figure 9: two flows by one port'], ['TWO_PORTS', 'Figure 10: two flows by a port each']]) {
    if (!points(figure).length) continue;
    const series = three.map(t => points(figure).filter(p => p.cell.technique === t).map(p => [100 * p.cell.load, 100 * median(p.rounds.map(r => r.secondLoss - r.firstLoss))]));
    const values = series.flat().map(p => p[1]);
    report.append(section(title, 'Loss of the second flow minus that of the first one. The first flow has 10 % of the link, which carries twice what the technique forwards. Above 0 the first, smaller flow is favoured.',
        chart(three.map(t => names[t]), series, {...linear(40, 90, 5), format: trim, label: 'second flow, % of the link'}, {...linear(Math.min(-2, ...values), Math.max(2, ...values), 5), format: signed, label: 'points'}, title)));
  }
  report.append(...(sheet('Figures 9').length ? [section('Figures 9 and 10 in numbers', sheets.find(s => s.title.startsWith('Figures 9')).note, ...sheet('Figures 9'))] : []));

  report.append(section('Beside the study', 'What its authors state in words or in their table. They measured OpenFlow 0.8.9, the bridge and the router of Linux 2.6.27 on a Core 2 Duo with network cards of 1 Gbit/s.',
      el('div', {class: 'scroll'}, el('table', {class: 'texts'}, el('thead', {}, el('tr', {}, ...['Figure', 'The study', 'Here', 'Why'].map(t => el('th', {}, t)))),
          el('tbody', {}, ...study.map(r => el('tr', {}, ...[r.figure, r.study, r.ours, r.why].map(t => el('td', {}, t)))))))));

  function median(values) {
    const sorted = values.filter(v => typeof v === 'number').sort((a, b) => a - b), n = sorted.length;
    return n === 0 ? 0 : (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
  }

  function timing() {
    const root = svg('svg', {class: 'chart', viewBox: '0 0 1176 150', role: 'img', 'aria-label': 'What is timed'});
    const boxes = [[20, 'generator', 'writes 64 frames'], [320, 'receive ring', '256 frames a port'], [620, 'forwarder', 'timed: T'], [920, 'sink', 'counts frames']];
    boxes.forEach(([x, name, what], i) => {
      root.append(svg('rect', {x, y: 30, width: 200, height: 80, rx: 4, fill: 'none', stroke: i === 2 ? color(1) : 'currentColor', 'stroke-width': i === 2 ? 3 : 1}),
          svg('text', {class: 'value', x: x + 100, y: 64, 'text-anchor': 'middle'}, name), svg('text', {x: x + 100, y: 88, 'text-anchor': 'middle'}, what));
      if (i > 0) root.append(svg('line', {class: 'axis', x1: x - 100, x2: x, y1: 70, y2: 70}), svg('text', {x: x - 50, y: 62, 'text-anchor': 'middle'}, ['', 'plan', 'burst', 'reference'][i]));
    });
    return root;
  }
})();
