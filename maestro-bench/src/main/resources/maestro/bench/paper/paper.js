(() => {
  const {provenance, source, rounds, cites, figures} = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const known = v => typeof v === 'number';
  const badge = text => el('span', {class: 'soft', style: 'border: 1px solid var(--rule); border-radius: 4px; padding: 1px 7px; font-size: 13px; white-space: nowrap'}, text);
  const verdictColour = {holds: 'var(--c2)', disagrees: 'var(--c1)', 'not shown': 'var(--soft)'};
  const verdict = text => el('strong', {style: `color: ${verdictColour[text]}; white-space: nowrap`}, text);
  const left = {style: 'text-align: left'};
  const machine = provenance.machine;

  function axis(chart) {
    const xs = chart.lines.flatMap(l => l.points.map(p => p.x));
    if (chart.ticks.length) {
      const last = Math.max(2, chart.ticks.length);
      return {at: v => (v - 0.5) / last, ticks: chart.ticks.map((_, i) => i + 1), format: v => chart.ticks[v - 1], label: chart.x};
    }
    const low = Math.min(...xs), high = Math.max(...xs);
    if (chart.curve) return {...linear(low, high, 6), format: count, label: chart.x};
    const places = [...new Set(xs)].sort((a, b) => a - b);
    const at = high > low ? v => (v - low) / (high - low) : () => 0.5;
    return {at, ticks: places, format: count, label: chart.x};
  }

  function height(chart) {
    const ys = chart.lines.flatMap(l => l.points.flatMap(p => [p.y, p.low, p.high, p.stated])).filter(known);
    const label = chart.y + (chart.unit === '1' ? '' : `, ${chart.unit}`);
    if (chart.logarithmic && ys.every(y => y > 0)) return {...logarithmic(Math.min(...ys), Math.max(...ys)), format: count, label: `${label} (logarithmic)`};
    return {...linear(Math.min(0, ...ys), Math.max(...ys), 5), format: count, label};
  }

  const name = line => line.badge === 'stand-in' ? `${line.name} (stand-in)` : line.name;

  function draw(chart, title, wide) {
    if (new Set(chart.lines.flatMap(l => l.points.filter(p => known(p.y)).map(p => p.x))).size < 2) return [];
    const stated = chart.lines.flatMap((l, hue) => l.points.filter(p => known(p.stated)).map(p => ({x: p.x, y: p.stated, hue, open: true, title: `the paper, ${l.name}, ${p.at}: ${count(p.stated)}`, click: () => {}})));
    const ours = chart.curve ? [] : chart.lines.flatMap((l, hue) => l.points.filter(p => known(p.y)).map(p => ({x: p.x, y: p.y, hue, open: false, title: `${l.name}, ${p.at}: ${count(p.y)} (${count(p.low)} to ${count(p.high)})${p.marked ? ', in doubt' : ''}`, click: () => {}})));
    const spreads = chart.curve ? [] : chart.lines.flatMap((l, hue) => l.points.filter(p => known(p.low) && p.high > p.low).map(p => ({x: p.x, low: p.low, high: p.high, hue})));
    const series = chart.lines.map(l => chart.ticks.length ? [] : l.points.filter(p => known(p.y)).map(p => [p.x, p.y]));
    return [el('div', {}, legend(chart.lines.map(name)),
        stated.length ? el('p', {class: 'note'}, 'Hollow marks: numbers that the paper states.') : '',
        lineChart({series, dots: [...ours, ...stated], spreads, x: axis(chart), y: height(chart), width: wide ? 1176 : 568, height: 320, summary: `${title}: ${chart.y}`}))];
  }

  function table(chart) {
    if (chart.curve) return [];
    const places = chart.lines[0].points.map(p => p.at);
    const cell = p => !known(p.y) ? '–' : `${count(p.y)}${p.marked ? ' *' : ''}${known(p.stated) ? ` (${count(p.stated)})` : ''}`;
    const says = chart.lines.some(l => l.points.some(p => known(p.stated)));
    const unit = chart.unit === '1' ? '' : `, ${chart.unit}`;
    return [el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, el('th', left, `${chart.metric}${unit}${says ? ' (the paper)' : ''}`), ...places.map(p => el('th', {}, p)))),
        el('tbody', {}, ...chart.lines.map(l => el('tr', {}, el('td', left, name(l)), ...l.points.map(p => el('td', {}, cell(p))))))))];
  }

  function claims(figure) {
    if (figure.badge === 'not repeated') return [];
    if (!figure.claims.length) return [el('p', {class: 'note'}, 'The paper states nothing that could be judged.')];
    return [el('div', {class: 'scroll'}, el('table', {class: 'texts'}, el('thead', {}, el('tr', {}, ...['The paper', 'Verdict', 'Here'].map(t => el('th', {}, t)))),
        el('tbody', {}, ...figure.claims.map(c => el('tr', {}, el('td', {title: c.claim}, c.says + (c.section ? ` (${c.section})` : '')), el('td', {}, verdict(c.verdict)),
            el('td', {}, el('div', {}, c.reason), c.because ? el('div', {class: 'soft'}, c.because) : '', c.before ? el('div', {class: 'warn'}, `Another verdict than the registry knows: ${c.before}`) : ''))))))];
  }

  const tally = v => figures.flatMap(f => f.claims).filter(c => c.verdict === v).length;
  report.append(el('h1', {}, 'Maestro beside the papers'),
      el('p', {class: 'lead'}, `An independent re-implementation repeats ${figures.filter(f => f.charts.length).length} figures and tables. Of the papers’ claims, ${tally('holds')} hold here, ${tally('disagrees')} disagree, ${tally('not shown')} could not be shown.`),
      el('p', {class: 'soft'}, `${source} · medians of ${rounds} rounds · ${machine.coreCount} cores · ${machine.processor} · ${machine.os} · ${machine.jvm}`),
      ...(provenance.pauses ? [el('p', {class: 'soft'}, provenance.pauses)] : []), ...cites.map(c => el('p', {class: 'soft'}, c)));
  report.append(el('section', {}, el('h2', {}, 'Verdicts'), el('p', {class: 'note'}, 'Holds: in each round. Disagrees: in none. Not shown: rounds differ, or a number is missing or in doubt.'),
      el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, ...['Figure', 'What it shows', 'How', 'Claims that hold', 'Verdict'].map((t, i) => el('th', i < 2 ? left : {}, t)))),
          el('tbody', {}, ...figures.map(f => el('tr', {}, el('td', left, el('a', {href: `#${f.id}`, style: 'color: inherit'}, `${f.paper}, ${f.figure}`)), el('td', left, f.title), el('td', {}, badge(f.badge)), el('td', {}, f.score), el('td', {}, verdict(f.verdict)))))))));
  for (const figure of figures) {
    const title = `${figure.paper}, ${figure.figure}: ${figure.title}`;
    const charts = figure.charts.flatMap(c => draw(c, title, figure.charts.length === 1));
    report.append(el('section', {id: figure.id}, el('h2', {}, title, ' ', badge(figure.badge), ' ', verdict(figure.verdict)),
        el('p', {class: 'note'}, `${figure.differs} Section ${figure.section}. `, ...(figure.charts.length ? [el('code', {}, figure.command)] : [])),
        ...(figure.failure ? [el('p', {class: 'warn'}, `Not all was measured: ${figure.failure}`)] : []),
        ...claims(figure), charts.length > 1 ? el('div', {class: 'pair'}, ...charts) : el('div', {}, ...charts), ...figure.charts.flatMap(table)));
  }
})();
