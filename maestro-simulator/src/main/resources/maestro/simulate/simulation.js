(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const names = [...new Set(data.runs.map(r => r.strategy))];
  const most = Math.max(...data.runs.map(r => r.workers));
  const number = v => typeof v === 'number';
  const median = values => {
    const sorted = values.sort((a, b) => a - b), n = sorted.length;
    return n % 2 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  };
  const seeds = new Set(data.runs.map(r => r.seed)).size;
  const series = pick => names.map(name => {
    const runs = data.runs.filter(r => r.strategy === name && number(pick(r)));
    return [...new Set(runs.map(r => r.workers))].map(workers => [workers, median(runs.filter(r => r.workers === workers)
        .map(r => pick(r, data.runs.find(f => f.strategy === name && f.seed === r.seed))))]);
  });
  const span = lines => [Math.min(...lines.flat().map(p => p[1])), Math.max(...lines.flat().map(p => p[1]))];
  const cores = () => {
    const log = Math.log2(most) || 1, ticks = [];
    for (let n = 1; n <= most; n *= 2) ticks.push(n);
    return {at: v => Math.log2(v) / log, ticks, format: String, label: 'workers, each with a core of its own (logarithmic)'};
  };
  const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content);
  const chart = (title, note, pick, y) => {
    const lines = series(pick);
    if (lines.flat().length > 0) report.append(section(title, note, legend(names), lineChart({series: lines, summary: title, height: 360, x: cores(), y: y(...span(lines))})));
  };

  report.append(el('h1', {}, `${data.scenario}: simulated on up to ${most} cores`), el('p', {class: 'lead'}, data.description),
      el('p', {class: 'soft'}, `${data.switchCount} switches \u00b7 load ${data.load} \u00b7 ordering ${data.ordering} \u00b7 ${data.measuredSeconds} s of virtual time each`
        + (seeds > 1 ? ` \u00b7 medians of ${seeds} seeds` : '')
        + (data.controller.length ? ` \u00b7 the controller has ${data.controller.join(', ')}` : '')
        + (data.sharedCores ? ` \u00b7 all threads share ${data.sharedCores} cores` : '')
        + (data.eventsNotPlayed > 0 ? ` \u00b7 the scenario\u2019s events are not played: ${data.eventsNotPlayed}` : '')));
  chart('Throughput', 'Answers a second.', r => r.throughputRequestsPerSecond,
      (low, high) => ({...logarithmic(low, high), format: count, label: 'requests a second (logarithmic)'}));
  if (data.runs.some(r => r.refusedRequestsPerSecond > 0)) {
    chart('Refused', 'Requests a second whose time came while the socket was full; the scenario offers them nowhere later.',
        r => r.refusedRequestsPerSecond, (low, high) => ({...linear(0, high, 5), format: count, label: 'requests a second'}));
  }
  chart('Throughput relative to the fewest workers', 'As in Figures 12 and 13 of the Maestro paper; a straight line scales.', (r, first) => first ? r.throughputRequestsPerSecond / first.throughputRequestsPerSecond : 1,
      (low, high) => ({...logarithmic(low, high), format: trim, label: 'times that of the fewest workers (logarithmic)'}));
  chart('Largest deviation from the max-min fair share', 'Of any switch, over all of measured time. Below 0.01 % is drawn as 0.01 %.',
      r => number(r.deviation.min) ? Math.max(0.01, 100 * Math.max(-r.deviation.min, r.deviation.max)) : null,
      (low, high) => ({...logarithmic(low, high), format: trim, label: 'deviation, % (logarithmic)'}));
  chart('Probing delay, mean', 'Of a switch that asks rarely while the others load the controller.',
      r => number(r.probing.meanNs) ? r.probing.meanNs / 1e6 : null, (low, high) => ({...logarithmic(low, high), format: trim, label: 'delay, ms (logarithmic)'}));
  chart('Probing delay, 99th percentile', 'Of the same switch.',
      r => number(r.probing.p99Ns) ? r.probing.p99Ns / 1e6 : null, (low, high) => ({...logarithmic(low, high), format: trim, label: 'delay, ms (logarithmic)'}));
  chart('Processor time for a request', 'System calls, the controller\u2019s own code, and memory that other cores have written, of all threads.',
      r => r.kernelNs + r.stageNs + r.memoryNs, (low, high) => ({...linear(0, high, 5), format: trim, label: 'ns'}));
})();
