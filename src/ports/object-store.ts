// Where recordings rest. Implemented by the disk and by S3-compatible stores; bodies are streams in both directions.
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
  /** File name offered to whoever opens the link. */
  readonly fileName: string;
  readonly expiresInSeconds: number;
}

export abstract class ObjectStore {
  /**
   * Stores the whole stream under the key, or nothing at all: a failed or aborted put leaves the key as it was. A signal
   * that comes when all is stored has no effect: the object may be another's by then, under the same key.
   * Throws {@link ProviderError} when the store fails; errors of the source stream are thrown unchanged.
   * @param announcedBytes about how much will come, where the sender said so: for how to store it, never for how much
   */
  abstract put(
    key: string,
    body: Readable,
    signal?: AbortSignal,
    announcedBytes?: number | null,
  ): Promise<{ sizeBytes: number }>;

  /** The object's bytes, or the given part of them. Throws a final {@link ProviderError} when there is no such object. */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /** Null when there is no such object. */
  abstract find(key: string): Promise<StoredObject | null>;

  /** Idempotent: deleting what is not there succeeds. */
  abstract delete(key: string): Promise<void>;

  /** Every object whose key starts with the prefix, in no promised order. */
  abstract list(prefix: string): AsyncIterable<StoredObject>;

  /** A link that works without credentials until it expires and supports Range. Makes no network request. */
  abstract link(link: ObjectLink): Promise<string>;

  /** Resolves when the store can be used; rejects with the reason otherwise. */
  abstract check(): Promise<void>;
}
