/* One switch among all: chosen by a click on a step of a curve, on a row, by its number or datapath id, or by the
   fragment #switch=NUMBER of the address. */
const unpack = text => {
  const bytes = atob(text), counts = [];
  let count = 0, value = 0, factor = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    value += (byte & 127) * factor;
    factor *= 128;
    if (byte < 128) {
      count += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      counts.push(count);
      value = 0;
      factor = 1;
    }
  }
  return counts;
};

/* The switches of a run as a list of objects. */
const rowsOf = columns => {
  const keys = Object.keys(columns);
  return keys.length === 0 ? [] : columns[keys[0]].map((_, i) => Object.fromEntries(keys.map(k => [k, columns[k][i]])));
};

/* Which switch is shown; whoever draws it is told. Number from 0, −1 for none. */
const selection = {
  number: -1, watchers: [],
  select(number, scrolls) {
    this.number = number;
    this.watchers.forEach(tell => tell(number, scrolls));
  },
  fromAddress(runs) {
    const match = /^#switch=(\w+)$/.exec(location.hash);
    if (match) this.select(find(runs, match[1]), true);
  },
};

/* The number, from 0, of a switch by its number from 1 or its datapath id; −1 when there is none. */
function find(runs, text) {
  const clean = text.trim().toLowerCase().replaceAll(':', '').replace(/^0x/, '');
  const all = runs[0].switches;
  if (/^\d{1,6}$/.test(clean) && Number(clean) >= 1 && Number(clean) <= all.length) return Number(clean) - 1;
  return /^[0-9a-f]{1,16}$/.test(clean) ? all.findIndex(s => s.dpid === clean.padStart(16, '0')) : -1;
}

const dpidText = dpid => dpid.match(/../g).join(':');

/* format: rate, percent, ms, bounded, whole, count; marks: of events. */
function switchSection(runs, names, label, format, marks) {
  const FEW = 12, all = runs[0].switches, count = all.length;
  const panel = el('div', {}), note = el('span', {class: 'wrong', role: 'status'});
  const input = el('input', {type: 'text', placeholder: 'number or datapath id', 'aria-label': 'switch number or datapath id'});
  const button = (text, act) => { const b = el('button', {type: 'button'}, text); b.addEventListener('click', act); return b; };
  const step = by => choose((selection.number + by + count) % count);
  const choose = number => {
    selection.select(number, false);
    history.replaceState(null, '', '#switch=' + (number + 1));
  };
  const search = () => {
    const number = find(runs, input.value);
    note.textContent = number < 0 ? `no switch '${input.value}'; allowed: 1 to ${count}, or a datapath id` : '';
    if (number >= 0) choose(number);
  };
  input.addEventListener('change', search);
  const chooser = el('div', {class: 'choose'}, button('\u2190', () => step(-1)), input, button('\u2192', () => step(1)), note);

  const over = key => s => (s.overTime || {})[key] ?? null;
  const of = key => s => (s.answerers || {})[key] ?? null;
  const delay = key => s => (s.delay || {})[key] ?? null;

  function facts(number) {
    const rows = runs.map(r => r.switches[number] || {});
    const has = pick => rows.some(s => pick(s) !== null && pick(s) !== undefined);
    const columns = [['offered/s', s => format.rate(s.offeredRequestsPerSecond), true],
      ['refused/s', (s, r) => format.rate(s.refusedRequests / r.measuredSeconds), rows.some(s => s.refusedRequests > 0)],
      ['fair share/s', s => format.rate(s.fairShareRequestsPerSecond), true],
      ['got/s', (s, r) => format.rate(s.answeredRequests === undefined ? null : s.answeredRequests / r.measuredSeconds), true],
      ['deviation, %', s => format.percent(s.deviation), true],
      ['delay p50, ms', s => format.bounded(s.delay || {}, 'p50Ns'), has(delay('p50Ns'))],
      ['p99, ms', s => format.bounded(s.delay || {}, 'p99Ns'), has(delay('p99Ns'))],
      ['in its worst window, %', s => format.percent(over('worstWindowDeviation')(s)), has(over('worstWindowDeviation'))],
      ['longest pause, ms', s => format.ms(over('longestPauseNs')(s)), has(over('longestPauseNs'))],
      ['planned gap, ms', s => format.ms(over('longestPlannedGapNs')(s)), has(over('longestPlannedGapNs'))],
      ['by two', s => s.answerers ? format.whole(s.answerers.byTwo) : '', has(of('byTwo'))],
      ['by nobody', s => s.answerers ? format.whole(s.answerers.byNobody) : '', has(of('byNobody'))],
      ['change of controller, ms', s => format.ms(of('longestChangeNs')(s)), has(of('longestChangeNs'))]].filter(c => c[2]);
    return grid({heads: ['controller', ...columns.map(c => c[0])], rows: rows.map((s, i) => [label(i), ...columns.map(c => c[1](s, runs[i]))])});
  }

  function curve(number) {
    const series = runs.map(r => {
      const packed = r.windows.packed[number], seconds = r.windows.milliseconds / 1000;
      return packed ? unpack(packed).map((n, k) => [k * seconds, n / seconds]) : [];
    });
    if (series.flat().length === 0) return el('p', {class: 'empty'}, 'What this switch got over time is not known.');
    const high = Math.max(...series.map(points => points.reduce((top, p) => Math.max(top, p[1]), 0)));
    const last = Math.max(...runs.map(r => r.measuredSeconds));
    return lineChart({series, marks, summary: 'Answers of one switch over time', height: 330,
      x: {...linear(0, last, 8), format: trim, label: 'measured time, s'},
      y: {...linear(0, high, 5), format: format.count, label: 'answers a second'}});
  }

  const section = el('section', {id: 'switch'}, el('h2', {}, 'One switch'),
      el('p', {class: 'note'}, 'Click a step of the curve above or a row below, or name a switch. '
          + `Its answers are in windows of ${runs[0].windows.milliseconds} ms${runs[0].windows.milliseconds > 100
            ? ', so that the page stays small; results.json has those of 100 ms' : ''}.`), chooser, panel, table());

  function show(number, scrolls) {
    if (number < 0) return panel.replaceChildren();
    const s = all[number];
    input.value = String(number + 1);
    panel.replaceChildren(el('p', {class: 'lead'}, `Switch ${number + 1}: datapath id ${dpidText(s.dpid)}`
        + (s.weight === 1 ? '' : `, weight ${trim(s.weight)}`)), facts(number),
        runs.length > 1 ? legend(names) : '', curve(number));
    section.querySelectorAll('.rows tr[tabindex]').forEach(row =>
        row.setAttribute('aria-selected', String(Number(row.dataset.number) === number)));
    if (scrolls) section.scrollIntoView();
  }

  function table() {
    const far = i => Math.max(...runs.map(r => Math.abs((r.switches[i] || {}).deviation ?? 0)));
    const order = all.map((_, i) => i).sort((a, b) => far(b) - far(a) || a - b);
    const made = grid({style: 'rows', heads: ['switch', 'datapath id', 'offered/s', ...names], rows: []}), body = made.querySelector('tbody');
    const fill = many => body.replaceChildren(...order.slice(0, many).map(i => {
      const row = el('tr', {tabindex: 0, 'data-number': i, 'aria-selected': String(i === selection.number)},
          el('td', {}, String(i + 1)), el('td', {}, dpidText(all[i].dpid)), el('td', {}, format.rate(all[i].offeredRequestsPerSecond)),
          ...runs.map(r => el('td', {}, format.percent((r.switches[i] || {}).deviation ?? null))));
      row.addEventListener('click', () => choose(i));
      row.addEventListener('keydown', event => { if (event.key === 'Enter') choose(i); });
      return row;
    }));
    fill(FEW);
    const wrap = el('div', {}, made);
    if (count > FEW) {
      const more = button(`all ${format.whole(count)} switches`, () => { fill(count); more.remove(); });
      wrap.append(el('p', {class: 'choose'}, `The ${FEW} with the largest deviation, in %.`, more));
    }
    return wrap;
  }

  selection.watchers.push(show);
  addEventListener('hashchange', () => selection.fromAddress(runs));
  return section;
}
