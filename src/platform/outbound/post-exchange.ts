// One POST and its response, as a handler of undici's dispatcher. undici's request() costs as much as the sending itself: it
// makes a stream, a signal and an iterator for each response. Of the response to a notification the service needs only the
// head.
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.js';

/**
 * The body of a response is not used. Waiting this long for its end is worth it, because then the connection can be used again.
 */
const BODY_TIMEOUT_MS = 1_000;

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/**
 * Reads a short answer to its end, so that the connection can serve the next request. Destroys the connection when the body
 * is long or slow.
 */
export class PostExchange implements Dispatcher.DispatchHandler {
  /** Rejects with an {@link OutboundError} at the deadline, and with undici's own error when no head came. */
  readonly head: Promise<Head>;

  private controller: Dispatcher.DispatchController | null = null;
  private timer: NodeJS.Timeout;
  private receivedHead: Head | null = null;
  private ended = false;
  private receivedBytes = 0;
  private resolveHead: (head: Head) => void = () => undefined;
  private rejectHead: (error: unknown) => void = () => undefined;

  /** @param timeoutMs from now to the head of the response; includes the time that the request waits for a connection */
  constructor(
    timeoutMs: number,
    private readonly maxResponseBytes: number,
  ) {
    this.head = new Promise((resolve, reject) => {
      this.resolveHead = resolve;
      this.rejectHead = reject;
    });
    this.timer = setTimeout(() => this.onDeadline(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The deadline passed while the request waited for a connection.
    if (this.ended) controller.abort(new OutboundError('timeout'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: Head['headers']): void {
    if (statusCode < 200) return;
    this.receivedHead = { statusCode, headers };
    // Most answers have ended when the microtask runs, and need no second timer.
    queueMicrotask(() => this.waitForBody(controller));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.receivedBytes += chunk.length;
    if (this.receivedBytes > this.maxResponseBytes) controller.abort(new OutboundError('too-large'));
  }

  onResponseEnd(): void {
    this.end();
  }

  /** Once the head has arrived, a body that breaks or is cut does not matter. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  private waitForBody(controller: Dispatcher.DispatchController): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => controller.abort(new OutboundError('too-large')), BODY_TIMEOUT_MS);
  }

  private onDeadline(): void {
    const error = new OutboundError('timeout');
    this.controller?.abort(error);
    this.end(error);
  }

  private end(error?: Error): void {
    this.ended = true;
    clearTimeout(this.timer);
    if (this.receivedHead) this.resolveHead(this.receivedHead);
    else this.rejectHead(error);
  }
}
