import fs, { createWriteStream, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../../src/adapters/ffmpeg/deferred.js';
import { flushMeanwhile } from '../../../src/adapters/storage/flush-meanwhile.js';

const FLUSH_BYTES = 1_000;
const CHUNK = Buffer.alloc(600, 'a');

describe('a file that is flushed while it is written', () => {
  let folder: string;
  let path: string;
  /** What the file system did, in order. */
  let steps: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flush-'));
    path = join(folder, 'file');
    steps = [];
    const { fsync, close } = fs;
    vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
      steps.push('last flush');
      fsync(fd, done);
    });
    vi.spyOn(fs, 'close').mockImplementation((fd, done) => {
      steps.push('closed');
      close(fd, done);
    });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  /** Flushes that begin before the last one; each ends with `end`. */
  function holdFlushes(): { readonly begun: Promise<void>; readonly end: (error: Error | null) => void } {
    const flush = deferred<fs.NoParamCallback>();
    vi.spyOn(fs, 'fdatasync').mockImplementation((_, done) => {
      steps.push('flush');
      flush.resolve(done);
    });
    return {
      begun: flush.promise.then(() => undefined),
      end: (error) => void flush.promise.then((done) => done(error)),
    };
  }

  function write(chunks: AsyncIterable<Buffer>): Promise<void> {
    const fd = openSync(path, 'wx');
    return pipeline(chunks, createWriteStream('', { fd, flush: true, fs: flushMeanwhile(FLUSH_BYTES) }));
  }

  it('begins to flush before the last byte, and is closed after that flush and another one', async () => {
    const flush = holdFlushes();
    await write(
      (async function* () {
        yield CHUNK;
        yield CHUNK;
        await flush.begun;
        yield CHUNK;
        steps.push('last byte');
        setImmediate(() => {
          steps.push('flush ends');
          flush.end(null);
        });
      })(),
    );
    expect(steps).toEqual(['flush', 'last byte', 'flush ends', 'last flush', 'closed']);
    expect((await readFile(path)).length, 'bytes in the file').toBe(3 * CHUNK.length);
  });

  it('fails when a flush on the way failed, which the kernel does not tell the last one', async () => {
    const flush = holdFlushes();
    const lost = Object.assign(new Error('lost'), { code: 'EIO' });
    const writing = write(
      (async function* () {
        yield CHUNK;
        yield CHUNK;
        flush.end(lost);
        await flush.begun;
        yield CHUNK;
      })(),
    );
    await expect(writing).rejects.toBe(lost);
    expect(steps.at(-1)).toBe('closed');
  });

  it('flushes a short file once, at its end', async () => {
    await write(
      (async function* () {
        yield CHUNK;
      })(),
    );
    expect(steps).toEqual(['last flush', 'closed']);
  });
});
