// One request and its answer, without a repetition. Node's http, since its fetch loses an answer that comes before the end of an
// upload, and ends requests after five minutes.
import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { cancelledError, certificateError, connectionError, timeoutError } from '../error.js';
import { IdleTimer } from '../http/idle-timer.js';
import type { Exchange, Incoming, Outgoing } from '../http/messages.js';
import { readAnswerFirst } from './answer-first.js';

/** A chunk is on its way when its last byte is: small ones show a slow connection that it still moves. */
const MAX_WRITE_BYTES = 65_536;

export function exchangeOver(agent: Agent): Exchange {
  return (outgoing) => new NodeExchange(outgoing, agent).answer();
}

class NodeExchange {
  private readonly request: ClientRequest;
  private response: IncomingMessage | null = null;
  /** Why it was given up on this side. */
  private failure: { readonly error: unknown } | null = null;
  private readonly idle: IdleTimer;
  private isWriting = true;
  /** Ends the wait for a chunk that no one takes any more. */
  private release: () => void = () => undefined;

  constructor(
    private readonly outgoing: Outgoing,
    agent: Agent,
  ) {
    const { url, method, headers, idleTimeoutMs } = outgoing;
    const target = new URL(url);
    const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
    this.request = open({ ...urlToHttpOptions(target), method, headers, agent });
    this.idle = new IdleTimer(idleTimeoutMs, this.onIdle);
    this.idle.start();
    outgoing.signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  async answer(): Promise<Incoming> {
    const { request, outgoing } = this;
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      // More than one may come, and those after an answer say nothing new.
      request.on('error', reject);
    });
    request.once('close', this.stopWriting);
    if (outgoing.body) request.once('socket', (socket) => readAnswerFirst(socket, this.stopWriting));
    void this.write();
    try {
      const response = await answered;
      this.response = response;
      this.stopWriting();
      this.idle.start();
      return { ...headOf(response), chunks: this.read(response), drop: this.drop };
    } catch (error) {
      this.drop();
      throw this.reason(error);
    }
  }

  private readonly drop = (): void => {
    this.over();
    this.request.destroy();
  };

  private async write(): Promise<void> {
    const { request, outgoing } = this;
    try {
      for await (const chunk of outgoing.body?.open() ?? []) {
        for (let from = 0; from < chunk.length && this.isWriting; from += MAX_WRITE_BYTES)
          await this.send(chunk.subarray(from, from + MAX_WRITE_BYTES));
        if (!this.isWriting) return;
      }
      request.end();
    } catch (error) {
      this.giveUp(error);
    }
  }

  private send(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.release = resolve;
      this.request.write(bytes, () => {
        if (this.isWriting) this.idle.start();
        resolve();
      });
    });
  }

  private async *read(response: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const chunk of response) {
        this.idle.stop();
        yield chunk;
        this.idle.start();
      }
    } catch (error) {
      throw this.reason(error);
    } finally {
      this.over();
      // The rest of an upload that was answered early is not sent any more.
      if (!response.complete || !this.request.writableFinished) this.request.destroy();
    }
  }

  private readonly stopWriting = (): void => {
    this.isWriting = false;
    this.release();
  };

  private readonly onIdle = (): void => {
    const seconds = this.outgoing.idleTimeoutMs / 1000;
    this.giveUp(timeoutError(`The service was silent for ${seconds} s.`));
  };

  private readonly onAbort = (): void => this.giveUp(cancelledError(this.outgoing.signal?.reason));

  private giveUp(error: unknown): void {
    this.failure ??= { error };
    const end = new Error('The request was given up');
    if (this.response) this.response.destroy(end);
    else this.request.destroy(end);
  }

  private over(): void {
    this.idle.stop();
    this.stopWriting();
    this.outgoing.signal?.removeEventListener('abort', this.onAbort);
  }

  private reason(error: unknown): unknown {
    if (this.failure) return this.failure.error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const { socket } = this.request;
    // Node notes on the socket what it refuses the certificate for.
    const isRefused = socket instanceof TLSSocket && code !== '' && String(socket.authorizationError) === code;
    if (isRefused) return certificateError(code, error);
    const why = code && ` (${code})`;
    return connectionError(
      this.response ? `The connection was cut during the answer${why}.` : `No answer came from the service${why}.`,
      error,
    );
  }
}

function headOf(response: IncomingMessage) {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );
  const hasKnownEnd = 'content-length' in headers || 'transfer-encoding' in headers;
  const status = response.statusCode ?? 0;
  return { status, phrase: STATUS_CODES[status] ?? null, headers, hasKnownEnd };
}
