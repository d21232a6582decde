// What a hostile container may cost, and what the plan says of files that are none. [whole]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileWindow } from '../../src/containers/file-window.js';
import { planRecording } from '../../src/containers/plan-recording.js';
import { UnreadableSamples } from '../../src/containers/read-wav.js';
import { MAX_PARTS } from '../../src/containers/recording-plan.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { opusWebm } from '../support/audio/timed-pcm.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'containers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function planOf(bytes: Buffer) {
  const path = join(folder, 'recording');
  await writeFile(path, bytes);
  return planRecording(path, new AbortController().signal);
}

describe('planRecording', () => {
  const magic = fc.constantFrom(
    '',
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0',
    'RIFX\0\0\0\0WAVEdata',
    'ID3\x04\0\0\0\0\0\x05',
    'fLaC\x80\0\0\x22',
    'OggS\0\x02',
    '\xff\xfb\x90\x64',
    '\0\0\0\x20ftypisom',
    '\0\0\0\x10moov\0\0\0\x08trak',
    '\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff',
    '\0\0\x01\xba\x44',
    'APETAGEX',
    'LYRICSBEGIN',
  );

  it('takes any bytes', async () => {
    const files = fc.array(fc.tuple(magic, fc.uint8Array({ maxLength: 300 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(files, async (pieces) => {
        const bytes = Buffer.concat(pieces.flatMap(([start, rest]) => [Buffer.from(start, 'latin1'), rest]));
        const plan = await planOf(bytes).catch((error: unknown) => error);
        if (plan instanceof UnreadableSamples) return;
        expect(plan).toMatchObject({ damaged: expect.any(Boolean), audioTracks: expect.any(Number) });
      }),
      { numRuns: 300 },
    );
  });

  it('tells at most fifty files apart', async () => {
    const one = wav([silence(10)]);
    const plan = await planOf(Buffer.concat(Array.from({ length: 300 }, () => one)));
    expect(plan.parts.length, 'parts').toBe(MAX_PARTS);
  });

  it.each([
    ['boxes of eight bytes', Buffer.alloc(2_000_000, Buffer.from('0000000866726565', 'hex'))],
    ['parents within parents', Buffer.alloc(2_000_000, Buffer.from('7fffffff6d6f6f76', 'hex'))],
    ['empty elements', Buffer.concat([opusWebm([]), Buffer.alloc(2_000_000, Buffer.from('ec80', 'hex'))])],
    ['first pages', Buffer.alloc(2_000_000, Buffer.from(`4f67675300${'02'.repeat(21)}01ff`, 'hex'))],
    ['lyrics that never end', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(2_000_000, 'LYRICSBEGIN')])],
    ['sync codes', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(2_000_000, Buffer.from('fff8', 'hex'))])],
  ])('%s cost no more than a bound', async (_, bytes) => {
    expect((await planOf(bytes)).parts.length, 'parts').toBeGreaterThan(0);
  });

  it('gives up on a file of more elements than any accepted recording has', async () => {
    const path = join(folder, 'many');
    await writeFile(path, 'x');
    const file = await FileWindow.open(path, new AbortController().signal);
    file.step(19_999_999);
    file.step();
    expect(() => file.step()).toThrow();
    await file.close();
  });

  it('ends when it is aborted', async () => {
    const path = join(folder, 'aborted');
    await writeFile(path, wav([silence(100)]));
    await expect(planRecording(path, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
