(() => {
  const page = JSON.parse(document.getElementById('data').textContent);
  const root = document.getElementById('report');
  const section = (title, note, ...content) => root.append(el('section', {}, el('h2', {}, title), el('p', {class: 'note'}, note), ...content));
  const cells = (tag, values) => values.map(v => el(tag, {}, v));

  function header() {
    root.append(el('h1', {}, 'What a good switch notices of attacks'),
        el('p', {class: 'lead'}, `${page.verdict}.`), el('p', {class: 'soft'}, page.facts.join(' \u00b7 ')));
    for (const a of page.attacks) {
      for (const failure of a.failures) root.append(el('p', {class: 'warn'}, `${a.attack}: ${failure}`));
    }
  }

  /* Groups are pairs of a title and how many columns it stands above. */
  function table(groups, titles, row) {
    const group = ([title, columns]) => el('th', columns > 1 ? {colspan: columns, scope: 'colgroup'} : {}, title);
    return el('div', {class: 'scroll'}, el('table', {class: 'fit'},
        el('thead', {}, el('tr', {}, ...groups.map(group)), el('tr', {}, ...cells('th', titles))),
        el('tbody', {}, ...page.attacks.map(a => el('tr', {}, ...cells('td', row(a)))))));
  }

  header();
  section('The good switch', 'It asks 500 times a second while a controller is attacked. Its longest delay in peace is that before any attack.',
      table([['', 1], ['', 1], ['its answers', 3], ['', 1], ['delay, ms', 3]],
          ['attack', 'kept', 'lost', 'wrong', 'doubled', 'asked', 'p99', 'worst', 'in peace'], a => [a.attack, a.kept ? 'yes' : 'NO', ...a.noticed]));
  section('The controller', 'Connections that it refused or closed, ERROR messages that it sent, and by how much its open files, threads and live heap have grown.',
      table([['', 1], ['', 1], ['connections', 2], ['', 1], ['grown by', 3]],
          ['attack', 'tried', 'refused', 'closed', 'errors', 'files', 'threads', 'heap KiB'], a => [a.attack, ...a.done]));
  section('The attacks', 'What each promises, and what one try does.',
      el('table', {class: 'facts'}, el('tbody', {}, ...page.attacks.map(a =>
          el('tr', {}, el('th', {scope: 'row'}, a.attack), el('td', {}, el('b', {}, a.promise), ` ${a.what}`))))));
})();
