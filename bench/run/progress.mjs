// Shows which bench runs and in which phase it is: one line that is rewritten on a terminal, a line for each phase elsewhere. All
// of it goes to the error output, so that the standard output holds the result alone.
import { duration } from '../quality/progress.mjs';

const REDRAW_MS = 1_000;

/** @param benches `[{ name, seconds }]` with the seconds that each is expected to take */
export function openProgress(benches) {
  const startedAt = performance.now();
  const isTerminal = process.stderr.isTTY;
  let index = 0;
  let benchStartedAt = startedAt;
  let phase = '';

  const line = () => {
    const elapsed = (performance.now() - startedAt) / 1000;
    const [current, ...later] = benches.slice(index);
    const left = Math.max(0, current.seconds - (performance.now() - benchStartedAt) / 1000);
    const expected = elapsed + left + later.reduce((sum, { seconds }) => sum + seconds, 0);
    const times = `${duration(elapsed)} of about ${duration(expected)}`;
    return `${index + 1} of ${benches.length}, ${times}  ${current.name}: ${phase}`;
  };
  const draw = () => {
    const width = (process.stderr.columns ?? 80) - 1;
    process.stderr.write(isTerminal ? `\r${line().slice(0, width)}\x1b[K` : `${line()}\n`);
  };
  const timer = isTerminal ? setInterval(draw, REDRAW_MS) : undefined;
  return {
    begin(at) {
      index = at;
      benchStartedAt = performance.now();
      phase = 'starts';
      draw();
    },
    note(text) {
      phase = text;
      draw();
    },
    end() {
      clearInterval(timer);
      if (isTerminal) process.stderr.write('\r\x1b[K');
    },
  };
}
