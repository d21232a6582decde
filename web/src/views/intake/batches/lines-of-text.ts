// Lines of a batch: converts a file or pasted text to the items of the request. Without the browser.
import { csvRows, delimiterOf, QuoteNotClosed } from './csv-rows.js';

/** Limits of one request: items, and bytes with room for the rest of the request. */
export const MAX_ITEMS = 1_000;
const MAX_ITEMS_BYTES = 900_000;
/** API limit: open batches of an account. */
export const MAX_PIECES = 10;
const METADATA = 'metadata.';
const REASON = 'reason';
/**
 * Cells that a spreadsheet would read as formulas, with an apostrophe in front. The service adds it to such cells of refused
 * lines.
 */
const FORMULA = /^'+[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

export interface Lines {
  readonly format: 'csv' | 'jsonl';
  /** Bodies of submissions. A line that is no JSON stays unchanged: the service refuses it with its own message. */
  readonly items: readonly unknown[];
  /** Names of fields, in order of first use; without the reasons of refused lines. */
  readonly columns: readonly string[];
}

/** Reason why nothing can be sent. */
export type Unreadable =
  | { readonly fault: 'empty' | 'noField' }
  | { readonly fault: 'quote'; readonly line: number }
  | { readonly fault: 'cells'; readonly line: number; readonly cells: number; readonly columns: number }
  | { readonly fault: 'twice'; readonly column: string };

export const isUnreadable = (read: Lines | Unreadable): read is Unreadable => 'fault' in read;

/** Lines of JSON begin with a brace, whatever the name of the file. */
export function readLines(text: string): Lines | Unreadable {
  const content = text.replace(/^\ufeff/, '');
  if (content.trim() === '') return { fault: 'empty' };
  return /^\s*\{/.test(content) ? fromJson(content) : fromCsv(content);
}

function fromJson(text: string): Lines {
  const items = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(jsonOf);
  const columns = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])));
  return { format: 'jsonl', items, columns: [...columns] };
}

function fromCsv(text: string): Lines | Unreadable {
  try {
    const [header, ...rows] = csvRows(text, delimiterOf(text));
    const columns = header?.cells.map((cell) => cell.trim()) ?? [];
    const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at);
    if (twice !== undefined) return { fault: 'twice', column: twice };
    if (!columns.some((name) => /^[a-z_]+$/.test(name) && name !== REASON)) return { fault: 'noField' };
    if (rows.length === 0) return { fault: 'empty' };
    const isSentAgain = columns.includes(REASON);
    const items: unknown[] = [];
    for (const { line, cells } of rows) {
      if (cells.length !== columns.length)
        return { fault: 'cells', line, cells: cells.length, columns: columns.length };
      items.push(bodyOf(columns, isSentAgain ? cells.map(unescaped) : cells));
    }
    return { format: 'csv', items, columns: columns.filter((name) => name !== '' && name !== REASON) };
  } catch (error) {
    if (error instanceof QuoteNotClosed) return { fault: 'quote', line: error.line };
    throw error;
  }
}

const unescaped = (cell: string): string => (FORMULA.test(cell) ? cell.slice(1) : cell);

/** Submission of a line, read like a manifest's line by the service: an empty cell is a missing field. */
function bodyOf(columns: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  const filled = columns
    .map((name, at): readonly [string, string] => [name, cells[at]?.trim() ?? ''])
    .filter(([name, cell]) => name !== '' && name !== REASON && cell !== '');
  const isKey = ([name]: readonly [string, string]) => name.startsWith(METADATA) && name.length > METADATA.length;
  const fields = Object.fromEntries(filled.filter((one) => !isKey(one)));
  const keys = filled.filter(isKey).map(([name, cell]) => [name.slice(METADATA.length), cell]);
  if (keys.length === 0) return fields;
  const given = jsonOf(fields.metadata ?? '{}');
  return isObject(given) ? { ...fields, metadata: { ...given, ...Object.fromEntries(keys) } } : fields;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Pieces of the items, in order. Each piece fits into one request. */
export function piecesOf(items: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    const last = pieces.at(-1);
    if (last === undefined || last.length === MAX_ITEMS || bytes + size > MAX_ITEMS_BYTES) {
      pieces.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return pieces;
}
