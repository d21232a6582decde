// Uploads a stream to S3: as one object when it is short, else in parts. Parts are collected in `PartBuffers`, and those of slow
// senders in files, so that open uploads take little memory however many there are.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { GrowingObject, Growth } from '../../ports/object-store.js';
import { PartBuffers } from './part-buffers.js';
import { S3Growth } from './s3-growth.js';
import { type CollectedPart, UploadPart } from './upload-part.js';

/** Minimum size of S3, except for the last part. */
const PART_BYTES = 5 * 1024 * 1024;
/** Limit of all uploads of the process together: 20 MiB. */
const MAX_PARTS_IN_MEMORY = 4;
/** Parts of one upload that are sent at the same time. */
const MAX_PARTS_IN_FLIGHT = 2;

interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

export class S3Uploads {
  private readonly buffers = new PartBuffers(MAX_PARTS_IN_MEMORY, PART_BYTES);

  /** @param directory for the parts of slow senders */
  constructor(
    private readonly client: S3Client,
    private readonly directory: string,
  ) {}

  /** Stores the whole source or nothing. Throws the errors of the source, of S3 and of the disk. */
  async upload(target: Target, source: AsyncIterable<Buffer>): Promise<void> {
    await new S3Upload(this.client, target, () => new UploadPart(this.buffers, this.directory)).run(source);
  }

  /** Grows an object, with parts from the same memory. @param wrap the errors of S3 and of the disk */
  grow(
    bucket: string,
    growing: GrowingObject,
    growth: Growth,
    wrap: <T>(operation: () => Promise<T>) => Promise<T>,
  ): S3Growth {
    const newPart = () => new UploadPart(this.buffers, this.directory);
    return new S3Growth(growing, growth, { client: this.client, bucket, partBytes: PART_BYTES, newPart, wrap });
  }
}

class S3Upload {
  private part: UploadPart;
  private uploadId: string | null = null;
  private readonly sending = new Set<Promise<void>>();
  private readonly sent: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];
  private partCount = 0;
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly client: S3Client,
    private readonly target: Target,
    private readonly newPart: () => UploadPart,
  ) {
    this.part = newPart();
  }

  async run(source: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of source) await this.add(chunk);
      if (this.uploadId === null) await this.putWhole();
      else await this.complete(this.uploadId);
    } catch (error) {
      await this.part.discard();
      await Promise.all(this.sending);
      // If this fails, the bucket's rule for incomplete uploads removes the rest.
      if (this.uploadId !== null) await this.client.send(this.abortion(this.uploadId)).catch(() => undefined);
      throw error;
    }
  }

  private async add(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - this.part.sizeBytes);
      await this.part.add(taken);
      rest = rest.subarray(taken.length);
      if (this.part.sizeBytes === PART_BYTES) await this.sendPart();
    }
  }

  /** Returns once the part is being sent and another one may follow. */
  private async sendPart(): Promise<void> {
    this.uploadId ??= await this.begin();
    const { uploadId } = this;
    const part = await this.part.collect();
    this.part = this.newPart();
    this.partCount += 1;
    const sending: Promise<void> = this.send(uploadId, this.partCount, part).finally(() =>
      this.sending.delete(sending),
    );
    this.sending.add(sending);
    if (this.sending.size >= MAX_PARTS_IN_FLIGHT) await Promise.race(this.sending);
    this.throwFailure();
  }

  /** Does not reject: the first failure is kept, and thrown in `run`. */
  private async send(uploadId: string, partNumber: number, { bytes, release }: CollectedPart): Promise<void> {
    const command = new UploadPartCommand({
      ...this.target,
      UploadId: uploadId,
      PartNumber: partNumber,
      Body: bytes,
      ContentLength: bytes.length,
    });
    try {
      const { ETag } = await this.client.send(command);
      this.sent.push({ PartNumber: partNumber, ETag });
      release(true);
    } catch (error) {
      release(false);
      this.failure ??= { error };
    }
  }

  private async begin(): Promise<string> {
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(this.target));
    if (UploadId === undefined) throw new Error('S3 began an upload without an id');
    return UploadId;
  }

  private async putWhole(): Promise<void> {
    const { bytes, release } = await this.part.collect();
    const command = new PutObjectCommand({ ...this.target, Body: bytes, ContentLength: bytes.length });
    await this.client.send(command).then(
      () => release(true),
      (error: unknown) => {
        release(false);
        throw error;
      },
    );
  }

  private async complete(uploadId: string): Promise<void> {
    if (this.part.sizeBytes > 0) await this.sendPart();
    await this.part.discard();
    await Promise.all(this.sending);
    this.throwFailure();
    const Parts = this.sent.toSorted((left, right) => left.PartNumber - right.PartNumber);
    await this.client.send(
      new CompleteMultipartUploadCommand({ ...this.target, UploadId: uploadId, MultipartUpload: { Parts } }),
    );
  }

  private abortion(uploadId: string): AbortMultipartUploadCommand {
    return new AbortMultipartUploadCommand({ ...this.target, UploadId: uploadId });
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }
}
