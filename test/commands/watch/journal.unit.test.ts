import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal, type JournalLine } from '../../../src/commands/watch/journal.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const line = (changes: Partial<JournalLine> = {}): JournalLine => ({
  ...{ path: 'a.wav', size: 1, mtimeMs: 2.5, became: 'taken', analysisId: 'id', externalId: 'a.wav#1', reason: null },
  ...{ sentAs: 'x', seenAt: Date.now() },
  ...changes,
});
const STATE = { size: 1, mtimeMs: 2.5 };

async function written(...lines: readonly JournalLine[]): Promise<Journal> {
  const journal = await Journal.open(path);
  for (const each of lines) await journal.write(each);
  await journal.close();
  return Journal.open(path);
}

it('knows what an earlier process wrote, of the same file alone', async () => {
  const journal = await written(line());
  expect(journal.of('a.wav', STATE)).toEqual(line({ seenAt: expect.any(Number) }));
  expect([journal.of('a.wav', { ...STATE, size: 2 }), journal.of('a.wav', { ...STATE, mtimeMs: 3 })]).toEqual([
    null,
    null,
  ]);
  await journal.close();
});

it('takes the last line of a file', async () => {
  const journal = await written(line({ became: 'refused', reason: 'Not audio' }), line());
  expect(journal.of('a.wav', STATE)?.became).toBe('taken');
  await journal.close();
});

it('passes over a line that a kill cut off, and goes on behind it', async () => {
  await (await written(line())).close();
  await appendFile(path, '{"path":"b.wav","si');
  const journal = await Journal.open(path);
  await journal.write(line({ path: 'c.wav' }));
  await journal.close();
  const again = await Journal.open(path);
  expect([again.last('a.wav'), again.last('b.wav'), again.last('c.wav')].map((each) => each?.path)).toEqual([
    'a.wav',
    undefined,
    'c.wav',
  ]);
  await again.close();
});

it('has each line on the disk once it is written, whatever is written at the same time', async () => {
  const journal = await Journal.open(path);
  await Promise.all(Array.from({ length: 20 }, (_, at) => journal.write(line({ path: `${at}.wav` }))));
  expect((await readFile(path, 'utf8')).trim().split('\n'), 'lines').toHaveLength(20);
  await journal.close();
});

it('drops a file that has been gone for 30 days, and keeps one that lies there', async () => {
  const longAgo = Date.now() - 31 * 24 * 3_600_000;
  const journal = await written(line({ path: 'gone.wav', seenAt: longAgo }), line({ seenAt: longAgo }));
  await journal.tidy(new Set(['a.wav']));
  await journal.close();
  const again = await Journal.open(path);
  expect([again.last('gone.wav'), again.last('a.wav')?.path, again.size]).toEqual([null, 'a.wav', 1]);
  await again.close();
});
