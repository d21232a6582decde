// Prints figures as a table, or with `--json` as one line of JSON per table.
import { wasCut } from './rounds.mjs';

/**
 * @param {string} title
 * @param {Record<string, string | number>[]} rows the first column is a name; numbers are shown with about three digits
 */
export function printTable(title, rows) {
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ title, rows })}\n`);
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => show(row[column])));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((line) => line[i].length)));
  const line = (texts) =>
    texts.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  ');
  const bold = (text) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[22m` : text);
  process.stdout.write(`\n${bold(title)}\n${bold(line(columns))}\n${cells.map(line).join('\n')}\n`);
}

/**
 * Hands figures over to `npm run bench`, with `--json` only: one line of JSON for each, marked where rounds were left out.
 * @param {Record<string, number>} figures by the keys that bench/run/bars.mjs names
 */
export function printFigures(figures) {
  if (!process.argv.includes('--json')) return;
  for (const [figure, value] of Object.entries(figures))
    process.stdout.write(`${JSON.stringify({ figure, value, ...(wasCut() && { isCut: true }) })}\n`);
}

/** Writes to standard error: standard output is for figures. */
export function reportProgress(text) {
  process.stderr.write(`${text}\n`);
}

function show(value) {
  if (typeof value !== 'number') return String(value ?? '');
  if (Number.isNaN(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
