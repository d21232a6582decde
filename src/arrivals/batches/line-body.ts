// What a line asks for: the body of a submission, from the text of the line, the header of its manifest and the defaults of its
// batch.

import { SubmitUrlRequest } from '../../pipeline/intake/submit-call.request.js';
import { MESSAGES } from '../../platform/errors/validation-messages.js';
import { parseAsBody } from '../../platform/http/body/parse-json.js';
import { isRecord, unknownMembers } from '../../platform/http/validation/read-input.js';
import type { ManifestFormat } from '../../wire/batch.response.js';
import { type LineFault, wholeLine } from './line-faults.js';

/** Column that identifies a manifest as a file of refused lines. */
export const REASON = 'reason';
const METADATA = 'metadata.';

export interface LineForm {
  /** Null for an item of the request itself: JSON. */
  readonly format: ManifestFormat | null;
  /** The header of a CSV manifest. */
  readonly columns: readonly string[] | null;
  readonly defaults: Readonly<Record<string, unknown>>;
}

export type ReadLine =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly fault: LineFault };

/** @param text as the row keeps it */
export function readLine(text: string, { format, columns, defaults }: LineForm): ReadLine {
  const read = format === 'csv' && columns !== null ? fromCells(JSON.parse(text), columns) : fromJson(text);
  return read.ok ? { ok: true, body: filledIn(read.body, defaults) } : read;
}

/** Names of columns, or of members, that are no fields of a call. */
export function unknownColumns(names: readonly string[]): string[] {
  return unknownMembers(SubmitUrlRequest, Object.fromEntries(names.map((name) => [name, ''])));
}

/** Column of a header, whose case does not matter. Keys of metadata and names that are no fields stay as they are written. */
export function columnName(written: string): string {
  const name = written.trim();
  const folded = name.toLowerCase();
  if (isMetadataColumn(folded)) return METADATA + name.slice(METADATA.length);
  return folded === REASON || unknownColumns([folded]).length === 0 ? folded : name;
}

export const isMetadataColumn = (name: string) => name.startsWith(METADATA) && name.length > METADATA.length;

function fromJson(text: string): ReadLine {
  const body = parseAsBody(text);
  return body === undefined
    ? { ok: false, fault: wholeLine(MESSAGES.json_invalid, 'json_invalid') }
    : { ok: true, body };
}

/** An empty cell is a field that is left out. */
function fromCells(cells: readonly string[], columns: readonly string[]): ReadLine {
  if (cells.length !== columns.length) {
    const sentence = `The line has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} and the header has ${columns.length}`;
    return { ok: false, fault: wholeLine(sentence) };
  }
  const filled = columns
    .map((name, index): [string, string] => [name, cells[index]?.trim() ?? ''])
    .filter(([name, cell]) => name !== '' && cell !== '');
  const keys = filled
    .filter(([name]) => isMetadataColumn(name))
    .map(([name, cell]) => [name.slice(METADATA.length), cell]);
  const fields = Object.fromEntries(filled.filter(([name]) => !isMetadataColumn(name)));
  if (keys.length === 0) return { ok: true, body: fields };
  const given = readMetadata(fields.metadata ?? '{}');
  // What is no object is refused by its own fault.
  const metadata = isRecord(given) ? { ...given, ...Object.fromEntries(keys) } : fields.metadata;
  return { ok: true, body: { ...fields, metadata } };
}

/** It may be JSON text, as in a form. */
const readMetadata = (given: unknown) => (typeof given === 'string' ? parseAsBody(given) : given);

function filledIn(body: unknown, defaults: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(body)) return body;
  const filled = { ...defaults, ...body };
  const shared = readMetadata(defaults.metadata);
  const own = readMetadata(body.metadata);
  return isRecord(shared) && isRecord(own) ? { ...filled, metadata: { ...shared, ...own } } : filled;
}
