(() => {
  const runs = data;
  for (const r of runs) r.switches = rowsOf(r.switches);
  const names = runs.map(r => r.controller);
  const three = v => v >= 99.95 ? v.toFixed(0) : v >= 9.995 ? v.toFixed(1) : v >= 0.9995 || v === 0 ? v.toFixed(2) : v.toFixed(3);
  const dashed = (v, f) => number(v) ? f(v) : '\u2013';
  const rate = v => dashed(v, x => x >= 999500 ? three(x / 1e6) + ' M' : x >= 999.5 ? three(x / 1e3) + ' k' : three(x));
  const ms = v => dashed(v, x => three(x / 1e6));
  // A delay that depends on requests without an answer is a lower bound; so is the mean when one was lost.
  const bounded = (d, k) => (number(d[k]) && number(d.atLeastFromNs) && (k === 'meanNs' || d[k] >= d.atLeastFromNs) ? '\u2265' : '') + ms(d[k]);
  const percent = v => dashed(v, x => Math.abs(x) < 0.0005 ? '0.0' : (x > 0 ? '+' : '\u2212') + Math.abs(x * 100).toFixed(Math.abs(x) < 0.9995 ? 1 : 0));

  const label = i => el('span', {class: 'swatch', title: names[i]}, sample(i), el('span', {class: 'name'}, names[i]));
  const bar = (r, value, text) => ({name: r.controller, doubtful: r.doubtful, value, text});
  const bySeries = pick => runs.map(pick);
  const marks = (runs[0].events || []).map(e => ({at: e.atSeconds, text: e.event}));
  const flat = series => series.flat();
  const span = (series, k) => [Math.min(...flat(series).map(p => p[k])), Math.max(...flat(series).map(p => p[k]))];

  // Under a skewed overload, before all else: how long a light switch waits, and what the worst-off switch gets.
  function firstLook() {
    const asked = s => s.offeredRequestsPerSecond, fair = s => s.fairShareRequestsPerSecond;
    const light = s => asked(s) > 0 && fair(s) >= 0.98 * asked(s), heavy = s => number(asked(s)) && fair(s) < 0.98 * asked(s);
    if (runs.length === 1 || !runs.some(r => r.switches.some(light) && r.switches.some(heavy))) return;
    const least = r => r.switches.length === 0 ? null : 100 * (1 + Math.min(...r.switches.map(s => s.deviation).filter(number)));
    const waits = runs.map(r => bar(r, number(r.probing.p99Ns) ? r.probing.p99Ns / 1e6 : null, bounded(r.probing, 'p99Ns')));
    const shares = runs.map(r => bar(r, least(r), dashed(least(r), v => v.toFixed(0))));
    document.getElementById('first').append(el('div', {class: 'pair'},
        section('How long a light switch waits', 'Heavy switches ask for more than their fair share, light ones for less: a light one need not wait.',
          barChart(waits, 'ms, 99th percentile of the probing delay', 'Wait of a light switch', trim)),
        section('What the worst-off switch got', 'Of its fair share, which is all that it asks for when it is light.',
          barChart(shares, '% of its fair share', 'Least part of a fair share'))));
  }

  /* Marks the lines of the results as the curves are drawn. */
  function mark() {
    for (const cell of document.querySelectorAll('#results td:first-child')) {
      const i = names.findIndex(name => cell.textContent === name || [' ', ','].includes(cell.textContent.slice(name.length)[0]) && cell.textContent.startsWith(name));
      if (i >= 0) cell.prepend(sample(i), ' ');
    }
  }

  function deviations() {
    const orders = bySeries(r => r.switches.map((s, i) => [s.deviation, i]).filter(p => number(p[0])).sort((a, b) => a[0] - b[0]));
    const series = orders.map(order => order.length === 0 ? []
      : [[order[0][0] * 100, 0], ...order.map(([v], i) => [v * 100, 100 * (i + 1) / order.length])]);
    const pick = (run, point) => {
      const chosen = orders[run][Math.max(0, point - 1)][1];
      selection.select(chosen, false);
      history.replaceState(null, '', '#switch=' + (chosen + 1));
    };
    const picked = () => orders.map((order, run) => {
      const at = order.findIndex(p => p[1] === selection.number);
      return at < 0 ? null : series[run][at + 1];
    });
    const title = 'Deviation from the max-min fair share', note = 'Cumulative over switches. A vertical line at 0 is fair; the tails are those who get less or more than they should. A click on a step shows its switch below.';
    if (flat(series).length === 0) return drawn.append(section(title, note, empty('No switch had a share to deviate from.')));
    const [low, high] = span(series, 0);
    const draw = bent => lineChart({series, steps: true, zero: true, summary: title, height: 430, pick, picked: picked(),
      x: {...(bent ? symmetric(low, high) : linear(Math.min(low, 0), Math.max(high, 0), 10)), format: signed,
        label: 'deviation, % of the fair share' + (bent ? ' (logarithmic beyond \u00b11 %)' : '')},
      y: {...linear(0, 100, 5), format: trim, label: 'switches, %'}});
    let bent = true, chart = draw(bent);
    const button = el('button', {type: 'button'}, 'linear axis');
    const redraw = () => {
      const next = draw(bent);
      chart.replaceWith(next);
      chart = next;
    };
    selection.watchers.push(redraw);
    button.addEventListener('click', () => {
      bent = !bent;
      redraw();
      button.textContent = bent ? 'linear axis' : 'logarithmic axis';
    });
    const top = legend(names);
    top.append(button);
    drawn.append(section(title, note, top, chart));
  }

  function bars() {
    const rows = (pick, text) => runs.map(r => bar(r, number(pick(r)) ? pick(r) : null, text(pick(r))));
    const cpu = rows(r => r.cpuSecondsPerMillionRequests, v => dashed(v, three));
    drawn.append(el('div', {class: 'pair'},
        section('Throughput', 'Right answers in measured time.', barChart(rows(r => r.throughputRequestsPerSecond, rate), 'requests a second', 'Throughput')),
        section('Processor time', 'Of the controller, for a million requests.', cpu.every(r => r.value === null)
          ? empty('Not known: the process of the controller cannot be seen.') : barChart(cpu, 'seconds', 'Processor time'))));
  }

  function delays() {
    const series = bySeries(r => r.delays.filter(p => number(p.delayNs) && p.delayNs > 0 && p.percentile < 100).map(p => [p.percentile, p.delayNs / 1e6]));
    const title = 'Delay of all requests', note = 'From the time a request was planned to its answer, queues of the sockets included. A request without an answer counts with the time for which it waited, so percentiles that depend on it are lower bounds.';
    if (flat(series).length === 0) return drawn.append(section(title, note, empty('No request was answered.')));
    const [low, high] = span(series, 1);
    drawn.append(section(title, note, legend(names), lineChart({series, summary: title,
      x: {...percentiles(span(series, 0)[1]), format: String, label: 'percentile of requests'},
      y: {...logarithmic(low, high), format: trim, label: 'delay, ms (logarithmic)'}})));
  }

  function overTime() {
    const last = Math.max(...runs.map(r => r.measuredSeconds));
    const x = () => ({...linear(0, last, 8), format: trim, label: 'measured time, s'});
    const line = pick => bySeries(r => r.timeline.filter(p => number(pick(p))).map(p => [p.atSeconds, pick(p)]));
    const add = (title, note, series, y) => drawn.append(section(title, note,
        ...(flat(series).length === 0 ? [empty('Not measured.')] : [legend(names), lineChart({series, marks, summary: title, height: 330, x: x(), y: y(...span(series, 1))})])));
    add('Throughput over time', 'In windows of 100 ms.', line(p => p.throughputRequestsPerSecond),
        (low, high) => ({...linear(0, high, 5), format: count, label: 'requests a second'}));
    const refused = line(p => p.refusedRequestsPerSecond);
    if (flat(refused).some(p => p[1] > 0)) {
      add('Refused over time', 'Requests whose time came while the socket was full; the scenario offers them nowhere later.', refused,
          (low, high) => ({...linear(0, high, 5), format: count, label: 'requests a second'}));
    }
    const probing = line(p => p.probingMeanNs > 0 ? p.probingMeanNs / 1e6 : null);
    add('Probing delay over time', 'Mean of the probes answered in each 100 ms; windows without one are bridged.', probing,
        (low, high) => ({...logarithmic(low, high), format: trim, label: 'delay, ms (logarithmic)'}));
    add('Largest deviation over time', 'Of any switch in each 100 ms, whether it got too much or too little; switches with a share below 20 requests in a window are left out. Below 0.1 % is drawn as 0.1 %.',
        line(p => number(p.largestDeviation) ? Math.max(0.1, Math.abs(p.largestDeviation) * 100) : null),
        (low, high) => ({...logarithmic(low, high), format: trim, label: '% of the fair share (logarithmic)'}));
  }

  firstLook();
  mark();
  deviations();
  if (runs[0].switches.length > 0) drawn.append(switchSection(runs, names, label, {rate, percent, ms, bounded, whole, count}, marks));
  bars();
  delays();
  overTime();
  selection.fromAddress(runs);
})();
