// Reads everything in a call at once: streams, items, runs, cues. The parts of the finder share the result. Pure.
import type { SearchedCall } from '../../sensitive-span.js';
import { type Item, itemsOf } from './items.js';
import { type NumberBook, numberBooks } from './number-book.js';
import { type Run, runsOf } from './runs.js';
import { type Stream, streamsOf } from './talk.js';

export interface ReadStream {
  readonly stream: Stream;
  readonly items: readonly Item[];
  readonly runs: readonly Run[];
}

/** A call read with the book of one language. */
export interface ReadCall {
  readonly call: SearchedCall;
  readonly book: NumberBook;
  readonly streams: readonly ReadStream[];
}

/** Numbers of each call that is in memory: the parts of the finder ask one after the other, and reading is most of their work. */
const READ = new WeakMap<SearchedCall, readonly ReadCall[]>();

/** One reading for each book of the language. */
export function readCall(call: SearchedCall): readonly ReadCall[] {
  const known = READ.get(call) ?? readUncached(call);
  READ.set(call, known);
  return known;
}

function readUncached(call: SearchedCall): ReadCall[] {
  return numberBooks(call.language).map((book) => ({
    call,
    book,
    streams: streamsOf(call, book).map((stream) => {
      const items = itemsOf(stream, book);
      return { stream, items, runs: runsOf(stream, items) };
    }),
  }));
}
