// Stores recordings and the files of exports, on disk or in an S3-compatible store. Bodies are streams in both directions.
import type { Readable } from 'node:stream';

/** Inclusive byte positions, as in an HTTP Range header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface ObjectLink {
  readonly key: string;
  readonly contentType: string;
  /** File name that the browser offers when a person opens the link. */
  readonly fileName: string;
  readonly expiresInSeconds: number;
}

/** An object whose bytes arrive over several requests. It cannot be read before it is finished. */
export interface GrowingObject {
  /** Names the whole object once it is finished. */
  readonly key: string;
  /** Bytes that are stored for good. */
  readonly sizeBytes: number;
  /** State that the store needs to go on, to be kept as it is; null before the first byte. */
  readonly state: GrowthState | null;
}

export interface GrowthState {
  /** Keys of the objects that hold the bytes until the object is finished. */
  readonly keys: readonly string[];
  /** Id of the store's parts, where no key names them. */
  readonly uploadId?: string;
  /** Parts in order: number, ETag and bytes. */
  readonly parts?: readonly (readonly [number: number, etag: string, bytes: number])[];
  /** Bytes in the last key's object that are not a part yet. */
  readonly tailBytes?: number;
  /** Keys of objects that are no longer needed. They are deleted when this state comes back, which proves that it was saved. */
  readonly stale: readonly string[];
}

export interface Growth {
  /** Length of the finished object. */
  readonly lengthBytes: number;
  /** True when another process has not released the object and may still write: its further writes must not count. */
  readonly isTakenOver: boolean;
  /**
   * Called with each state that is worth saving, one call at a time; an error ends the growth. Null when the bytes count only
   * after all of them have arrived.
   */
  readonly save: ((grown: GrowingObject) => Promise<void>) | null;
}

export abstract class ObjectStore {
  /**
   * Stores the whole stream under the key, or nothing: a failed or aborted put leaves the key unchanged. A signal that
   * aborts after the object is stored has no effect, because another put may own the key by then.
   * Throws {@link ProviderError} when the store fails. Throws errors of the source stream unchanged.
   * @param announcedBytes approximate size as the sender announced it; a hint for how to upload, not a limit
   */
  abstract put(
    key: string,
    body: Readable,
    signal?: AbortSignal,
    announcedBytes?: number | null,
  ): Promise<{ sizeBytes: number }>;

  /**
   * Appends the bytes to the stored ones. When the body throws, the bytes before the error count, and the error is rethrown.
   * @returns the state after the last byte; it was saved as well
   * @throws ProviderError when the store fails; errors of the body and of `save` unchanged
   */
  abstract grow(growing: GrowingObject, body: AsyncIterable<Buffer>, growth: Growth): Promise<GrowingObject>;

  /** Makes the grown object readable under its key. May be repeated. @throws ProviderError */
  abstract finish(grown: GrowingObject): Promise<void>;

  /** Deletes the bytes of an object that will not be finished. Idempotent. @throws ProviderError */
  abstract abandon(growing: GrowingObject): Promise<void>;

  /**
   * The object's bytes, or the given range. Throws {@link ProviderError}, not retryable when the object does not exist.
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * Makes a file of the whole object; it replaces one at that path. The file may be read only, since it may share its bytes with
   * the object, and stays as it is when the object is replaced or deleted. Throws as {@link get} does, the reason of the signal,
   * and errors of the file unchanged.
   */
  abstract fetchTo(key: string, path: string, signal: AbortSignal): Promise<void>;

  /** Null when the object does not exist. */
  abstract find(key: string): Promise<StoredObject | null>;

  /** Idempotent: succeeds when the object does not exist. */
  abstract delete(key: string): Promise<void>;

  /**
   * Deletes any number of objects; those that do not exist count as deleted.
   * @returns the keys that could not be deleted
   * @throws ProviderError when the store fails, or deleted none of them
   */
  abstract deleteMany(keys: readonly string[]): Promise<readonly string[]>;

  /** Every object whose key starts with the prefix, in any order. */
  abstract list(prefix: string): AsyncIterable<StoredObject>;

  /** A link that works without credentials until it expires, and supports Range. Makes no network request. */
  abstract link(link: ObjectLink): Promise<string>;

  /** Mark that {@link writeMark} wrote last, or null. It lies outside of the recordings; no list shows it. */
  abstract readMark(): Promise<string | null>;

  abstract writeMark(mark: string): Promise<void>;

  /** Resolves when the store can be used. Otherwise rejects with the reason. */
  abstract check(): Promise<void>;
}
