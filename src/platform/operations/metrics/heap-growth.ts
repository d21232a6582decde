// How far the heap may grow between two full garbage collections.
import { setFlagsFromString } from 'node:v8';

/**
 * V8's switch for it. Versions without it would print an error, so a test holds it against the `--v8-options` of the Node that
 * runs it.
 */
export const HEAP_GROWTH_FLAG = '--heap-growing-percent';
const HEAP_GROWTH_PERCENT = 100;

/**
 * V8 lets a heap that grows slowly get a tenth larger before it collects all of it again, and counts every buffer that a request
 * or a file brought. A process that reads recordings then marks its whole heap, 65 MB, for each 6 MB that it has read. V8 reads
 * the switch at the end of each full collection: call this when the start has filled the heap, since a small heap that doubles
 * collects more often than V8 would (docs/decisions/0019-start-and-heap.md).
 */
export function collectWhenHeapHasDoubled(): void {
  setFlagsFromString(`${HEAP_GROWTH_FLAG}=${HEAP_GROWTH_PERCENT}`);
}
