// Parses the JSON of a body, a large one in pieces.
import { randomUUID } from 'node:crypto';
import { yieldToOthers } from '../../concurrency/loop-turns.js';
import { type CutArray, JsonScan, MAX_VALUES, UNLIMITED } from './json-scan.js';

/** Maximum number of members of one object: those of large objects take ten times as long as those of small ones. */
export const MAX_MEMBERS = 1_000;
/** Bytes looked at in a turn of the event loop. */
const LOOKED_AT = 262_144;

export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/**
 * Elements of a large array in the outermost object are parsed some at a time, in turns of the event loop.
 * @param maxValues members and elements of the whole
 * @throws TooManyValues; SyntaxError or TypeError for what is no JSON in UTF-8, or nests too deep
 */
export async function parseJson(json: Buffer, maxValues: number): Promise<unknown> {
  const scan = new JsonScan(json, { maxValues, maxValuesAtOnce: MAX_VALUES, maxMembers: MAX_MEMBERS });
  for (scan.go(LOOKED_AT); !scan.isAtEnd; scan.go(LOOKED_AT)) await yieldToOthers();
  if (scan.tooManyValues) throw new TooManyValues('Too many values');
  if (scan.tooDeep) throw new SyntaxError('Nested too deep');
  if (scan.arrays.length === 0) return JSON.parse(decode(json));
  // A mark that no client can write stands in the place of each array: a later member of the same name replaces an earlier one.
  const mark = randomUUID();
  const whole: unknown = JSON.parse(decode(withMarks(json, scan.arrays, mark)));
  const members: unknown[] = typeof whole === 'object' && whole !== null ? Object.values(whole) : [];
  for (const [index, array] of scan.arrays.entries()) {
    const place = members.find(
      (member): member is unknown[] => Array.isArray(member) && member[0] === `${mark}${index}`,
    );
    const elements = place ?? [];
    elements.length = 0;
    for (const text of elementsOf(json, array)) {
      await yieldToOthers();
      const some: unknown[] = JSON.parse(text);
      if (some.length === 0) throw new SyntaxError('A comma without an element');
      for (const one of some) elements.push(one);
    }
  }
  return whole;
}

function withMarks(json: Buffer, arrays: readonly CutArray[], mark: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const [index, { start, end }] of arrays.entries()) {
    parts.push(json.subarray(from, start), Buffer.from(`"${mark}${index}"`));
    from = end;
  }
  return Buffer.concat([...parts, json.subarray(from)]);
}

/** JSON texts of arrays. */
function* elementsOf(json: Buffer, { start, cuts, end }: CutArray): Generator<string> {
  let from = start;
  for (const to of [...cuts, end]) {
    yield `[${decode(json.subarray(from, to), true)}]`;
    from = to + 1;
  }
}

/** @param isPart a mark of the byte order may stand at the beginning of the whole alone */
const decode = (bytes: Buffer, isPart = false) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: isPart }).decode(bytes);

/** @returns undefined for what the body of a request could not be */
export function parseAsBody(text: string): unknown {
  const json = Buffer.from(text);
  const scan = new JsonScan(json, UNLIMITED);
  scan.go(json.length);
  if (scan.tooDeep) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
