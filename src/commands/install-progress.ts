// Shows the progress of the download of a speech model.
import type { InstallProgress } from '../adapters/sherpa/sherpa-install.js';

const BAR_WIDTH = 30;
const MEGABYTE = 1_000_000;

/** Output stream of a program: `process.stdout`. */
export interface Terminal {
  /** Absent where the stream is no terminal. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Draws a bar on a terminal. Elsewhere it prints a line for each tenth, so that logs stay short. */
export function installProgress(output: Terminal): (progress: InstallProgress) => void {
  let shown = '';
  return ({ part, number, of, receivedBytes }) => {
    const share = receivedBytes / part.bytes;
    const step = `${number} ${Math.floor(share * (output.isTTY ? 1000 : 10))}`;
    if (step === shown) return;
    shown = step;
    const size = `${(receivedBytes / MEGABYTE).toFixed(1)} of ${(part.bytes / MEGABYTE).toFixed(1)} MB`;
    const place = `Part ${number} of ${of}, ${part.name}`;
    if (!output.isTTY) {
      output.write(`${place}: ${size}\n`);
      return;
    }
    const bar = '='.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH);
    // Clears the line when the part is complete: the final message is printed there.
    output.write(receivedBytes === part.bytes ? '\r\x1b[K' : `\r${place} [${bar}] ${size}\x1b[K`);
  };
}
