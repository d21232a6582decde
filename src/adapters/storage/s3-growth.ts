// A recording that arrives over several requests, as a multipart upload of S3. Its parts stay in the upload between requests. The
// rest at the end of a request, if shorter than a part, is stored in its own object, because S3 takes no short part except the
// last.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { GrowingObject, Growth, GrowthState } from '../../ports/object-store.js';
import type { CollectedPart, UploadPart } from './upload-part.js';

/** S3's limit is 10,000. */
const MAX_PART_NUMBER = 10_000;
/**
 * Part numbers skipped after a takeover: a process that is taken for dead may still send the part after its last one, and one
 * more.
 */
const SKIPPED_NUMBERS = 4;

type Part = NonNullable<GrowthState['parts']>[number];

interface S3GrowthOptions {
  readonly client: S3Client;
  readonly bucket: string;
  /** Size of all parts except the last. */
  readonly partBytes: number;
  readonly newPart: () => UploadPart;
  /** Wraps the errors of S3 and of the disk. */
  readonly wrap: <T>(operation: () => Promise<T>) => Promise<T>;
}

export class S3Growth {
  private part: UploadPart;
  private readonly parts: Part[];
  private uploadId: string | undefined;
  private tail: { readonly key: string; readonly bytes: number } | null;
  private stale: readonly string[] = [];
  /** The bytes in the parts. */
  private inParts: number;
  private lastNumber: number;
  private sending: Promise<void> | null = null;
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly growing: GrowingObject,
    private readonly growth: Growth,
    private readonly options: S3GrowthOptions,
  ) {
    const { state } = growing;
    this.part = options.newPart();
    this.parts = [...(state?.parts ?? [])];
    this.uploadId = state?.uploadId;
    const [tailKey] = state?.keys ?? [];
    this.tail = tailKey === undefined ? null : { key: tailKey, bytes: state?.tailBytes ?? 0 };
    this.inParts = this.parts.reduce((sum, [, , bytes]) => sum + bytes, 0);
    const last = this.parts.at(-1)?.[0] ?? 0;
    const skipped = growth.isTakenOver ? SKIPPED_NUMBERS : 0;
    this.lastNumber = last + (last + skipped < MAX_PART_NUMBER / 2 ? skipped : 0);
  }

  async run(body: AsyncIterable<Buffer>): Promise<GrowingObject> {
    const { wrap } = this.options;
    try {
      await wrap(() => this.begin());
      try {
        for await (const chunk of body) await this.add(chunk);
      } catch (error) {
        await this.end();
        throw error;
      }
      return await this.end();
    } catch (error) {
      await this.sending;
      throw error;
    } finally {
      await this.part.discard();
    }
  }

  private async begin(): Promise<void> {
    for (const key of this.growing.state?.stale ?? []) await this.delete(key);
    if (this.tail) {
      const { Body } = await this.options.client.send(new GetObjectCommand(this.at(this.tail.key)));
      if (!(Body instanceof Readable)) throw new Error('The object came without a body');
      for await (const chunk of Body) await this.part.add(chunk);
      if (this.part.sizeBytes !== this.tail.bytes) throw new Error('The tail of an upload is not as long as it was');
    }
  }

  private async add(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      this.throwFailure();
      const taken = rest.subarray(0, this.options.partBytes - this.part.sizeBytes);
      await this.options.wrap(() => this.part.add(taken));
      rest = rest.subarray(taken.length);
      if (this.part.sizeBytes === this.options.partBytes) await this.sendPart();
    }
  }

  /** Sends the rest, as the last part or as the new tail. */
  private async end(): Promise<GrowingObject> {
    await this.sending;
    this.throwFailure();
    const total = this.inParts + this.part.sizeBytes;
    if (this.part.sizeBytes > 0 && total === this.growth.lengthBytes) {
      await this.sendPart();
      await this.sending;
      this.throwFailure();
    } else if (this.part.sizeBytes > (this.tail?.bytes ?? 0)) {
      await this.options.wrap(() => this.keepTail());
      await this.growth.save?.(this.grown());
    }
    return this.grown();
  }

  /** Returns once the part is being sent and another one may follow. */
  private async sendPart(): Promise<void> {
    await this.sending;
    this.throwFailure();
    if (this.uploadId === undefined) {
      this.uploadId = await this.options.wrap(() => this.beginUpload());
      // Saves the state before the first part, so that a process that deletes the upload knows of its parts.
      await this.growth.save?.(this.grown());
    }
    const part = await this.options.wrap(() => this.part.collect());
    this.part = this.options.newPart();
    this.lastNumber += 1;
    const number = this.lastNumber;
    this.sending = this.send(number, part).catch((error: unknown) => {
      this.failure ??= { error };
    });
  }

  private async send(PartNumber: number, { bytes, release }: CollectedPart): Promise<void> {
    const command = new UploadPartCommand({
      ...this.at(this.growing.key),
      UploadId: this.uploadId,
      PartNumber,
      Body: bytes,
      ContentLength: bytes.length,
    });
    const ETag = await this.options.wrap(() => this.sent(command, release));
    this.parts.push([PartNumber, ETag, bytes.length]);
    this.inParts += bytes.length;
    // The first part of this request holds the old tail.
    if (this.tail) this.stale = [...this.stale, this.tail.key];
    this.tail = null;
    await this.growth.save?.(this.grown());
  }

  private async sent(command: UploadPartCommand, release: CollectedPart['release']): Promise<string> {
    try {
      const { ETag } = await this.options.client.send(command);
      release(true);
      return ETag ?? '';
    } catch (error) {
      release(false);
      throw error;
    }
  }

  private async keepTail(): Promise<void> {
    const key = `uploads/${randomUUID()}`;
    const { bytes, release } = await this.part.collect();
    try {
      const command = new PutObjectCommand({ ...this.at(key), Body: bytes, ContentLength: bytes.length });
      await this.options.client.send(command);
      release(true);
    } catch (error) {
      release(false);
      throw error;
    }
    if (this.tail) this.stale = [...this.stale, this.tail.key];
    this.tail = { key, bytes: bytes.length };
  }

  private async beginUpload(): Promise<string> {
    const { UploadId } = await this.options.client.send(new CreateMultipartUploadCommand(this.at(this.growing.key)));
    if (UploadId === undefined) throw new Error('S3 began an upload without an id');
    return UploadId;
  }

  private grown(): GrowingObject {
    const { key } = this.growing;
    const { uploadId, parts, tail, stale } = this;
    return {
      key,
      sizeBytes: this.inParts + (tail?.bytes ?? 0),
      state: {
        keys: tail ? [tail.key] : [],
        ...(uploadId !== undefined && { uploadId }),
        parts: [...parts],
        tailBytes: tail?.bytes ?? 0,
        stale,
      },
    };
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  private async delete(key: string): Promise<void> {
    await this.options.client.send(new DeleteObjectCommand(this.at(key)));
  }

  private at(Key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key };
  }
}

/** Completes the upload. May be repeated: an unknown upload was completed already if its object has the right length. */
export async function completeGrowth(client: S3Client, Bucket: string, grown: GrowingObject): Promise<void> {
  const { key: Key, sizeBytes, state } = grown;
  if (state?.uploadId === undefined) throw new Error('An object without bytes is not stored');
  const Parts = (state.parts ?? []).map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
  const command = new CompleteMultipartUploadCommand({
    Bucket,
    Key,
    UploadId: state.uploadId,
    MultipartUpload: { Parts },
  });
  await client.send(command).catch(async (error: unknown) => {
    if (!isUnknownUpload(error)) throw error;
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    if (ContentLength !== sizeBytes) throw error;
  });
}

export async function abortGrowth(client: S3Client, Bucket: string, { key: Key, state }: GrowingObject): Promise<void> {
  if (state?.uploadId === undefined) return;
  await client
    .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: state.uploadId }))
    .catch((error: unknown) => {
      if (!isUnknownUpload(error)) throw error;
    });
}

const isUnknownUpload = (error: unknown) => error instanceof S3ServiceException && error.name === 'NoSuchUpload';
