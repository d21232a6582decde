// What a person sends as a batch: the lines of a file, or of what is pasted, as the items of the request. Without the browser.
import { csvRows, delimiterOf, QuoteNotClosed } from './csv-rows.js';

/** As many as the service takes at once, in lines and, with room for the rest of the request, in bytes. */
export const MAX_ITEMS = 1_000;
const MAX_ITEMS_BYTES = 900_000;
/** As many batches as an account can have open. */
export const MAX_PIECES = 10;
const METADATA = 'metadata.';
const REASON = 'reason';
/** What a spreadsheet takes for a formula: the service puts an apostrophe in front of such cells of refused lines. */
const FORMULA = /^'+[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

export interface Lines {
  readonly format: 'csv' | 'jsonl';
  /** Bodies of submissions. What is no JSON stays as it is: the service refuses it by its own sentence. */
  readonly items: readonly unknown[];
  /** Names of fields, in the order that they come first; without the reasons of refused lines. */
  readonly columns: readonly string[];
}

/** Why nothing can be sent. */
export type Unreadable =
  | { readonly fault: 'empty' | 'noField' }
  | { readonly fault: 'quote'; readonly line: number }
  | { readonly fault: 'cells'; readonly line: number; readonly cells: number; readonly columns: number }
  | { readonly fault: 'twice'; readonly column: string };

export const isUnreadable = (read: Lines | Unreadable): read is Unreadable => 'fault' in read;

/** Lines of JSON begin with a brace, whatever their file is called. */
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

/** As the service reads a line of a manifest: an empty cell is a field that is left out. */
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

/** In their order, each piece as much as one request takes. */
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
