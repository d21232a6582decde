// One part of an upload while it arrives: in memory while the sender is fast and memory is free, else in a file.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PartBuffers } from './part-buffers.js';

/** A sender needs 21 Mbit/s to fill 5 MiB in this time. What a slower one has sent goes to the disk. */
const SPILL_AFTER_MS = 2_000;

/** The bytes of a whole part. `release` gives their memory back. */
export interface CollectedPart {
  readonly bytes: Buffer;
  /** @param reusable false when a request broke off that may still read the memory */
  release(reusable: boolean): void;
}

export class UploadPart {
  sizeBytes = 0;
  private buffer: Buffer | null;
  private file: FileHandle | null = null;
  /** Chunks and the move to the disk take turns. */
  private last: Promise<unknown> = Promise.resolve();
  private readonly timer: NodeJS.Timeout | null = null;

  /** @param directory for the file of a slow sender; created when missing */
  constructor(
    private readonly buffers: PartBuffers,
    private readonly directory: string,
  ) {
    this.buffer = buffers.tryTake();
    // Where the disk fails, the part stays in memory.
    if (this.buffer)
      this.timer = setTimeout(() => void this.inTurn(() => this.spill()).catch(() => undefined), SPILL_AFTER_MS);
  }

  /** @param chunk no longer than what is left of the part */
  add(chunk: Buffer): Promise<void> {
    return this.inTurn(async () => {
      if (this.buffer) {
        chunk.copy(this.buffer, this.sizeBytes);
      } else {
        this.file ??= await openUnnamed(this.directory);
        await write(this.file, chunk, this.sizeBytes);
      }
      this.sizeBytes += chunk.length;
    });
  }

  /** Waits for memory when the part is in a file. Neither `add` nor `collect` may follow. */
  collect(): Promise<CollectedPart> {
    return this.inTurn(async () => {
      this.stopTimer();
      const buffer = this.buffer ?? (await this.buffers.take());
      this.buffer = buffer;
      if (this.file) await read(this.file, buffer.subarray(0, this.sizeBytes));
      await this.closeFile();
      this.buffer = null;
      return {
        bytes: buffer.subarray(0, this.sizeBytes),
        release: (reusable) => (reusable ? this.buffers.give(buffer) : this.buffers.giveUp()),
      };
    });
  }

  /** Gives back what the part holds. Call when the upload fails. */
  async discard(): Promise<void> {
    this.stopTimer();
    await this.inTurn(async () => {
      if (this.buffer) this.buffers.give(this.buffer);
      this.buffer = null;
      await this.closeFile();
    });
  }

  private async spill(): Promise<void> {
    const { buffer } = this;
    if (!buffer) return;
    const file = await openUnnamed(this.directory);
    try {
      await write(file, buffer.subarray(0, this.sizeBytes), 0);
    } catch (error) {
      await file.close();
      throw error;
    }
    this.file = file;
    this.buffer = null;
    this.buffers.give(buffer);
  }

  private async closeFile(): Promise<void> {
    const { file } = this;
    this.file = null;
    await file?.close();
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    return done;
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
  }
}

/**
 * A file without a name: the kernel frees it when it is closed or the process is killed, so nothing is left to be swept away.
 */
async function openUnnamed(directory: string): Promise<FileHandle> {
  const path = join(directory, randomUUID());
  await mkdir(directory, { recursive: true });
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function write(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}

async function read(file: FileHandle, into: Buffer): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, done);
    if (bytesRead === 0) throw new Error('The file of a part is shorter than the part');
    done += bytesRead;
  }
}
