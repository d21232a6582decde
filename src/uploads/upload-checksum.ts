// The checksum of one request's bytes: tus 1.0, extension `checksum`.
import { createHash, type Hash } from 'node:crypto';
import { checksumMismatch, checksumNotKnown } from './upload-errors.js';

export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'md5'] as const;

const HEADER = new RegExp(`^(${CHECKSUM_ALGORITHMS.join('|')}) ([A-Za-z0-9+/]+={0,2})$`);

export class UploadChecksum {
  private readonly hash: Hash;

  private constructor(
    algorithm: string,
    private readonly expected: Buffer,
  ) {
    this.hash = createHash(algorithm);
  }

  /** Null without the header. @throws ApiError 400 for an algorithm that is not known, or a header that cannot be read */
  static read(header: string | undefined): UploadChecksum | null {
    if (header === undefined) return null;
    const [, algorithm, digest] = HEADER.exec(header) ?? [];
    if (algorithm === undefined || digest === undefined) throw checksumNotKnown();
    return new UploadChecksum(algorithm, Buffer.from(digest, 'base64'));
  }

  async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of source) {
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** Once, behind the last byte. @throws ApiError 460 */
  check(): void {
    if (!this.hash.digest().equals(this.expected)) throw checksumMismatch();
  }
}
