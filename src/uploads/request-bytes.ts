// The bytes of one request, up to what the upload still lacks. They are read from the connection itself and not through the tus
// server, whose copy of the body would end, where a client disconnects, as if it had been sent whole.
import { Transform } from 'node:stream';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { bodyCutShort } from '../platform/http/body/body.guard.js';
import { uploadTooLong } from './upload-errors.js';

/** What waits for the store, besides what it is writing. */
const BUFFER_BYTES = 256 * 1024;

export class RequestBytes {
  private readonly limited: Transform;
  private failure: Error | null = null;
  private received = 0;
  private lastByteAt = performance.now();
  private ended = false;

  /** @param limitBytes more than that are refused; those before count */
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
        // Also where the body has ended while this chunk waited.
        this.failure ??= uploadTooLong();
        this.stop(this.failure);
      },
    });
  }

  /** Milliseconds since the last byte. */
  get idleMs(): number {
    return performance.now() - this.lastByteAt;
  }

  /** Once. @throws what ended it before its end, behind the last byte that arrived */
  async *read(): AsyncGenerator<Buffer, void, undefined> {
    const { request, limited } = this;
    // Without a listener the error of a connection that breaks off would end the process. `close` follows it.
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

  /** What has arrived counts; then `read` throws the reason. */
  stop(reason: Error): void {
    if (this.ended || this.limited.writableEnded) return;
    this.ended = true;
    this.failure = reason;
    this.request.unpipe(this.limited);
    this.limited.end();
  }
}
