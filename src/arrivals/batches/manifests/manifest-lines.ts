// Streams the lines of a manifest from its bytes. Only a part of the file is ever in memory, and no part blocks the event loop
// for long. Hostile files are refused by their lines, columns and size before they are parsed.

import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse';
import { parseAsBody } from '../../../platform/http/body/parse-json.js';
import { isRecord } from '../../../platform/http/validation/read-input.js';
import type { ManifestFormat } from '../../../wire/batch.response.js';
import { externalIdOf, IgnoredColumns, storableText } from '../batch-lines.js';
import { columnName, isMetadataColumn, REASON, unknownColumns } from '../line-body.js';
import { wholeLine } from '../line-faults.js';
import { fromText } from '../spreadsheet-text.js';
import {
  isJsonArray,
  itemsOfArray,
  MAX_LINE_CHARACTERS,
  ManifestUnreadable,
  type TextLine,
  textLines,
} from './text-lines.js';

export const MAX_LINES = 100_000;
export const MAX_COLUMNS = 200;
/** Characters parsed before the event loop gets its turn. */
const PART_CHARACTERS = 65_536;

export interface ManifestLine {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** JSONL: the text of the line. CSV: a JSON array of the cells. */
  readonly body: string;
  readonly externalId: string | null;
  /** Faults known already, as JSON text; else null. */
  readonly faults: string | null;
}

const tooLongLine = (line: number) =>
  new ManifestUnreadable(
    `Line ${line} of the manifest is longer than ${MAX_LINE_CHARACTERS.toLocaleString('en')} characters`,
  );

export class ManifestLines {
  /** The header of a CSV manifest; null for jsonl. */
  columns: readonly string[] | null = null;
  count = 0;
  private readonly ignored = new IgnoredColumns();

  constructor(private readonly format: ManifestFormat) {}

  get ignoredColumns(): readonly string[] {
    return this.ignored.names;
  }

  /** @throws ManifestUnreadable; what `bytes` throws */
  async *read(bytes: AsyncIterable<Buffer>): AsyncGenerator<ManifestLine> {
    const texts = decoded(bytes);
    for await (const line of this.format === 'csv' ? this.ofCsv(texts) : this.ofJson(texts)) {
      if (++this.count > MAX_LINES)
        throw new ManifestUnreadable(`The manifest has more than ${MAX_LINES.toLocaleString('en')} lines`);
      yield line;
    }
    if (this.count === 0) throw new ManifestUnreadable('The manifest has no lines');
  }

  private async *ofJson(texts: AsyncGenerator<string>): AsyncGenerator<ManifestLine> {
    for await (const { line, text, isCut } of await linesOf(texts)) {
      const body = storableText(text);
      if (isCut) {
        const sentence = `The line is longer than ${MAX_LINE_CHARACTERS.toLocaleString('en')} characters`;
        yield { line, body, externalId: null, faults: JSON.stringify([wholeLine(sentence)]) };
        continue;
      }
      const parsed = parseAsBody(text);
      if (isRecord(parsed)) this.ignored.add(Object.keys(parsed));
      yield { line, body, externalId: externalIdOf(parsed), faults: null };
    }
  }

  private async *ofCsv(texts: AsyncGenerator<string>): AsyncGenerator<ManifestLine> {
    let externalIdAt = -1;
    let isSentAgain = false;
    for await (const { line, cells } of records(texts)) {
      if (this.columns === null) {
        this.columns = this.headerOf(cells);
        externalIdAt = this.columns.indexOf('external_id');
        isSentAgain = this.columns.includes(REASON);
        continue;
      }
      const own = isSentAgain ? cells.map(fromText) : cells;
      const externalId = externalIdOf({ external_id: own[externalIdAt] });
      yield { line, body: JSON.stringify(own), externalId, faults: null };
    }
  }

  private headerOf(cells: readonly string[]): string[] {
    if (cells.filter((name) => name.trim().toLowerCase() !== REASON).length > MAX_COLUMNS)
      throw new ManifestUnreadable(`The manifest has more than ${MAX_COLUMNS} columns`);
    const names = cells.map((cell) => columnName(storableText(cell)));
    const double = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
    if (double !== undefined)
      throw new ManifestUnreadable(`The header of the manifest names the column ${double.slice(0, 100)} twice`);
    const plain = names.filter((name) => !isMetadataColumn(name));
    if (unknownColumns(plain).length === plain.length)
      throw new ManifestUnreadable('The first line of the manifest names no field of a call');
    this.ignored.add(plain);
    return names;
  }
}

interface Record {
  readonly line: number;
  readonly cells: string[];
}

/** Lines, or the items of a JSON array: many programs write one where lines are asked for. */
async function linesOf(all: AsyncGenerator<string>): Promise<AsyncIterable<TextLine>> {
  const { begun, texts } = await begunWith(all, isJsonArray);
  return isJsonArray(begun) ? itemsOfArray(texts) : textLines(texts);
}

/** Reads RFC 4180 with any kind of line break and the first line's separator. Skips lines without text. */
async function* records(all: AsyncGenerator<string>): AsyncGenerator<Record> {
  const { delimiter, isTold, texts } = await separated(all);
  let isFirst = true;
  let next = 1;
  /** Start lines of records that are parsed and not yielded yet. */
  const begins: number[] = [];
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    // Lists all line breaks: the parser would otherwise use the first line's everywhere, and concatenated files have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_LINE_CHARACTERS,
    on_record: (cells: string[]) => {
      const isBlank = cells.every((cell) => cell.trim() === '');
      const isSkipped = isBlank || (isFirst && isTold);
      isFirst &&= isBlank;
      if (!isSkipped) begins.push(next);
      next += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0);
      return isSkipped ? null : cells;
    },
  });
  const source = Readable.from(ofShortLines(texts));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const cells of parser) yield { line: begins.shift() ?? next, cells };
  } catch (error) {
    throw csvError(error, next);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const SEPARATORS = [',', ';', '\t'] as const;
/** A line by which Excel is told the separator. */
const TOLD_SEPARATOR = /^"?sep=([^"\r\n])"?[ \t]*$/i;

/** Spreadsheets write semicolons where the locale has a decimal comma. */
async function separated(all: AsyncGenerator<string>) {
  let begun = '';
  let header = '';
  for (let isWhole = false; !isWhole && begun.length < MAX_LINE_CHARACTERS; ) {
    const next = await all.next();
    if (next.done) break;
    begun += next.value;
    // Scans each part only once: a file may arrive byte by byte.
    const part = header === '' ? next.value.trimStart() : next.value;
    const end = part.search(/[\r\n]/);
    isWhole = end >= 0;
    header += isWhole ? part.slice(0, end) : part;
  }
  const texts = async function* () {
    yield begun;
    yield* all;
  };
  const told = TOLD_SEPARATOR.exec(header.replace(/^\uFEFF/, ''))?.[1];
  const delimiter = told ?? SEPARATORS.find((separator) => header.includes(separator)) ?? ',';
  return { delimiter, isTold: told !== undefined, texts: texts() };
}

/** Reads on until the beginning says yes or no. @returns it, and the whole text */
async function begunWith(all: AsyncGenerator<string>, test: (begun: string) => boolean | null) {
  let begun = '';
  while (test(begun) === null && begun.length < MAX_LINE_CHARACTERS) {
    const next = await all.next();
    if (next.done) break;
    begun += next.value;
  }
  const texts = async function* () {
    yield begun;
    yield* all;
  };
  return { begun, texts: texts() };
}

const breaksIn = (cell: string) => (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0);

function csvError(error: unknown, line: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLongLine(line);
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new ManifestUnreadable(`A quotation mark that opens on line ${line} of the manifest is never closed`);
  return code.startsWith('CSV_') ? new ManifestUnreadable(`Line ${line} of the manifest could not be read`) : error;
}

/**
 * Limits lines before the parser, which counts only the characters of cells: a line of separators would become a record of
 * millions of cells.
 */
async function* ofShortLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let lines = 1;
  let length = 0;
  for await (const text of texts) {
    let from = 0;
    for (const { index } of text.matchAll(/[\r\n]/g)) {
      if (length + index - from > MAX_LINE_CHARACTERS) throw tooLongLine(lines);
      if (text[index] === '\n') lines++;
      length = 0;
      from = index + 1;
    }
    length += text.length - from;
    if (length > MAX_LINE_CHARACTERS) throw tooLongLine(lines);
    yield text;
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark as some spreadsheets write it, in short parts. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of withWholeMark(bytes)) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      for (let from = 0; from < chunk.length; from += PART_CHARACTERS) {
        const text = decode(decoder, chunk.subarray(from, from + PART_CHARACTERS));
        if (text !== '') yield text;
      }
    }
    const rest = decoder === null ? '' : decode(decoder);
    if (rest !== '') yield rest;
  } finally {
    decoder = null;
  }
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Makes the first chunk at least two bytes, or the whole file: a server may send the byte order mark byte by byte. */
async function* withWholeMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head === null) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < 2) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}

function decode(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new ManifestUnreadable('The manifest is not UTF-8');
  }
}
