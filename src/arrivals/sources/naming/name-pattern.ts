// Patterns such as `{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav`. What lies between fields is searched from left to
// right and never again: a field ends at the first place where what follows it stands. So a match takes at most the length of the
// name times that of the pattern, whatever both hold, and no regular expression is made of a client's text.
import { fieldFault, isTimeField } from './named-fields.js';
import { formsFault, readTimeAt, readTimeForm, type TimeForm, type TimeUnit, timeOfParts } from './time-form.js';

type Fixed = { readonly literal: string } | { readonly time: TimeForm };
type Piece = Fixed | { readonly field: string | null };

export interface NamePattern {
  /** Held against the key behind the prefix, not against the file's name alone. */
  readonly isOfPath: boolean;
  /** Null for `{*}`, whose text is dropped. `fixed[i]` stands before `fields[i]`; the last behind all of them. */
  readonly fields: readonly (string | null)[];
  readonly fixed: readonly (readonly Fixed[])[];
}

export const MAX_PATTERN_CHARACTERS = 500;
const MAX_FIELDS = 30;
/** Keys of S3 have at most 1,024 bytes, paths of Linux 4,096. */
const MAX_NAME_CHARACTERS = 4_096;
const ANYTHING = '*';

/** The pattern, or one sentence about its fault. */
export function readPattern(source: string): NamePattern | string {
  const pieces = readPieces(source);
  if (typeof pieces === 'string') return pieces;
  const fields: (string | null)[] = [];
  const fixed: Fixed[][] = [[]];
  for (const piece of pieces) {
    if (!('field' in piece)) {
      fixed.at(-1)?.push(piece);
      continue;
    }
    if (fields.length > 0 && fixed.at(-1)?.length === 0) return 'two fields must have text between them';
    fields.push(piece.field);
    fixed.push([]);
  }
  const isOfPath = pieces.some((piece) => fixedText(piece).includes('/'));
  return pieceFault(pieces) ?? { isOfPath, fields, fixed };
}

function readPieces(source: string): Piece[] | string {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < source.length) {
    if (source[at] === '}') return 'a } has no { before it';
    if (source[at] !== '{') {
      const end = endOfText(source, at);
      pieces.push({ literal: source.slice(at, end) });
      at = end;
      continue;
    }
    const end = source.indexOf('}', at);
    if (end === -1) return 'a { is not closed';
    const piece = readField(source.slice(at + 1, end));
    if (typeof piece === 'string') return piece;
    pieces.push(piece);
    at = end + 1;
  }
  return pieces;
}

function endOfText(source: string, from: number): number {
  let end = from;
  while (end < source.length && source[end] !== '{' && source[end] !== '}') end++;
  return end;
}

/** @param inside what stands between the braces */
function readField(inside: string): Piece | string {
  if (inside === ANYTHING) return { field: null };
  const colon = inside.indexOf(':');
  const name = colon === -1 ? inside : inside.slice(0, colon);
  const fault = fieldFault(name);
  if (fault !== null) return fault;
  if (!isTimeField(name)) return colon === -1 ? { field: name } : `only started_at has a form, ${name} has none`;
  if (colon === -1) return "started_at needs its form, as in {started_at:yyyyMMdd'T'HHmm}";
  const form = readTimeForm(inside.slice(colon + 1));
  return typeof form === 'string' ? form : { time: form };
}

function pieceFault(pieces: readonly Piece[]): string | null {
  const names = pieces.flatMap((piece) => ('field' in piece && piece.field !== null ? [piece.field] : []));
  const forms = pieces.flatMap((piece) => ('time' in piece ? [piece.time] : []));
  if (names.length + forms.length === 0) return 'the pattern must have a field, as in {agent_id}';
  if (pieces.filter((piece) => !('literal' in piece)).length > MAX_FIELDS)
    return `at most ${MAX_FIELDS} fields are taken`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `${twice} stands in the pattern twice`;
  return forms.length === 0 ? null : formsFault(forms);
}

function fixedText(piece: Piece): string {
  if ('literal' in piece) return piece.literal;
  return 'time' in piece ? piece.time.map((part) => ('literal' in part ? part.literal : '')).join('') : '';
}

/** The names of the fields that the pattern gives. */
export const fieldsOf = ({ fields, fixed }: NamePattern): readonly string[] => [
  ...fields.filter((name) => name !== null),
  ...(fixed.flat().some((piece) => 'time' in piece) ? ['started_at'] : []),
];

/**
 * The values by field; `started_at` as ISO 8601.
 * @param path the key behind the prefix
 * @param zone of times without an offset
 * @returns null for another name
 */
export function matchName(pattern: NamePattern, path: string, zone: string): ReadonlyMap<string, string> | null {
  const name = pattern.isOfPath ? withoutSlash(path, pattern) : path.slice(path.lastIndexOf('/') + 1);
  if (name.length > MAX_NAME_CHARACTERS) return null;
  const parts = new Map<TimeUnit, number>();
  const values = new Map<string, string>();
  const last = pattern.fields.length;
  let at = 0;
  for (const [index, pieces] of pattern.fixed.entries()) {
    const found = findFixed(pieces, name, at, { mayMove: index > 0, mustEnd: index === last }, parts);
    if (found === null) return null;
    if (index > 0) {
      const text = name.slice(at, found.start);
      if (text.includes('/')) return null;
      const field = pattern.fields[index - 1];
      if (typeof field === 'string') values.set(field, text);
    }
    at = found.end;
  }
  if (parts.size === 0) return values;
  const time = timeOfParts(parts, zone);
  return time && values.set('started_at', time.toISOString());
}

/** A prefix may end before a slash, or behind it. */
function withoutSlash(path: string, { fixed }: NamePattern): string {
  const [first] = fixed[0] ?? [];
  const beginsWithSlash = first !== undefined && 'literal' in first && first.literal.startsWith('/');
  return path.startsWith('/') && !beginsWithSlash ? path.slice(1) : path;
}

interface Place {
  /** A field stands before it, which has at least one character. */
  readonly mayMove: boolean;
  /** Nothing stands behind it. */
  readonly mustEnd: boolean;
}

function findFixed(
  pieces: readonly Fixed[],
  name: string,
  from: number,
  { mayMove, mustEnd }: Place,
  parts: Map<TimeUnit, number>,
): { start: number; end: number } | null {
  if (pieces.length === 0) {
    const start = mayMove && mustEnd ? name.length : from;
    return mayMove && start <= from ? null : { start, end: start };
  }
  const first = mayMove ? from + 1 : from;
  for (let start = first; start <= (mayMove ? name.length : first); start++) {
    const end = readFixedAt(pieces, name, start, parts);
    if (end !== -1 && (!mustEnd || end === name.length)) return { start, end };
  }
  return null;
}

function readFixedAt(pieces: readonly Fixed[], name: string, from: number, parts: Map<TimeUnit, number>): number {
  let at = from;
  for (const piece of pieces) {
    if ('time' in piece) at = readTimeAt(piece.time, name, at, parts);
    else at = name.startsWith(piece.literal, at) ? at + piece.literal.length : -1;
    if (at === -1) return -1;
  }
  return at;
}
