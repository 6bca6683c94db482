(() => {
  const result = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const number = v => typeof v === 'number';
  const names = result.runs.map(r => r.subject);
  const last = Math.max(1, ...result.runs.flatMap(r => r.points.map(p => p.atSeconds)));
  const line = (run, pick) => run.points.filter(p => number(pick(p))).map(p => [p.atSeconds, pick(p)]);
  const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content);

  function chart(title, note, series, labels, y, steps) {
    const values = series.flat().map(p => p[1]);
    if (values.length === 0) return report.append(section(title, note, el('p', {class: 'empty'}, 'Not known.')));
    report.append(section(title, note, ...(labels.length > 1 ? [legend(labels)] : []), lineChart({series, steps, height: 260, summary: title,
      x: {...linear(0, last, 10), format: trim, label: 'time, s'}, y: y(values)})));
  }
  const fromZero = (label, format) => values => ({...linear(0, Math.max(...values), 5), format, label});
  const decades = (label, format) => values => ({...logarithmic(Math.min(...values), Math.max(...values)), format, label});

  function table() {
    const cell = (text, left) => el('td', left ? {style: 'text-align: left'} : {}, text);
    const ms = ns => number(ns) ? trim(ns / 1e6) : '–', whole = v => number(v) ? Math.round(v).toLocaleString('en-US') : '–';
    const rate = v => number(v) ? count(v) : '–';
    const rows = result.runs.flatMap(run => run.steps.map(s => el('tr', {}, cell(run.subject, true), cell(`${trim(s.fromSeconds)}–${trim(s.toSeconds)}`),
        cell(rate(s.offeredPerSecond)), cell(rate(s.servedPerSecond)), cell(whole(s.ibt)), cell(whole(s.batchRequests)), cell(ms(s.probingMeanNs)), cell(ms(s.probingP99Ns)))));
    const titles = ['subject', 'time, s', 'offered a second', 'served a second', 'mean IBT', 'mean batch', 'probing delay mean, ms', 'p99, ms'];
    report.append(section('Step by step', 'The delay is that of a switch which asks now and then; its p99 is that of the means of 100 ms.',
        el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, ...titles.map((t, i) => el('th', i === 0 ? {style: 'text-align: left'} : {}, t)))), el('tbody', {}, ...rows)))));
  }

  report.append(el('h1', {}, 'Batching under changing rates'), el('p', {class: 'lead'}, `${result.workers === 1 ? '1 worker' : result.workers + ' workers'}: ${result.load}`),
      el('p', {class: 'soft'}, `${result.startedAt} · ${cores(result.machine)} · ${result.machine.processor} · ${result.machine.os} · ${result.machine.jvm}`));
  for (const run of result.runs) {
    if (run.startedWith) report.append(el('p', {class: 'soft'}, `${run.subject}: ${run.startedWith}`));
    if (run.note) report.append(el('p', {class: 'warn'}, `${run.subject}: ${run.note}`));
  }
  const offered = result.runs.length === 0 ? [] : line(result.runs[0], p => p.offeredPerSecond);
  chart('Offered', 'The same for every subject.', [offered], ['offered'], fromZero('requests a second', count), true);
  chart('Served', 'Right answers, by 100 ms.', result.runs.map(r => line(r, p => p.servedPerSecond)), names, fromZero('requests a second', count));
  chart('Input batching threshold', 'A batch is run when it holds so many requests, or when nothing is pending. Mean of all workers.',
      result.runs.map(r => line(r, p => p.ibt > 0 ? p.ibt : null)), names, decades('requests (logarithmic)', count));
  chart('Probing delay', 'Mean of the probes that were answered within 100 ms.',
      result.runs.map(r => line(r, p => p.probingMeanNs > 0 ? p.probingMeanNs / 1e6 : null)), names, decades('ms (logarithmic)', trim));
  table();
})();
