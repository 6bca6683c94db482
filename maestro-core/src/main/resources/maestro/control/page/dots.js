// The hosts in the graph, as small squares around their switch.

/** From so many pixels a link on, hosts are drawn; below that only those of a way. */
const HOSTS_FROM = 32;

/** So many hosts of a switch are drawn; the label of the switch has their number. */
const DOTS_A_SWITCH = 12;

const DOT = 3;

/** How far from its switch a host is drawn at most, with its own size. */
const HOST_REACH = 33;

/** What identifies a host: an address may occur in several VLANs. */
const hostKey = (host) => host.mac + "/" + host.vlan;

/** What people call a host. */
const hostName = (host) => host.addresses[0] ?? host.mac;

/**
 * The places of the hosts of a switch: on an arc on the side where it has no links.
 *
 * @param x, y where the switch is
 * @param away the angle at which it has no links
 */
function placesOf(hosts, x, y, away, far) {
  const step = Math.min(0.5, (1.6 * Math.PI) / hosts.length);
  return hosts.map((host, i) => {
    const angle = away + step * (i - (hosts.length - 1) / 2);
    return { host, fromX: x, fromY: y, x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
  });
}

/** The angle away from the links of each node, by its index. */
function anglesAway(layout) {
  const dx = new Float64Array(layout.x.length);
  const dy = new Float64Array(layout.x.length);
  for (const [a, b] of layout.edges) {
    const [across, down] = [layout.x[b] - layout.x[a], layout.y[b] - layout.y[a]];
    const length = Math.hypot(across, down) || 1;
    dx[a] -= across / length;
    dy[a] -= down / length;
    dx[b] += across / length;
    dy[b] += down / length;
  }
  return dx.map((each, i) => Math.atan2(dy[i], each));
}

/** Draws hosts: a line to the switch, and a square. */
function drawDots(c, dots, lit, alpha) {
  c.strokeStyle = c.fillStyle = lit ? colours.ink : colours.soft;
  c.globalAlpha = lit ? 1 : alpha / 2;
  c.lineWidth = lit ? 3 : 1;
  c.beginPath();
  for (const { fromX, fromY, x, y } of dots) {
    c.moveTo(fromX, fromY);
    c.lineTo(x, y);
  }
  c.stroke();
  c.globalAlpha = alpha;
  const size = lit ? DOT + 2 : DOT;
  for (const { x, y } of dots) c.fillRect(x - size, y - size, 2 * size, 2 * size);
  c.globalAlpha = c.lineWidth = 1;
}
