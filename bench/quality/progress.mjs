// Shows how far the bench is: one line with a bar on a terminal, a line every tenth of the way elsewhere. All of it goes to the
// error output, so that the standard output holds the result alone.
import { styleText } from 'node:util';

const BAR_CELLS = 24;
const MIN_REDRAW_MS = 100;
/** Before this share is done, its pace says little. */
const MIN_PACED_SHARE = 0.05;

/** @param parts `[{ id, units, seconds }]` with the seconds that each part is expected to take */
export function openProgress(parts) {
  const expected = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const startedAt = Date.now();
  let seconds = 0;
  let drawnAt = 0;
  let nextTenth = 1;

  const line = (about) => {
    const share = expected === 0 ? 1 : Math.min(1, seconds / expected);
    const cells = Math.round(share * BAR_CELLS);
    const bar = `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)}`;
    // A machine that does other work too is slower than expected.
    const pace = share < MIN_PACED_SHARE ? 1 : (Date.now() - startedAt) / 1000 / seconds;
    const left = duration(pace * Math.max(0, expected - seconds));
    return `${bar} ${String(Math.floor(100 * share)).padStart(3)} %, ${left} left  ${about}`;
  };
  const draw = (about) => {
    if (process.stderr.isTTY) {
      if (Date.now() - drawnAt < MIN_REDRAW_MS) return;
      drawnAt = Date.now();
      process.stderr.write(`\r${line(about).slice(0, (process.stderr.columns ?? 80) - 1)}\x1b[K`);
    } else if (expected > 0 && seconds / expected >= nextTenth / 10) {
      process.stderr.write(`${line(about)}\n`);
      nextTenth = Math.floor((10 * seconds) / expected) + 1;
    }
  };
  return {
    /** As many units of the part are done as `weight` tells. */
    tick: (part, about, weight = 1) => {
      const { id, units, seconds: ofPart } = part;
      seconds += (ofPart * weight) / units;
      draw(`${id}: ${about}`);
    },
    /** What runs now, without a step forward. */
    note: draw,
    /** A whole line above the bar. */
    print: (text) => {
      clear();
      process.stderr.write(`${text}\n`);
    },
    clear,
  };
}

function clear() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** `45 s`, `3 min 20 s`. */
export function duration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function paint(style, text, stream = process.stdout) {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}
