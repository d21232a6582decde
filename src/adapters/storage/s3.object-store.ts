// Recordings in an S3-compatible bucket.
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { OnApplicationShutdown } from '@nestjs/common';
import { silenceNodeWarningOfAwsSdk } from '../../platform/config/aws-sdk-switch.js';
import type { S3StorageConfig } from '../../platform/config/storage-config.js';
import { attachment } from '../../platform/http/body/content-disposition.js';
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
import { checkedKey, checkedPrefix, isObjectKey, MARK, MAX_MARK_BYTES } from './object-key.js';
import { abortGrowth, completeGrowth } from './s3-growth.js';
import { refuseForeignResponses } from './s3-responses.js';
import { S3Uploads } from './s3-upload.js';

/** S3's limit for one request. */
const MAX_KEYS_PER_DELETION = 1_000;
/** Statuses from stores that do not support this request (Google's, older ones). Objects are then deleted one by one. */
const NOT_KNOWN_STATUSES: ReadonlySet<number | undefined> = new Set([400, 405, 411, 501]);

export class S3ObjectStore extends ObjectStore implements OnApplicationShutdown {
  private readonly client: S3Client;
  /** Signs links for the host that clients reach. It sends nothing. */
  private readonly linkClient: S3Client;
  private readonly uploads: S3Uploads;
  private readonly bucket: string;

  /** @param partsDirectory for buffered parts of slow senders */
  constructor(options: Omit<S3StorageConfig, 'kind'>, partsDirectory = tmpdir()) {
    super();
    this.bucket = options.bucket;
    silenceNodeWarningOfAwsSdk();
    this.client = clientAt(options.endpoint, options);
    refuseForeignResponses(this.client);
    this.linkClient = options.publicEndpoint ? clientAt(options.publicEndpoint, options) : this.client;
    this.uploads = new S3Uploads(this.client, partsDirectory);
  }

  onApplicationShutdown(): void {
    this.client.destroy();
    this.linkClient.destroy();
  }

  override async put(key: string, body: Readable, signal?: AbortSignal): Promise<{ sizeBytes: number }> {
    checkedKey(key);
    const source = new CountedSource(body);
    // The source may fail before it is read; without a listener that would crash the process. The read below throws the error.
    body.on('error', () => undefined);
    const abort = () => body.destroy(source.failWith(signal?.reason));
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort, { once: true });
      await this.uploads.upload({ Bucket: this.bucket, Key: key }, source);
      return { sizeBytes: source.sizeBytes };
    } catch (error) {
      body.destroy();
      signal?.throwIfAborted();
      throw source.error ?? storeError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  override grow(growing: GrowingObject, body: AsyncIterable<Buffer>, growth: Growth): Promise<GrowingObject> {
    checkedKey(growing.key);
    return this.uploads.grow(this.bucket, growing, growth, wrapErrors).run(body);
  }

  override async finish(grown: GrowingObject): Promise<void> {
    await wrapErrors(() => completeGrowth(this.client, this.bucket, grown));
    await this.deleteMany([...(grown.state?.keys ?? []), ...(grown.state?.stale ?? [])]);
  }

  override async abandon(growing: GrowingObject): Promise<void> {
    await wrapErrors(() => abortGrowth(this.client, this.bucket, growing));
    await this.deleteMany([...(growing.state?.keys ?? []), ...(growing.state?.stale ?? [])]);
  }

  override async get(key: string, range?: ByteRange): Promise<Readable> {
    return this.open(key, range && { Range: `bytes=${range.start}-${range.end}` });
  }

  override async fetchTo(key: string, path: string, signal: AbortSignal): Promise<void> {
    try {
      const body = await this.open(key, undefined, signal);
      await pipeline(body, createWriteStream(path), { signal });
    } catch (error) {
      // The packages throw errors of their own for an abort.
      signal.throwIfAborted();
      throw error;
    }
  }

  override async find(key: string): Promise<StoredObject | null> {
    const command = new HeadObjectCommand(this.at(key));
    try {
      const head = await this.client.send(command);
      if (head.ContentLength === undefined) throw new Error('The object came without a size');
      return { key, sizeBytes: head.ContentLength, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      // The response to HEAD has no body that names the error.
      if (isMissing(error) || (error instanceof S3ServiceException && error.name === 'NotFound')) return null;
      throw storeError(error);
    }
  }

  override async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.at(key));
    await wrapErrors(() => this.client.send(command));
  }

  override async deleteMany(keys: readonly string[]): Promise<readonly string[]> {
    keys.forEach(checkedKey);
    const failed: string[] = [];
    for (let from = 0; from < keys.length; from += MAX_KEYS_PER_DELETION)
      failed.push(...(await this.deleteBatch(keys.slice(from, from + MAX_KEYS_PER_DELETION))));
    if (failed.length > 0 && failed.length === keys.length) throw storeError(new Error('No object could be deleted'));
    return failed;
  }

  override async *list(prefix: string): AsyncIterable<StoredObject> {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.bucket, Prefix: checkedPrefix(prefix) },
    );
    try {
      for await (const { Contents } of pages) {
        for (const { Key, Size, LastModified } of Contents ?? []) {
          if (Key && isObjectKey(Key))
            yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
        }
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  override async link({ key, contentType, fileName, expiresInSeconds }: ObjectLink): Promise<string> {
    const command = new GetObjectCommand({
      ...this.at(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: attachment(fileName),
    });
    return wrapErrors(() => getSignedUrl(this.linkClient, command, { expiresIn: expiresInSeconds }));
  }

  override async readMark(): Promise<string | null> {
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: MARK, Range: `bytes=0-${MAX_MARK_BYTES}` });
    try {
      const { Body } = await this.client.send(command);
      return ((await Body?.transformToString()) ?? '').trim();
    } catch (error) {
      if (isMissing(error)) return null;
      throw storeError(error);
    }
  }

  override async writeMark(mark: string): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: MARK, Body: `${mark}\n` });
    await wrapErrors(() => this.client.send(command));
  }

  override async check(): Promise<void> {
    await wrapErrors(() => this.client.send(new HeadBucketCommand({ Bucket: this.bucket })));
    // A proxy's page passes for the response to HeadBucket, which has no body. The mark is an object, whose response can be
    // checked.
    await this.readMark();
  }

  private async deleteBatch(keys: readonly string[]): Promise<readonly string[]> {
    // Not `Quiet`: a quiet answer that lists no error cannot be distinguished from a proxy's page.
    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    try {
      const answer = await this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete }));
      const missing = (answer.Errors ?? []).filter(({ Code }) => Code === 'NoSuchKey');
      const gone = new Set([...(answer.Deleted ?? []), ...missing].map(({ Key }) => Key));
      return keys.filter((key) => !gone.has(key));
    } catch (error) {
      if (error instanceof S3ServiceException && NOT_KNOWN_STATUSES.has(error.$metadata.httpStatusCode))
        return deleteEach(keys, (key) => this.delete(key));
      throw storeError(error);
    }
  }

  private async open(key: string, range?: { readonly Range: string }, abortSignal?: AbortSignal): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.at(key), ...range });
    const { Body } = await wrapErrors(() => this.client.send(command, abortSignal && { abortSignal }));
    if (!(Body instanceof Readable)) throw storeError(new Error('The object came without a body'));
    return Readable.from(withStoreErrors(Body), { objectMode: false });
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: checkedKey(key) };
  }
}

function clientAt(endpoint: string | null, options: Omit<S3StorageConfig, 'kind'>): S3Client {
  return new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(options.accessKeyId &&
      options.secretAccessKey && {
        credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      }),
    // The default adds a trailing checksum that many compatible stores keep as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
}

/** Counts the bytes of the body and keeps the body's own error, to distinguish it from an error of the store. */
class CountedSource {
  sizeBytes = 0;
  error: Error | undefined;

  constructor(private readonly body: Readable) {}

  failWith(reason: unknown): Error {
    this.error = reason instanceof Error ? reason : new Error('The upload was cancelled', { cause: reason });
    return this.error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.body) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
        this.sizeBytes += bytes.length;
        yield bytes;
      }
    } catch (error) {
      throw this.failWith(error);
    }
  }
}

async function* withStoreErrors(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw storeError(error);
  }
}

async function wrapErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw storeError(error);
  }
}

/** Not any 404, which a proxy in front of the store gives too. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchKey';
}

function storeError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isMissing(error))
    return new ProviderError('The recording is no longer stored', {
      retryable: false,
      code: 'not_processable',
      cause: error,
    });
  if (error instanceof S3ServiceException && error.name === 'InvalidRange') {
    return new ProviderError('The recording is shorter than the requested part', {
      retryable: false,
      code: 'not_processable',
      cause: error,
    });
  }
  return new ProviderError('The recording store is not available', {
    retryable: true,
    code: 'not_processable',
    workerFault: 'storage',
    cause: error,
  });
}
