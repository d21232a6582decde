// Bytes of one request, up to the missing size of the upload. They are read from the connection itself: the tus server's copy of
// the body would end as if it were complete when a client disconnects.
import { Transform } from 'node:stream';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { bodyCutShort } from '../platform/http/body/body.guard.js';
import { uploadTooLong } from './upload-errors.js';

/** Maximum number of bytes that wait for the store, besides those that it is writing. */
const BUFFER_BYTES = 256 * 1024;

export class RequestBytes {
  private readonly limited: Transform;
  private failure: Error | null = null;
  private received = 0;
  private lastByteAt = performance.now();
  private ended = false;

  /** @param limitBytes further bytes are refused; those before count */
  constructor(
    private readonly request: ServiceRequest,
    limitBytes: number,
  ) {
    this.limited = new Transform({
      highWaterMark: BUFFER_BYTES,
      transform: (chunk: Buffer, _encoding, done) => {
        const left = limitBytes - this.received;
        this.received += chunk.length;
        this.lastByteAt = performance.now();
        if (chunk.length <= left) return done(null, chunk);
        if (left > 0) this.limited.push(chunk.subarray(0, left));
        done();
        if (left < 0) return;
        // Also applies if the body has ended while this chunk waited.
        this.failure ??= uploadTooLong();
        this.stop(this.failure);
      },
    });
  }

  /** Milliseconds since the last byte. */
  get idleMs(): number {
    return performance.now() - this.lastByteAt;
  }

  /** Can be read once. @throws the reason for an early end, after the last byte received */
  async *read(): AsyncGenerator<Buffer, void, undefined> {
    const { request, limited } = this;
    // Without a listener, the error of an interrupted connection would end the process. `close` follows it.
    request.on('error', () => undefined);
    const onClose = () => {
      if (!request.complete) this.stop(bodyCutShort());
    };
    request.once('close', onClose);
    if (request.destroyed) onClose();
    else request.pipe(limited);
    try {
      for await (const chunk of limited) yield chunk;
      if (this.failure) throw this.failure;
    } finally {
      request.off('close', onClose);
      request.unpipe(limited);
    }
  }

  /** Stops reading. Bytes received count; then `read` throws the reason. */
  stop(reason: Error): void {
    if (this.ended || this.limited.writableEnded) return;
    this.ended = true;
    this.failure = reason;
    this.request.unpipe(this.limited);
    this.limited.end();
  }
}
