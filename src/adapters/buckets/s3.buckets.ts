// Buckets of S3 and of compatible stores, accessed by the SDK of AWS. Every connection goes through the outbound door.
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  type _Object as Listed,
  ListObjectsV2Command,
  PutObjectTaggingCommand,
  S3Client,
  type S3ClientConfig,
  type Tag,
} from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { LeastPace } from '../../platform/concurrency/least-pace.js';
import { type TimeLimit, timeLimit } from '../../platform/concurrency/time-limit.js';
import { silenceNodeWarningOfAwsSdk } from '../../platform/config/aws-sdk-switch.js';
import { storageFault } from '../../platform/http/validation/storable-text.js';
import type { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import {
  Bucket,
  type BucketAddress,
  BucketError,
  Buckets,
  type FoundObject,
  type KeyPage,
  type OpenedObject,
  type WantedKeys,
} from '../../ports/buckets.js';
import { boundAnswers } from './bounded-answers.js';
import { bucketError, isMissing, NOT_VALID } from './bucket-sentences.js';

/** Timeout for a whole response; for the response with an object, only for its head. */
const ANSWER_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ROLE_SECONDS = 3_600;
/** Time to try a role. A client waits for it. */
const OPEN_TIMEOUT_MS = 5_000;
const MAX_TAGS = 10;
/** Limit of AWS and of compatible stores. */
const MAX_KEY_BYTES = 1_024;
/** A token is kept with the progress of the source. Those of known stores hold a key. */
const MAX_TOKEN_BYTES = 4_096;

export interface AssumingService {
  readonly region: string;
  /** Null: the credentials that the SDK finds in its environment. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Endpoint for tests; null for that of AWS. */
  readonly endpoint: string | null;
}

export class S3Buckets extends Buckets {
  /** @param assuming credentials that assume the roles of clients */
  constructor(
    private readonly door: OutboundDoor,
    private readonly assuming: AssumingService,
  ) {
    super();
    silenceNodeWarningOfAwsSdk();
  }

  override async open(address: BucketAddress): Promise<Bucket> {
    const { accountId, bucket, region, endpoint } = address;
    try {
      const agents = this.door.agentsFor(endpoint ?? `https://s3.${region}.amazonaws.com`, accountId);
      const client = new S3Client({
        region,
        ...(endpoint && { endpoint, forcePathStyle: true }),
        credentials: this.credentialsOf(address),
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // The next poll retries, with growing delays.
        maxAttempts: 1,
        followRegionRedirects: false,
        requestHandler: { ...agents, connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: 60_000 },
      });
      boundAnswers(client);
      return new S3Bucket(client, bucket, () => {
        client.destroy();
        agents.httpAgent.destroy();
        agents.httpsAgent.destroy();
      });
    } catch (error) {
      throw bucketError(error, 'bucket');
    }
  }

  override async isOpenToAll(roleArn: string, accountId: string): Promise<boolean> {
    const client = this.openSts(1);
    try {
      const command = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: accountId, DurationSeconds: 900 });
      const { Credentials: given } = await client.send(command, { abortSignal: AbortSignal.timeout(OPEN_TIMEOUT_MS) });
      return given !== undefined;
    } catch {
      return false;
    } finally {
      client.destroy();
    }
  }

  private openSts(maxAttempts: number): STSClient {
    const { region, credentials, endpoint } = this.assuming;
    return new STSClient({ region, maxAttempts, ...(credentials && { credentials }), ...(endpoint && { endpoint }) });
  }

  private credentialsOf({ accountId, keys }: BucketAddress): NonNullable<S3ClientConfig['credentials']> {
    if ('accessKeyId' in keys) return keys;
    // The SDK caches the result until it expires.
    return async () => {
      const client = this.openSts(2);
      try {
        const command = new AssumeRoleCommand({
          RoleArn: keys.roleArn,
          ExternalId: keys.externalId,
          // The role's trust policy can require this name, so that no other account of the service may use the role.
          RoleSessionName: accountId,
          DurationSeconds: ROLE_SECONDS,
        });
        const { Credentials: given } = await client.send(command, {
          abortSignal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        });
        if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken) throw new Error('no credentials');
        return {
          accessKeyId: given.AccessKeyId,
          secretAccessKey: given.SecretAccessKey,
          sessionToken: given.SessionToken,
          ...(given.Expiration && { expiration: given.Expiration }),
        };
      } catch (error) {
        throw new BucketError('The role could not be assumed', 'bucket', { cause: error });
      } finally {
        client.destroy();
      }
    };
  }
}

class S3Bucket extends Bucket {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
    private readonly release: () => void,
  ) {
    super();
  }

  override close(): void {
    this.release();
  }

  override list({ prefix, after, token, inFolders }: WantedKeys, signal: AbortSignal): Promise<KeyPage> {
    const command = new ListObjectsV2Command({
      Bucket: this.bucket,
      Prefix: prefix,
      ...(after && token === null && { StartAfter: after }),
      ...(token && { ContinuationToken: token }),
      ...(inFolders && { Delimiter: '/' }),
    });
    return this.asking('bucket', signal, async (limit) => {
      const {
        Contents = [],
        CommonPrefixes = [],
        IsTruncated,
        Name,
        NextContinuationToken = null,
      } = await this.client.send(command, {
        abortSignal: limit.signal,
      });
      // The page of a proxy has neither.
      if (IsTruncated === undefined && Name === undefined) throw new BucketError(NOT_VALID, 'bucket');
      if (NextContinuationToken !== null && Buffer.byteLength(NextContinuationToken) > MAX_TOKEN_BYTES)
        throw new BucketError(NOT_VALID, 'bucket');
      const listed = Contents.map(foundObject).filter(({ key }) => key.startsWith(prefix));
      const wanted = listed.filter(({ key }) => isBehind(key, after));
      // A page that has a key twice counts it once.
      const objects = [...new Map(wanted.map((object) => [object.key, object])).values()];
      const folders = CommonPrefixes.flatMap(({ Prefix }) => Prefix ?? []);
      // A folder that holds the key to begin behind may be listed.
      const isBefore = (folder: string) => !isBehind(folder, after) && !after.startsWith(folder);
      const ignoresAfter = token === null && (wanted.length < listed.length || folders.some(isBefore));
      return { objects, folders, isLast: IsTruncated !== true, next: NextContinuationToken, ignoresAfter };
    });
  }

  override open(key: string, signal: AbortSignal): Promise<OpenedObject | null> {
    return this.ofObject(signal, async (limit) => {
      const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }), {
        abortSignal: limit.signal,
      });
      const { Body, ETag, ContentLength, ContentType, Metadata, LastModified } = answer;
      if (!(Body instanceof Readable)) throw new BucketError(NOT_VALID, 'object');
      const body = Readable.from(paced(Body, signal), { objectMode: false });
      // A generator that never started is never closed, and the connection would stay in use.
      body.once('close', () => Body.destroy());
      return {
        version: versionOf(ETag, ContentLength, LastModified),
        modifiedAt: LastModified ?? null,
        sizeBytes: ContentLength ?? null,
        contentType: ContentType ?? null,
        metadata: Metadata ?? {},
        body,
      };
    });
  }

  override read(key: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | null> {
    return this.ofObject(signal, async (limit) => {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }), {
        abortSignal: limit.signal,
      });
      if (!(Body instanceof Readable)) throw new BucketError(NOT_VALID, 'object');
      const chunks: Buffer[] = [];
      let received = 0;
      for await (const chunk of Body) {
        received += chunk.length;
        if (received > maxBytes) throw new BucketError(`The file beside is larger than ${maxBytes} bytes`, 'object');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  }

  override async tag(key: string, name: string, value: string, signal: AbortSignal): Promise<void> {
    const at = { Bucket: this.bucket, Key: key };
    await this.ofObject(signal, async (limit) => {
      const { TagSet = [] } = await this.client.send(new GetObjectTaggingCommand(at), { abortSignal: limit.signal });
      // Writing replaces all tags.
      const others = TagSet.filter((tag: Tag) => tag.Key !== name);
      if (others.length >= MAX_TAGS) throw new BucketError('The object has ten tags already', 'object');
      const Tagging = { TagSet: [...others, { Key: name, Value: value }] };
      await this.client.send(new PutObjectTaggingCommand({ ...at, Tagging }), { abortSignal: limit.signal });
      return null;
    });
  }

  private async ofObject<T>(signal: AbortSignal, ask: (limit: TimeLimit) => Promise<T>): Promise<T | null> {
    return this.asking('object', signal, (limit) =>
      ask(limit).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  }

  private async asking<T>(
    of: 'object' | 'bucket',
    signal: AbortSignal,
    ask: (limit: TimeLimit) => Promise<T>,
  ): Promise<T> {
    const limit = timeLimit(ANSWER_TIMEOUT_MS, { signal });
    try {
      return await ask(limit);
    } catch (error) {
      signal.throwIfAborted();
      throw bucketError(limit.isOver() ? new OutboundError('timeout', 'The store did not answer in time') : error, of);
    } finally {
      limit.clear();
    }
  }
}

/** @throws BucketError for data that no object store sends and no row can hold */
function foundObject({ Key = '', ETag, Size = 0, LastModified = new Date(0) }: Listed): FoundObject {
  const version = versionOf(ETag, Size, LastModified);
  const isSound =
    [Key, version].every((text) => Buffer.byteLength(text) <= MAX_KEY_BYTES && storageFault(text) === null) &&
    Number.isSafeInteger(Size) &&
    Size >= 0;
  if (!isSound) throw new BucketError(NOT_VALID, 'bucket');
  return { key: Key, version, sizeBytes: Size, modifiedAt: LastModified };
}

/** Without a tag, size and time stand for it. Headers tell the time in seconds, listings often in milliseconds. */
function versionOf(etag = '', sizeBytes = 0, modifiedAt = new Date(0)): string {
  const bare = etag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
  return bare || `${sizeBytes}-${Math.floor(modifiedAt.getTime() / 1_000) * 1_000}`;
}

/** A store may list from the beginning, whatever was requested. */
const isBehind = (key: string, after: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

async function* paced(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pace = new LeastPace();
  let askedAt = performance.now();
  const abort = () => body.destroy();
  signal.addEventListener('abort', abort, { once: true });
  // Destroying a body emits 'error' even without a listener.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body) {
      if (pace.isTooSlow(performance.now() - askedAt, chunk.length)) throw new OutboundError('too-slow');
      yield chunk;
      askedAt = performance.now();
    }
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw bucketError(error, 'object');
  } finally {
    signal.removeEventListener('abort', abort);
    body.destroy();
  }
}
