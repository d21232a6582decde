// Cuts long work on the event loop into pieces. All long work of the process together gets one piece in a turn of the loop, so
// that everything else is delayed by one piece a turn, however many requests have long work.
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the loop that no other piece has; first come, first served. Call it before each piece. */
export function yieldToOthers(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}

/**
 * Makes something of each item, some items in a turn of the loop.
 * @param slice items in a turn: work of a few milliseconds at most
 */
export async function inSlices<Item, Made>(
  items: Iterable<Item>,
  slice: number,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (made.length % slice === 0) await yieldToOthers();
  }
  return made;
}
