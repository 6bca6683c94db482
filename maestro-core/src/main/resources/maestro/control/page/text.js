// Text and colours.

const PREFIXES = ["", " k", " M", " G"];

const byId = (id) => document.getElementById(id);

/** Makes an element with a text. */
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

/** A number with three digits: 0.51, 12.3, 1.23 M. */
function short(value) {
  let size = Math.abs(value);
  let prefix = 0;
  while (size >= 999.5 && prefix < PREFIXES.length - 1) {
    size /= 1000;
    prefix++;
  }
  const digits = size >= 99.95 || (prefix === 0 && Number.isInteger(value)) ? 0 : size >= 9.995 ? 1 : 2;
  return (value < 0 ? "−" : "") + size.toFixed(digits) + PREFIXES[prefix];
}

/** A count with its noun. */
const counted = (count, one, many) => count + " " + (count === 1 ? one : many);

/** Bits in a second: 512 bit/s, 12.3 Mbit/s. */
const bits = (value) => short(Math.round(value)).replace(/^([^ ]*)$/, "$1 ") + "bit/s";

/** A text without zeros behind its point: 0.5, 10 k, 2 M. */
const trimmed = (text) => text.replace(/(\.\d*?)0+(?= |$)/, "$1").replace(/\.(?= |$)/, "");

/** A number of an axis. */
const tick = (value) => trimmed(short(value));

/** A deviation with its sign: −12.3 %, +250 %. */
function percent(deviation) {
  const value = deviation * 100;
  const size = Math.abs(value);
  if (size < 0.05) return "0 %";
  return (value < 0 ? "−" : "+") + (size >= 9.95 ? size.toFixed(0) : size.toFixed(1)) + " %";
}

/** A time of so many seconds, in its two largest units. */
function lasting(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return s + " s";
  if (s < 3600) return Math.floor(s / 60) + " min " + (s % 60) + " s";
  if (s < 86400) return Math.floor(s / 3600) + " h " + Math.floor((s % 3600) / 60) + " min";
  return Math.floor(s / 86400) + " d " + Math.floor((s % 86400) / 3600) + " h";
}

/** A delay with three digits: 0.123 ms, 12.5 ms, 2.08 s; from a minute on in two units. `Units.measured` does the same. */
function delay(ms) {
  if (ms === 0) return "0 ms";
  if (ms >= 59950) return lasting(Math.round(ms / 1000));
  const value = ms < 999.5 ? ms : ms / 1000;
  const digits = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(digits) + (value === ms ? " ms" : " s");
}

/** A bound as it was set: 1.5 ms, 2 s. */
const bound = (ms) => (ms < 1000 ? ms + " ms" : ms / 1000 + " s");

const colours = {};

/** Reads the colours of the style, which follow the system. */
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "ink", "soft", "rule", "grid", "field", "got", "below", "above", "bad"]) {
    colours[name] = style.getPropertyValue("--" + name).trim();
  }
}

const SANS = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const MONO = 'ui-monospace, "DejaVu Sans Mono", monospace';

/** Draws when the size of a box has changed, in the next frame: a draw may change sizes itself. */
function whenResized(box, draw) {
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(box);
}

/** Gives a canvas as many pixels as the screen has for it; its drawing context in CSS pixels. */
function fitted(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const across = Math.round(width * ratio);
  const down = Math.round(height * ratio);
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** The round step that divides a range into at most so many parts. */
function roundStep(range, parts) {
  const raw = range / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.9999);
}
