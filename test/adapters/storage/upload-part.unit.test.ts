import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartBuffers } from '../../../src/adapters/storage/part-buffers.js';
import { UploadPart } from '../../../src/adapters/storage/upload-part.js';

const PART_BYTES = 1_000;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upload-part-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true, force: true });
});

/** Lets the move to the disk come to its end. */
async function untilFree(buffers: PartBuffers): Promise<void> {
  for (let buffer = buffers.tryTake(); ; buffer = buffers.tryTake()) {
    if (buffer) return buffers.give(buffer);
    await turn();
  }
}

describe('a part of an upload', () => {
  it('is collected in memory from a fast sender', async () => {
    const buffers = new PartBuffers(1, PART_BYTES);
    const part = new UploadPart(buffers, directory);
    await part.add(Buffer.from('abc'));
    await part.add(Buffer.from('def'));
    const { bytes, release } = await part.collect();
    expect(bytes.toString()).toBe('abcdef');
    expect(buffers.tryTake()).toBeNull();
    release(true);
    expect(buffers.tryTake()).not.toBeNull();
  });

  it('goes to the disk when its sender takes longer than 2 seconds, and its memory to others', async () => {
    const buffers = new PartBuffers(1, PART_BYTES);
    const slow = new UploadPart(buffers, directory);
    await slow.add(Buffer.from('abc'));
    expect(buffers.tryTake()).toBeNull();
    vi.advanceTimersByTime(2_000);
    await untilFree(buffers);
    const fast = new UploadPart(buffers, directory);
    await fast.add(Buffer.from('fast'));
    await slow.add(Buffer.from('def'));
    const waiting = slow.collect();
    const first = await fast.collect();
    expect(first.bytes.toString()).toBe('fast');
    first.release(true);
    expect((await waiting).bytes.toString()).toBe('abcdef');
  });

  it('goes to the disk at once where all memory is in use, and leaves no file that a killed process could leave', async () => {
    const buffers = new PartBuffers(1, PART_BYTES);
    const holder = new UploadPart(buffers, directory);
    const other = new UploadPart(buffers, directory);
    await other.add(Buffer.from('abc'));
    expect(await readdir(directory)).toEqual([]);
    await holder.discard();
    expect((await other.collect()).bytes.toString()).toBe('abc');
  });

  it('stays in memory where the disk fails, and fails where there is no memory either', async () => {
    const buffers = new PartBuffers(1, PART_BYTES);
    const noDirectory = join(directory, '\0');
    const slow = new UploadPart(buffers, noDirectory);
    await slow.add(Buffer.from('abc'));
    vi.advanceTimersByTime(2_000);
    await slow.add(Buffer.from('def'));
    await expect(new UploadPart(buffers, noDirectory).add(Buffer.from('x'))).rejects.toThrow();
    const { bytes, release } = await slow.collect();
    expect(bytes.toString()).toBe('abcdef');
    release(true);
  });

  it('gives the memory back when its upload fails', async () => {
    const buffers = new PartBuffers(2, PART_BYTES);
    const parts = [new UploadPart(buffers, directory), new UploadPart(buffers, directory)];
    for (const part of parts) await part.discard();
    expect([buffers.tryTake(), buffers.tryTake(), buffers.tryTake()].map((buffer) => buffer?.length ?? null)).toEqual([
      PART_BYTES,
      PART_BYTES,
      null,
    ]);
  });

  it('is not sent from memory that a broken request may still read', async () => {
    const buffers = new PartBuffers(1, PART_BYTES);
    const part = new UploadPart(buffers, directory);
    await part.add(Buffer.from('abc'));
    const broken = await part.collect();
    broken.release(false);
    buffers.tryTake()?.fill('x');
    expect(broken.bytes.toString()).toBe('abc');
  });
});
