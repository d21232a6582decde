// One POST on undici's dispatcher itself: the stream, the signal and the iterator that its request() takes for an answer cost as
// much as the sending, and of a reply to a notification only the head is wanted.
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.js';

/** A reply's body decides nothing; it is worth this much waiting to keep the connection. */
const REPLY_BODY_GRACE_MS = 1_000;

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** Reads a reply to its end where that is near, so that the connection can serve again; otherwise cuts it. */
export class PostExchange implements Dispatcher.DispatchHandler {
  /** Rejects with an {@link OutboundError} at the deadline, and with undici's own error when no head came. */
  readonly head: Promise<Head>;

  private controller: Dispatcher.DispatchController | null = null;
  private timer: NodeJS.Timeout;
  private given: Head | null = null;
  private ended = false;
  private received = 0;
  private tell: (head: Head) => void = () => undefined;
  private refuse: (error: unknown) => void = () => undefined;

  /** @param timeoutMs from now to the head of the answer, the waiting for a connection included */
  constructor(
    timeoutMs: number,
    private readonly maxResponseBytes: number,
  ) {
    this.head = new Promise((resolve, reject) => {
      this.tell = resolve;
      this.refuse = reject;
    });
    this.timer = setTimeout(() => this.giveUp(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The deadline passed while a connection was waited for.
    if (this.ended) controller.abort(new OutboundError('timeout'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: Head['headers']): void {
    if (statusCode < 200) return;
    this.given = { statusCode, headers };
    // Mostly the reply is at its end by then, and needs no other timer.
    queueMicrotask(() => this.waitForBody(controller));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received > this.maxResponseBytes) controller.abort(new OutboundError('too-large'));
  }

  onResponseEnd(): void {
    this.end();
  }

  /** With the head here, a body that breaks or is cut is nobody's loss. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  private waitForBody(controller: Dispatcher.DispatchController): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => controller.abort(new OutboundError('too-large')), REPLY_BODY_GRACE_MS);
  }

  private giveUp(): void {
    const error = new OutboundError('timeout');
    this.controller?.abort(error);
    this.end(error);
  }

  private end(error?: Error): void {
    this.ended = true;
    clearTimeout(this.timer);
    if (this.given) this.tell(this.given);
    else this.refuse(error);
  }
}
