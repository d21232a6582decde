// Recordings as files on a disk. Every process of the service must see the same directory.
import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream, open as openFile } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Batcher } from '../../platform/concurrency/batcher.js';
import type { SignedLinks } from '../../platform/http/access/signed-links.js';
import {
  type ByteRange,
  type GrowingObject,
  type Growth,
  type ObjectLink,
  ObjectStore,
  type StoredObject,
} from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { deleteEach } from './delete-each.js';
import { flushMeanwhile } from './flush-meanwhile.js';
import { GrowingFile } from './growing-file.js';
import { checkedKey, checkedPrefix, FOLDERS, isObjectKey, MARK, MAX_MARK_BYTES } from './object-key.js';

export interface DiskObjectStoreOptions {
  /** Absolute. Created when missing. */
  readonly directory: string;
  /** The service's public URL, without `/api/v1` and without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * `bufferBytes`: maximum buffer of an upload, besides the bytes that are being written. Measured: with a megabyte, large
 * recordings cost a third more CPU, because their bytes leave the processor's cache before they are written. With less than a
 * megabyte, short ones take a fifth longer, because each write waits for the threads that flush other uploads.
 *
 * `flushBytes`: what is written between two flushes. Measured: sixteen recordings of 5 MB take a fifth longer when they are
 * flushed at their end alone, and an eighth longer with 2 MB. Long ones are as fast with 16 MB, and flush seldom.
 */
const WRITING = {
  short: { bufferBytes: 1024 * 1024, flushBytes: 1_000_000 },
  long: { bufferBytes: 256 * 1024, flushBytes: 16_000_000 },
};
const MAX_SHORT_UPLOAD_BYTES = 16 * 1024 * 1024;
/** An unfinished file without a write for this long belongs to a process that was killed during the upload. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/**
 * A recording is written under a temporary name, flushed and then renamed, so that a key names either the whole object or
 * nothing.
 */
export class DiskObjectStore extends ObjectStore implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly incoming: string;
  private readonly folderFlushes = new Batcher((folders: readonly string[]) => flushFolders(folders));
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
    // The source may fail before it is read; without a listener that would crash the process. The read below throws the error.
    body.on('error', () => undefined);
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort, { once: true });
      const fd = await wrapErrors(() => withFolder(this.incoming, () => promisify(openFile)(temporary, 'wx', 0o600)));
      const isShort = announcedBytes !== null && announcedBytes <= MAX_SHORT_UPLOAD_BYTES;
      const sizeBytes = await this.write(fd, body, isShort ? WRITING.short : WRITING.long);
      signal?.throwIfAborted();
      await wrapErrors(() => this.publish(temporary, path));
      return { sizeBytes };
    } catch (error) {
      body.destroy();
      // If this fails, the sweep deletes the file later. The first error is the one to throw.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  override grow(growing: GrowingObject, body: AsyncIterable<Buffer>, growth: Growth): Promise<GrowingObject> {
    checkedKey(growing.key);
    return new GrowingFile(growing, growth, { path: (key) => this.path(key), wrap: wrapErrors }).run(body);
  }

  override async finish({ key, sizeBytes, state }: GrowingObject): Promise<void> {
    const [from] = state?.keys ?? [];
    if (from === undefined) throw storageFailure(new Error('An object without bytes is not stored'));
    const [source, target] = [this.path(from), this.path(key)];
    await wrapErrors(() => this.publish(source, target)).catch(async (error: unknown) => {
      // It was finished before.
      if ((await this.find(key))?.sizeBytes !== sizeBytes) throw error;
    });
    await this.deleteMany(state?.stale ?? []);
  }

  override async abandon({ state }: GrowingObject): Promise<void> {
    for (const key of [...(state?.keys ?? []), ...(state?.stale ?? [])]) await this.delete(key);
  }

  override async get(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.path(key);
    const file = await wrapErrors(() => open(path, 'r'));
    const { size } = await file.stat();
    if (range && range.start >= size) {
      await file.close();
      throw new ProviderError('The recording is shorter than the requested part', {
        retryable: false,
        code: 'not_processable',
      });
    }
    return createReadStream('', { fd: file, autoClose: true, ...(range && { start: range.start, end: range.end }) });
  }

  /**
   * The file is a second name of the stored one, which costs no copy of the bytes. Where that is impossible, the system copies.
   */
  override async fetchTo(key: string, path: string, signal: AbortSignal): Promise<void> {
    const stored = this.path(key);
    signal.throwIfAborted();
    try {
      await link(stored, path).catch(async () => {
        // First, since a copy onto a second name of a stored file would overwrite that file.
        await rm(path, { force: true });
        await copyFile(stored, path, constants.COPYFILE_EXCL);
      });
    } catch (error) {
      // The system does not say which of the two files failed.
      await wrapErrors(async () => (await open(stored, 'r')).close());
      throw error;
    }
    signal.throwIfAborted();
  }

  override async find(key: string): Promise<StoredObject | null> {
    const path = this.path(key);
    const found = await wrapErrors(() => stat(path).catch(nullWhenMissing));
    return found && { key, sizeBytes: found.size, modifiedAt: found.mtime };
  }

  override async delete(key: string): Promise<void> {
    const path = this.path(key);
    await wrapErrors(() => rm(path, { force: true }));
  }

  override async deleteMany(keys: readonly string[]): Promise<readonly string[]> {
    return deleteEach(keys.map(checkedKey), (key) => this.delete(key));
  }

  override async *list(prefix: string): AsyncIterable<StoredObject> {
    checkedPrefix(prefix);
    for (const folder of FOLDERS) {
      if (!`${folder}/`.startsWith(prefix) && !prefix.startsWith(`${folder}/`)) continue;
      const path = join(this.options.directory, folder);
      const names = await wrapErrors(async () => (await readdir(path).catch(nullWhenMissing)) ?? []);
      for (const name of names) {
        const key = `${folder}/${name}`;
        const found = key.startsWith(prefix) && isObjectKey(key) ? await this.find(key) : null;
        if (found) yield found;
      }
    }
  }

  override async link({ key, contentType, fileName, expiresInSeconds }: ObjectLink): Promise<string> {
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const query = new URLSearchParams({
      content_type: contentType,
      file_name: fileName,
      expires: String(expiresAt),
      signature: this.links.sign({ key, contentType, fileName, expiresAt }),
    });
    return new URL(`${this.options.publicUrl}/api/v1/recordings/${basename(checkedKey(key))}?${query}`).href;
  }

  override async readMark(): Promise<string | null> {
    const text = await wrapErrors(() => readFile(join(this.options.directory, MARK), 'utf8').catch(nullWhenMissing));
    return text === null ? null : text.slice(0, MAX_MARK_BYTES).trim();
  }

  override async writeMark(mark: string): Promise<void> {
    const temporary = join(this.incoming, randomUUID());
    await wrapErrors(async () => {
      await withFolder(this.incoming, () => writeFile(temporary, `${mark}\n`, { mode: 0o600, flush: true }));
      await this.publish(temporary, join(this.options.directory, MARK));
    });
  }

  override async check(): Promise<void> {
    const probe = join(this.incoming, randomUUID());
    await wrapErrors(async () => {
      await mkdir(this.incoming, { recursive: true });
      await (await open(probe, 'wx', 0o600)).close();
      await rm(probe);
    });
  }

  private path(key: string): string {
    return join(this.options.directory, checkedKey(key));
  }

  /** Bytes that arrive while the disk is busy are written together. At the high-water mark the source waits (back-pressure). */
  private async write(fd: number, body: Readable, { bufferBytes, flushBytes }: typeof WRITING.short): Promise<number> {
    // `flush`: fsync before close, so that the rename never publishes a file whose bytes a power cut could lose.
    const file = createWriteStream('', {
      fd,
      flush: true,
      highWaterMark: bufferBytes,
      fs: flushMeanwhile(flushBytes),
    });
    // `pipeline` destroys both ends with the same error, so this records which end failed first. A source that has ended
    // is destroyed too, without a failure: the buffered bytes and the flush may still fail after that.
    let diskFailed = false;
    file.once('error', () => {
      diskFailed = body.readableEnded || !body.destroyed;
    });
    try {
      await pipeline(body, file);
    } catch (error) {
      // The caller deletes the file. Some file systems do not delete an open file, so wait until it is closed.
      if (!file.closed) await new Promise<void>((closed) => file.once('close', closed));
      throw diskFailed ? storageFailure(error) : error;
    }
    return file.bytesWritten;
  }

  private async publish(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    await withFolder(folder, () => rename(temporary, path));
    await this.folderFlushes.call(folder);
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

/** Creates the folder only after ENOENT: a check before every upload would cost a task of the file threads. */
async function withFolder<T>(folder: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    return operation();
  }
}

/**
 * Without a flush of the folder, a power cut may lose a file's name although its bytes are safe. One flush covers every
 * file that was renamed before it began.
 */
async function flushFolders(folders: readonly string[]): Promise<null[]> {
  for (const folder of new Set(folders)) {
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  }
  return folders.map(() => null);
}

/** Wraps the errors of file operations, because their messages hold paths. */
async function wrapErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw storageFailure(error);
  }
}

function storageFailure(error: unknown): ProviderError {
  return errorCode(error) === 'ENOENT'
    ? new ProviderError('The recording is no longer stored', {
        retryable: false,
        code: 'not_processable',
        cause: error,
      })
    : new ProviderError('The recording store is not available', {
        retryable: true,
        code: 'not_processable',
        workerFault: 'storage',
        cause: error,
      });
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The upload was cancelled', { cause: reason });
}
