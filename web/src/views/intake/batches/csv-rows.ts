// The rows of a CSV file, as RFC 4180 has them, with line breaks of any kind. Without the browser.

export interface Row {
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The message names the line at which the quotation mark opens. */
export class QuoteNotClosed extends Error {
  constructor(readonly line: number) {
    super(`A quotation mark on line ${line} is not closed`);
  }
}

/** A cell, and what ends it; a quoted one begins right behind what ended the last. */
const QUOTED = /"((?:[^"]|"")*)"/y;

/** Blank lines are passed over. @throws QuoteNotClosed */
export function csvRows(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  const plain = new RegExp(`[^${delimiter === '\t' ? '\\t' : delimiter}\\r\\n]*`, 'y');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begins = line;
    const cells: string[] = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        QUOTED.lastIndex = at;
        const quoted = QUOTED.exec(text);
        if (quoted === null) throw new QuoteNotClosed(line);
        cell = (quoted[1] ?? '').replaceAll('""', '"');
        line += cell.split(/\r\n|\r|\n/).length - 1;
        at = QUOTED.lastIndex;
      }
      // Behind a quotation mark that closes nothing should stand; what does is kept.
      plain.lastIndex = at;
      cell += plain.exec(text)?.[0] ?? '';
      at = plain.lastIndex;
      cells.push(cell);
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else at += 1;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begins, cells });
  }
  return rows;
}

/** Spreadsheets of some countries write semicolons. */
export function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counts = [',', ';', '\t'].map((one) => header.split(one).length - 1);
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))] ?? ',';
}
