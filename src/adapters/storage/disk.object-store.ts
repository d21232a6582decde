import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, open as openFile } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Batcher } from '../../platform/concurrency/batcher.js';
import type { SignedLinks } from '../../platform/http/access/signed-links.js';
import { type ByteRange, type ObjectLink, ObjectStore, type StoredObject } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { checkedKey, checkedPrefix, isObjectKey } from './object-key.js';

export interface DiskObjectStoreOptions {
  /** Absolute. Created when missing. */
  readonly directory: string;
  /** What clients call, without `/api/v1` and without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Of each upload in memory at most, beside what is being written. Measured: large recordings cost a third more where it is
 * a megabyte, for their bytes have left the processor's cache before they are written; short ones take a fifth longer where
 * it is less, for each write waits for the threads that flush others.
 */
const WRITE_AHEAD = { shortBytes: 1024 * 1024, longBytes: 256 * 1024 };
const MOST_SHORT_BYTES = 16 * 1024 * 1024;
/** A file that nobody has written to for so long belongs to a process that was killed in mid-upload. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/**
 * Recordings as files. A recording is written under another name, flushed and then renamed, so that a key either names
 * the whole object or nothing. Every process that shares the store must see the same directory.
 */
export class DiskObjectStore extends ObjectStore implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly incoming: string;
  private readonly namesKept = new Batcher((folders: readonly string[]) => keepNames(folders));
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: DiskObjectStoreOptions,
    private readonly links: SignedLinks,
  ) {
    super();
    this.incoming = join(options.directory, '.incoming');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.removeAbandoned();
    this.sweep = setInterval(() => void this.removeAbandoned().catch(() => undefined), ABANDONED_AFTER_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.sweep);
  }

  override async put(
    key: string,
    body: Readable,
    signal?: AbortSignal,
    announcedBytes: number | null = null,
  ): Promise<{ sizeBytes: number }> {
    const path = this.path(key);
    const temporary = join(this.incoming, randomUUID());
    const abort = () => body.destroy(asError(signal?.reason));
    // A source may break before it is read; it is then told by the reading below.
    body.on('error', () => undefined);
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort, { once: true });
      const fd = await stored(() => inFolder(this.incoming, () => promisify(openFile)(temporary, 'wx', 0o600)));
      const isShort = announcedBytes !== null && announcedBytes <= MOST_SHORT_BYTES;
      const sizeBytes = await this.write(fd, body, isShort ? WRITE_AHEAD.shortBytes : WRITE_AHEAD.longBytes);
      signal?.throwIfAborted();
      await stored(() => this.publish(temporary, path));
      return { sizeBytes };
    } catch (error) {
      body.destroy();
      // What cannot be removed now is removed as abandoned later; the first failure is the one to tell.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  override async get(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.path(key);
    const file = await stored(() => open(path, 'r'));
    const { size } = await file.stat();
    if (range && range.start >= size) {
      await file.close();
      throw new ProviderError('The recording is shorter than the requested part', { retryable: false });
    }
    return createReadStream('', { fd: file, autoClose: true, ...(range && { start: range.start, end: range.end }) });
  }

  override async find(key: string): Promise<StoredObject | null> {
    const path = this.path(key);
    const found = await stored(() => stat(path).catch(nullWhenMissing));
    return found && { key, sizeBytes: found.size, modifiedAt: found.mtime };
  }

  override async delete(key: string): Promise<void> {
    const path = this.path(key);
    await stored(() => rm(path, { force: true }));
  }

  override async *list(prefix: string): AsyncIterable<StoredObject> {
    checkedPrefix(prefix);
    const folder = 'recordings';
    const names = await stored(
      async () => (await readdir(join(this.options.directory, folder)).catch(nullWhenMissing)) ?? [],
    );
    for (const name of names) {
      const key = `${folder}/${name}`;
      const found = key.startsWith(prefix) && isObjectKey(key) ? await this.find(key) : null;
      if (found) yield found;
    }
  }

  override async link({ key, contentType, fileName, expiresInSeconds }: ObjectLink): Promise<string> {
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const url = new URL(`${this.options.publicUrl}/api/v1/recordings/${basename(checkedKey(key))}`);
    url.searchParams.set('content_type', contentType);
    url.searchParams.set('file_name', fileName);
    url.searchParams.set('expires', String(expiresAt));
    url.searchParams.set('signature', this.links.sign({ key, contentType, fileName, expiresAt }));
    return url.href;
  }

  override async check(): Promise<void> {
    const probe = join(this.incoming, randomUUID());
    await stored(async () => {
      await mkdir(this.incoming, { recursive: true });
      await (await open(probe, 'wx', 0o600)).close();
      await rm(probe);
    });
  }

  private path(key: string): string {
    return join(this.options.directory, checkedKey(key));
  }

  /** What arrives while the disk is busy goes to it in one write; past the mark the source waits. */
  private async write(fd: number, body: Readable, highWaterMark: number): Promise<number> {
    // Flushed before it is closed, so that the name it gets then stands for all of it.
    const file = createWriteStream('', { fd, flush: true, highWaterMark });
    // Either end takes the other with it and with the same error: whoever broke first is to be told. A source that has
    // come to its end is destroyed too, and has not broken: what is written ahead, and the flush, may fail after that.
    let diskFailed = false;
    file.once('error', () => {
      diskFailed = body.readableEnded || !body.destroyed;
    });
    try {
      await pipeline(body, file);
    } catch (error) {
      // Not removed while it is open: where files are locked by whoever has them open, it would stay.
      if (!file.closed) await new Promise<void>((closed) => file.once('close', closed));
      throw diskFailed ? storageFailure(error) : error;
    }
    return file.bytesWritten;
  }

  private async publish(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    await inFolder(folder, () => rename(temporary, path));
    await this.namesKept.call(folder);
  }

  private async removeAbandoned(): Promise<void> {
    for (const name of (await readdir(this.incoming).catch(nullWhenMissing)) ?? []) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(nullWhenMissing);
      if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }
}

function nullWhenMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** Made where it is missing: looked for each time, it would cost every upload a turn of the threads that write. */
async function inFolder<T>(folder: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    return operation();
  }
}

/**
 * Without this a file's name may be lost in a power cut although its bytes are safe. Once for all files that were named
 * before it begins.
 */
async function keepNames(folders: readonly string[]): Promise<null[]> {
  for (const folder of new Set(folders)) {
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  }
  return folders.map(() => null);
}

/** Runs a file operation; its errors, which name paths, are told apart and wrapped. */
async function stored<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw storageFailure(error);
  }
}

function storageFailure(error: unknown): ProviderError {
  return errorCode(error) === 'ENOENT'
    ? new ProviderError('The recording is no longer stored', { retryable: false, cause: error })
    : new ProviderError('The recording store is not available', { retryable: true, cause: error });
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The upload was cancelled', { cause: reason });
}
