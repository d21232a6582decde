// The answer as JSON text, in parts: five thousand rows have megabytes.
import { yieldToOthers } from '../../../platform/concurrency/loop-turns.js';
import type { Statistics } from './statistics-reader.js';

/** Rows written in a turn of the event loop. */
const SLICE = 100;

export async function* statisticsJson({ rows, totals, ...head }: Statistics): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  for (let from = 0; from < rows.length; from += SLICE) {
    yield (from === 0 ? '' : ',') + JSON.stringify(rows.slice(from, from + SLICE)).slice(1, -1);
    await yieldToOthers();
  }
  yield `],"totals":${JSON.stringify(totals)}}`;
}
