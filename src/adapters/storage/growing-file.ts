// A recording that arrives over several requests, as a file to which each request appends. The upload's row in the database holds
// the valid length: bytes after that are cut off, because no client was told that they are stored.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GrowingObject, Growth, GrowthState } from '../../ports/object-store.js';

/** Bytes between two flushes: a process that is killed loses at most this much. Same value as for long recordings. */
const FLUSH_BYTES = 16_000_000;

/** Bytes written at once: each write goes through a thread of its own, whatever its size. */
const GATHERED_BYTES = 256 * 1024;

interface GrowingFileOptions {
  /** @returns the path of a key */
  readonly path: (key: string) => string;
  /** Wraps the errors of file operations. */
  readonly wrap: <T>(operation: () => Promise<T>) => Promise<T>;
}

export class GrowingFile {
  private state: GrowthState | null;
  private flushing: Promise<void> | null = null;
  private failure: { readonly error: unknown } | null = null;
  private sizeBytes: number;
  private flushedBytes: number;

  constructor(
    private readonly growing: GrowingObject,
    private readonly growth: Growth,
    private readonly options: GrowingFileOptions,
  ) {
    this.state = growing.state;
    this.sizeBytes = growing.sizeBytes;
    this.flushedBytes = growing.sizeBytes;
  }

  async run(body: AsyncIterable<Buffer>): Promise<GrowingObject> {
    const file = await this.options.wrap(() => this.open());
    try {
      await this.write(file, body).catch(async (error: unknown) => {
        await this.flush(file, true);
        throw error;
      });
      await this.flush(file, true);
      return this.grown(this.sizeBytes);
    } finally {
      await this.flushing?.catch(() => undefined);
      await file.close().catch(() => undefined);
    }
  }

  private async write(file: FileHandle, body: AsyncIterable<Buffer>): Promise<void> {
    let gathered: Buffer[] = [];
    let bytes = 0;
    const writeGathered = async () => {
      const [chunks, position] = [gathered, this.sizeBytes];
      this.sizeBytes += bytes;
      [gathered, bytes] = [[], 0];
      await this.options.wrap(() => writeAll(file, chunks, position));
    };
    try {
      for await (const chunk of body) {
        if (this.failure) return;
        gathered.push(chunk);
        bytes += chunk.length;
        if (bytes < GATHERED_BYTES) continue;
        await writeGathered();
        if (this.sizeBytes - this.flushedBytes >= FLUSH_BYTES && this.flushing === null) void this.flush(file, false);
      }
    } finally {
      // What arrived before the sender was cut off counts.
      if (bytes > 0 && this.failure === null) await writeGathered();
    }
  }

  /** Flushes the file, one flush at a time. @param isLast waits for the previous one, and throws its error */
  private async flush(file: FileHandle, isLast: boolean): Promise<void> {
    if (isLast) await this.flushing;
    if (isLast && this.failure) throw this.failure.error;
    const flushing = this.flushTo(file, this.sizeBytes, isLast);
    this.flushing = flushing.catch((error: unknown) => {
      this.failure ??= { error };
    });
    await this.flushing;
    this.flushing = null;
    if (isLast && this.failure) throw this.failure.error;
  }

  private async flushTo(file: FileHandle, sizeBytes: number, isLast: boolean): Promise<void> {
    const hasNews = sizeBytes > this.flushedBytes;
    this.flushedBytes = sizeBytes;
    if (!hasNews && !isLast) return;
    if (hasNews) await this.options.wrap(() => file.datasync());
    if (hasNews || this.state !== this.growing.state) await this.growth.save?.(this.grown(sizeBytes));
  }

  private grown(sizeBytes: number): GrowingObject {
    return { key: this.growing.key, sizeBytes, state: this.state };
  }

  private async open(): Promise<FileHandle> {
    const { state, sizeBytes } = this.growing;
    const { path } = this.options;
    for (const key of state?.stale ?? []) await rm(path(key), { force: true });
    const [key] = state?.keys ?? [];
    if (key === undefined || this.growth.isTakenOver) {
      const next = `uploads/${randomUUID()}`;
      await mkdir(dirname(path(next)), { recursive: true });
      // A process that is taken for dead may still write to the old file, but not to the copy.
      if (key !== undefined)
        await copyFile(path(key), path(next), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      this.state = { keys: [next], stale: key === undefined ? [] : [key] };
    } else if (state && state.stale.length > 0) this.state = { keys: state.keys, stale: [] };
    const [current = ''] = this.state?.keys ?? [];
    const isNew = key === undefined;
    const file = await open(path(current), isNew ? 'wx' : 'r+', 0o600);
    try {
      if ((await file.stat()).size < sizeBytes) throw new Error('The file of an upload is shorter than it was');
      await file.truncate(sizeBytes);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

/** @param position in the file */
async function writeAll(file: FileHandle, chunks: readonly Buffer[], position: number): Promise<void> {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(chunks, position);
  if (bytesWritten === size) return;
  const rest = Buffer.concat(chunks, size).subarray(bytesWritten);
  for (let done = 0; done < rest.length; )
    done += (await file.write(rest, done, rest.length - done, position + bytesWritten + done)).bytesWritten;
}
