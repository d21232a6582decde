// Which task of the threads that mask is next. The threads are stood in for.
import { afterEach, expect, it, vi } from 'vitest';
import { TaskThreads } from '../../../src/platform/concurrency/task-threads.js';
import type { WantedRedaction } from '../../../src/ports/redaction.js';
import { Masking } from '../../../src/redaction/masking/masking.js';
import type { MaskingTask } from '../../../src/redaction/masking/masking-task.js';

const WANTED = { types: [] } as unknown as WantedRedaction;
/** Ends the task at work, the oldest first. */
let ends: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  ends = [];
});

/** A masking whose tasks begin, and end when the test says so. A task has its account in its words. */
function watchedMasking() {
  const begun: string[] = [];
  vi.spyOn(TaskThreads.prototype, 'run').mockImplementation((task: object) => {
    const of = task as MaskingTask;
    const words = 'mask' in of ? of.mask.call.segments[0]?.text : 'typed' in of ? of.typed.texts[0] : '';
    begun.push((words ?? '').slice(0, 2));
    return new Promise<never>((resolve) => ends.push(() => resolve({} as never)));
  });
  const masking = new Masking();
  const heard = (name: string, characters: number) => {
    const segment = {
      id: 0,
      speaker: null,
      channel: null,
      startMs: 0,
      endMs: 1,
      text: name.padEnd(characters),
      words: null,
    };
    const call = { segments: [segment], language: 'en' };
    void masking.mask(name.slice(0, 1), { call, wanted: WANTED, further: [] }, new AbortController().signal);
  };
  const typed = (name: string) =>
    void masking.maskTyped(name.slice(0, 1), { texts: [name], wanted: WANTED }, new AbortController().signal);
  return { begun, heard, typed };
}
const endOne = async () => {
  ends.shift()?.();
  await new Promise(setImmediate);
};

it('begins a short task beside the long ones of others, at once', () => {
  const { begun, heard, typed } = watchedMasking();
  for (const name of ['a1', 'a2', 'b1', 'c1']) heard(name, 36_000);
  heard('d1', 500);
  typed('e1');
  expect(begun).toEqual(['a1', 'd1']);
});

it('gives the next turn to the account that has had the fewest words', async () => {
  const { begun, heard } = watchedMasking();
  heard('a1', 400_000);
  for (const name of ['a2', 'b1', 'b2', 'b3']) heard(name, 40_000);
  for (let n = 0; n < 2; n++) await endOne();
  heard('c1', 40_000);
  for (let n = 0; n < 3; n++) await endOne();
  expect(begun).toEqual(['a1', 'b1', 'b2', 'c1', 'b3', 'a2']);
});
