// Requests with an Idempotency-Key to a handler, with the rows of the keys in memory.
import { Readable } from 'node:stream';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of, throwError } from 'rxjs';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { MultipartOrJsonBody } from '../../../src/platform/http/body/body.guard.js';
import { OpenUploads } from '../../../src/platform/http/body/open-uploads.js';
import { IdempotencyInterceptor } from '../../../src/platform/http/idempotency/idempotency.interceptor.js';
import type {
  Claim,
  KeyHolder,
  KeyState,
  ResponseToKeep,
} from '../../../src/platform/http/idempotency/idempotency-keys.js';
import { KeySecrets } from '../../../src/platform/http/idempotency/key-secrets.js';
import { Rendering } from '../../../src/platform/http/idempotency/rendering.js';

export const FREE: KeyState = { fingerprint: null, answer: null, abandoned: true, livemode: true };

/** The secrets of `a-key` as the first release derived them, for `POST /api/v1/things` of account `a`. */
export const firstSecrets = (...mode: 'test'[]): KeySecrets =>
  new KeySecrets('a-key', JSON.stringify(['account:a', 'POST', '/api/v1/things', ...mode]));

/** The rows of the keys, in memory. */
export class KeysInMemory {
  readonly rows = new Map<string, KeyState>();
  readonly done: string[] = [];
  readonly holders: KeyHolder[] = [];
  /** Attempts to claim a key, also without success. */
  asked = 0;
  /** Holds each key for an attempt that is not there. */
  isHeld = false;
  created = false;
  isAway = false;
  readonly rendering = new Rendering();
  /** Of the process whose requests these are; one at a time for each account. */
  readonly uploads = new OpenUploads({ accountUploads: 1 } as never);
  async claim(id: Buffer, holder: KeyHolder, fingerprint: Buffer | null): Promise<Claim | null> {
    this.asked += 1;
    this.holders.push(holder);
    const known = this.rows.get(id.toString('hex'));
    if (this.isHeld || (known && !known.abandoned)) return null;
    this.done.push('claim');
    const state = { ...FREE, abandoned: false, fingerprint: known?.fingerprint ?? fingerprint };
    this.rows.set(id.toString('hex'), state);
    const claim = { id, resourceId: 'r', fence: known ? 2 : 1, effectId: 'e', created: this.created };
    return { ...claim, fingerprint: state.fingerprint };
  }
  async find(id: Buffer): Promise<KeyState | null> {
    return this.rows.get(id.toString('hex')) ?? null;
  }
  async renew(): Promise<void> {
    this.done.push('renew');
  }
  async storeResponse(_: unknown, { id }: Claim, fingerprint: Buffer, answer: ResponseToKeep): Promise<boolean> {
    if (this.isAway) throw new Error('connect ECONNREFUSED');
    this.done.push(`store ${answer.status}`);
    this.rows.set(id.toString('hex'), { fingerprint, answer, abandoned: false, livemode: true });
    return true;
  }
  async release({ id }: Claim): Promise<void> {
    if (this.isAway) throw new Error('connect ECONNREFUSED');
    this.done.push('release');
    this.rows.delete(id.toString('hex'));
  }
}

export interface Sent {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  /** Null for a request without credentials. */
  readonly livemode?: boolean | null;
  readonly isGone?: boolean;
  /** A form that the handler reads itself. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a handler. @returns what the client gets, with the headers that say how it came about */
export function sendKeyed(keys: KeysInMemory, handle: (request: object) => unknown, sent: Sent = {}) {
  const limits = { payerOf: () => 'account:a' };
  const interceptor = new IdempotencyInterceptor(keys as never, limits as never, keys.uploads, keys.rendering);
  const {
    key = 'a-key',
    method = 'POST',
    path = '/api/v1/things',
    body = '{}',
    livemode = true,
    isGone = false,
    form,
  } = sent;
  const headers: Record<string, unknown> = {};
  const response = {
    statusCode: 201,
    destroyed: isGone,
    getHeader: (name: string) => (name === 'Content-Type' ? 'text/plain' : undefined),
    setHeader: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
    status(code: number) {
      response.statusCode = code;
      return response;
    },
  };
  const request = Object.assign(Readable.from(form === undefined ? [] : [formOf(form)]), {
    headers: {
      ...(key !== '' && { 'idempotency-key': key }),
      'content-type': 'multipart/form-data; boundary=b',
      ...sent.headers,
    },
    method,
    path,
    rawBody: form === undefined ? Buffer.from(body) : undefined,
    caller: livemode === null ? undefined : { accountId: 'a', livemode },
    is: (type: string) => type === 'multipart/form-data' && type,
  });
  const http = { getRequest: () => request, getResponse: () => response };
  const context = { switchToHttp: () => http, getHandler: () => submit } as unknown as ExecutionContext;
  const next: CallHandler = {
    handle: () => {
      try {
        return of(handle(request));
      } catch (error) {
        return throwError(() => error);
      }
    },
  };
  return lastValueFrom(interceptor.intercept(context, next)).then(
    (value) => ({ value, status: response.statusCode, headers }),
    (error: unknown) => ({ error, status: error instanceof ApiError ? error.status : 500, headers }),
  );
}

/** Stands for a handler that takes forms. */
function submit(): void {}
MultipartOrJsonBody(Object, { file: 'audio_file', texts: new Set(['agent_id']) })({}, 'submit', { value: submit });

const formOf = (value: string) => `--b\r\nContent-Disposition: form-data; name="agent_id"\r\n\r\n${value}\r\n--b--\r\n`;
