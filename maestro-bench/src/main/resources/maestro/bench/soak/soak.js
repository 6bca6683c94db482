(() => {
  const soak = JSON.parse(document.getElementById('data').textContent);
  const report = document.getElementById('report');
  const number = v => typeof v === 'number';
  const whole = v => v.toLocaleString('en-US');
  const time = s => [Math.floor(s / 3600), Math.floor(s / 60) % 60, Math.floor(s) % 60].map((v, i) => i === 0 ? v : String(v).padStart(2, '0')).join(':');
  const mib = 2 ** 20;
  const last = Math.max(...soak.samples.map(s => s.atSeconds), 1);
  const unit = last >= 7200 ? [3600, 'h'] : last >= 180 ? [60, 'min'] : [1, 's'];

  const section = (title, note, ...content) => el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content);
  const line = pick => soak.samples.filter(s => number(pick(s))).map(s => [s.atSeconds / unit[0], pick(s)]);

  function header() {
    report.append(el('h1', {}, `Soak of ${soak.controller}`), el('p', {class: 'lead'}, soak.load),
        el('p', {class: 'soft'}, `${soak.startedAt} · ${time(soak.seconds)} of ${time(soak.plannedSeconds)} · ${cores(soak.machine)} · ${soak.machine.os} · seed ${soak.seed}`));
    for (const finding of soak.findings) {
      if (finding.verdict === 'BAD') report.append(el('p', {class: 'warn'}, `${finding.what}: ${finding.found}: ${finding.word}`));
    }
  }

  function verdict() {
    const left = {style: 'text-align: left'};
    const rows = soak.findings.map(f => el('tr', {}, el('td', {}, f.what), el('td', left, f.found), el('td', left, f.word)));
    report.append(section('Verdict', 'Growth is the median of all slopes, without the first fifth of the time; up to 5 % is chance.',
        el('div', {class: 'scroll'}, el('table', {class: 'words'}, el('thead', {}, el('tr', {}, el('th', {}, ''), el('th', left, 'found'), el('th', left, ''))), el('tbody', {}, ...rows)))));
  }

  function chart(title, note, names, picks, label, scale, format = count) {
    const series = picks.map(line), all = series.flat();
    if (all.length === 0) return report.append(section(title, note, el('p', {class: 'empty'}, 'Not known.')));
    const values = all.map(p => p[1]);
    const y = scale === 'log' ? logarithmic(Math.max(1e-3, Math.min(...values)), Math.max(...values)) : linear(0, Math.max(...values), 5);
    report.append(section(title, note, ...(names.length > 1 ? [legend(names)] : []), lineChart({series, summary: title, height: 300,
      x: {...linear(0, last / unit[0], 8), format: trim, label: `time, ${unit[1]}`}, y: {...y, format, label}})));
  }

  function facts() {
    const a = soak.steady, b = soak.churning;
    const cells = (tag, values) => values.map(v => el(tag, {}, v));
    const row = (name, x) => el('tr', {}, ...cells('td', [name, ...[x.sent, x.right, x.missing, x.wrongPort, x.doubled, x.unasked, x.outOfOrder, x.malformed, x.flooded].map(whole)]));
    report.append(section('Answers', 'Flooded ones are right: after an exchange of the configuration the learning switch learns anew.',
        el('div', {class: 'scroll'}, el('table', {class: 'fit'}, el('thead', {}, el('tr', {}, ...cells('th', ['switches', 'requests', 'right answers', 'missing', 'wrong port', 'double', 'unasked', 'out of order', 'malformed', 'flooded']))),
            el('tbody', {}, row('that stay', a), row('that come and go', b))))));
    for (const failure of soak.failures) report.append(el('p', {class: 'warn'}, `broke off: ${failure}`));
  }

  header();
  verdict();
  chart('Heap and direct memory after a collection', 'The controller is asked for a collection now and then; what is left is in use.',
      ['heap', 'direct memory'], [s => number(s.heapBytes) ? s.heapBytes / mib : null, s => number(s.directBytes) ? s.directBytes / mib : null], 'MiB');
  chart('Resident memory', 'Of the process, as the system sees it: what was touched once stays.', ['resident'], [s => number(s.residentBytes) ? s.residentBytes / mib : null], 'MiB');
  chart('Descriptors, switches and threads', 'Each connected switch takes a descriptor; the line of the descriptors should follow that of the switches.',
      ['descriptors', 'switches', 'threads'], [s => s.descriptors, s => s.switches, s => s.threads], 'count');
  chart('Answers', 'Of all switches, between two looks.', ['answers'], [s => s.answersPerSecond], 'answers a second');
  chart('Longest waits', 'Longest delay of the probing switch between two looks, and the longest time for which the emulator itself did not run: what both have is not the controller’s.',
      ['probing switch', 'emulator'], [s => s.worstProbeNs > 0 ? s.worstProbeNs / 1e6 : null, s => s.ownPauseNs > 0 ? s.ownPauseNs / 1e6 : null], 'ms (logarithmic)', 'log', trim);
  facts();
})();
