// Clients' buckets, from which recordings are imported.
import type { Readable } from 'node:stream';

export type BucketKeys =
  | { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** A role of AWS that the service assumes. */
  | { readonly roleArn: string; readonly externalId: string };

export interface BucketAddress {
  /** The account that named the bucket. Look-ups of names take turns between accounts. */
  readonly accountId: string;
  readonly bucket: string;
  readonly region: string;
  /** Null: the endpoint of AWS. */
  readonly endpoint: string | null;
  readonly keys: BucketKeys;
}

export interface FoundObject {
  readonly key: string;
  /** Changes with the bytes. The tag of the store without its quotes and without `W/`, which stores spell in several ways. */
  readonly version: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface KeyPage {
  /** Objects in the order of their keys' bytes. */
  readonly objects: readonly FoundObject[];
  /** Folders, each up to the next slash, where they were asked for. */
  readonly folders: readonly string[];
  /** True when no further key follows. */
  readonly isLast: boolean;
  /** Token from which the store continues; null where it gave none. */
  readonly next: string | null;
  /** True when the store was asked to begin behind a key, and began before it. */
  readonly ignoresAfter: boolean;
}

export interface WantedKeys {
  readonly prefix: string;
  /** Lists only keys after this one; empty for all. */
  readonly after: string;
  /** Token of the page before, for stores that cannot begin behind a key; empty for their first page. Null: begins by `after`. */
  readonly token: string | null;
  /** True: keys with a slash after the prefix are listed as folders. */
  readonly inFolders: boolean;
}

export interface OpenedObject {
  readonly version: string;
  /** Null where the store does not say it. Stores cut it to seconds. */
  readonly modifiedAt: Date | null;
  /** Size as the store announced it; null where it did not. */
  readonly sizeBytes: number | null;
  readonly contentType: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Fails with a {@link BucketError} when the connection breaks or is too slow. */
  readonly body: Readable;
}

/**
 * Scope of a fault. `object`: a single object, such as an archived one. `store`: a single request, whose fault others may meet
 * too. `bucket`: the whole bucket.
 */
export type BucketFault = 'object' | 'store' | 'bucket';

/** `message` is one sentence for the client, without host, key and credentials. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  constructor(
    message: string,
    readonly of: BucketFault,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Each method throws {@link BucketError}, and the signal's reason when it aborts. */
export abstract class Bucket {
  /** One request: at most a thousand keys. */
  abstract list(wanted: WantedKeys, signal: AbortSignal): Promise<KeyPage>;

  /** Null when there is no such object. Its body must be read or destroyed. */
  abstract open(key: string, signal: AbortSignal): Promise<OpenedObject | null>;

  /** The whole object; null when there is none. @throws BucketError also when it is larger */
  abstract read(key: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | null>;

  /** Adds a tag to those of the object. Does nothing when there is no such object. */
  abstract tag(key: string, name: string, value: string, signal: AbortSignal): Promise<void>;

  abstract close(): void;
}

export abstract class Buckets {
  /** Sends nothing yet. @throws BucketError for an address that may not be used */
  abstract open(address: BucketAddress): Promise<Bucket>;

  /** True when the role can be assumed without an external id, by any account; false also where that is not known. */
  abstract isOpenToAll(roleArn: string, accountId: string): Promise<boolean>;
}
