// A table as text that spreadsheets take: cells apart by tabs, rows by lines. Without the browser.

export type Cell = string | number | null;

/** @param written a number as the language of the person writes it, without groups of thousands */
export const tableText = (rows: readonly (readonly Cell[])[], written: (value: number) => string): string =>
  rows.map((row) => row.map((cell) => cellText(cell, written)).join('\t')).join('\n');

function cellText(cell: Cell, written: (value: number) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return written(cell);
  const text = cell.replace(/[\t\r\n]+/g, ' ');
  // A spreadsheet would take it for a formula.
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
