// How a request with an Idempotency-Key is answered, with the keys in memory. Over HTTP and Postgres: idempotency.interceptor.test.ts.
import { Readable } from 'node:stream';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, notFound } from '../../../../src/platform/errors/api-error.js';
import { IdempotencyInterceptor } from '../../../../src/platform/http/idempotency/idempotency.interceptor.js';
import {
  type Claim,
  IdempotencyClaimLost,
  type KeyState,
  type StoredAnswer,
} from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { IdempotentRequest } from '../../../../src/platform/http/idempotency/idempotent-request.js';

const FREE: KeyState = { fingerprint: null, answer: null, abandoned: true, livemode: true };

/** The rows of the keys, in memory. */
class Keys {
  readonly rows = new Map<string, KeyState>();
  readonly done: string[] = [];
  /** Holds each key for an attempt that is not there. */
  isHeld = false;
  created = false;
  isAway = false;
  async claim(id: Buffer, _: unknown, fingerprint: Buffer | null): Promise<Claim | null> {
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
  async storeAnswer(_: unknown, { id }: Claim, fingerprint: Buffer, answer: StoredAnswer): Promise<boolean> {
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

interface Sent {
  readonly key?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly livemode?: boolean;
  readonly isGone?: boolean;
  /** A form that the handler reads itself. */
  readonly form?: string;
}

let keys: Keys;
let interceptor: IdempotencyInterceptor;
beforeEach(() => {
  keys = new Keys();
  interceptor = new IdempotencyInterceptor(keys as never, { payerOf: () => 'account:a' } as never);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a request to a handler. @returns what the client gets, with the headers that say how it came about */
function send(handle: (request: object) => unknown, sent: Sent = {}) {
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
    getHeader: () => 'text/plain',
    setHeader: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
    status(code: number) {
      response.statusCode = code;
      return response;
    },
  };
  const request = Object.assign(Readable.from(form === undefined ? [] : [formOf(form)]), {
    headers: { ...(key !== '' && { 'idempotency-key': key }), 'content-type': 'multipart/form-data; boundary=b' },
    method,
    path,
    rawBody: form === undefined ? Buffer.from(body) : undefined,
    caller: { accountId: 'a', livemode },
    is: () => 'multipart/form-data',
  });
  const http = { getRequest: () => request, getResponse: () => response };
  const context = { switchToHttp: () => http } as unknown as ExecutionContext;
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
const formOf = (value: string) => `--b\r\nContent-Disposition: form-data; name="agent_id"\r\n\r\n${value}\r\n--b--\r\n`;
const ran = () => keys.done.filter((entry) => entry === 'claim').length;

describe('a request with an Idempotency-Key', () => {
  it('runs once: a repeated one gets its answer, marked as repeated', async () => {
    const handle = vi.fn(() => ({ id: 1 }));
    expect(await send(handle)).toEqual({ value: { id: 1 }, status: 201, headers: {} });
    expect(keys.done).toEqual(['claim', 'store 201']);
    const again = await send(handle);
    const type = 'application/json; charset=utf-8';
    expect(again).toEqual({
      value: '{"id":1}',
      status: 201,
      headers: { 'Idempotent-Replayed': 'true', 'Content-Type': type },
    });
    expect(handle, 'The handler ran twice').toHaveBeenCalledTimes(1);
  });

  it.each<[string, Sent, boolean]>([
    ['another spelling of the path', { path: '/API/v1/Things//' }, true],
    ['an encoded spelling of the path', { path: '/api/v1/th%69ngs' }, true],
    ['another path', { path: '/api/v1/others' }, false],
    ['another key', { key: 'b-key' }, false],
    ['test mode', { livemode: false }, false],
  ])('is told from a repeated one by its key, path and mode: one with %s', async (_, sent, isRepeated) => {
    await send(() => 'first');
    const { value } = (await send(() => 'second', sent)) as { value: unknown };
    expect(value, isRepeated ? 'The request ran twice' : 'Another request got its answer').toBe(
      isRepeated ? 'first' : 'second',
    );
  });

  it.each<[string, Sent]>([
    ['without a key', { key: '' }],
    ['that is no POST', { method: 'PUT' }],
  ])('%s is left alone', async (_, sent) => {
    for (let n = 0; n < 2; n++) expect(await send(() => n, sent)).toMatchObject({ value: n, headers: {} });
    expect(keys.done).toEqual([]);
  });

  it('is refused with another body', async () => {
    await send(() => 'first');
    expect(await send(() => 'second', { body: '{"a":1}' })).toMatchObject({ status: 422 });
    expect(ran(), 'The key with another body does the work again').toBe(1);
  });

  it('waits for the answer of the first one, which it gets', async () => {
    const first = await send(() => 'first');
    const [[id, answered] = ['', FREE]] = keys.rows;
    keys.rows.set(id, { ...answered, answer: null });
    let looks = 0;
    keys.find = async () => (++looks < 3 ? { ...answered, answer: null } : answered);
    expect(await send(() => 'second')).toMatchObject({ value: 'value' in first && first.value });
    expect(looks, 'It did not look again').toBe(3);
  });

  it('runs where the first one was given up, once', async () => {
    keys.isHeld = true;
    let looks = 0;
    keys.find = async () => {
      if (++looks === 2) keys.isHeld = false;
      return { ...FREE, abandoned: looks > 1 };
    };
    expect(await send(() => 'second')).toMatchObject({ value: 'second' });
    expect([looks, ran()]).toEqual([2, 1]);
  });

  it('is told that the first one still runs, where its client has gone', async () => {
    keys.isHeld = true;
    keys.find = async () => ({ ...FREE, abandoned: false });
    expect(await send(() => 'second', { isGone: true })).toMatchObject({ status: 409 });
  });
});

describe('the outcome of a request', () => {
  const outcome = async (handle: (request: object) => unknown) => {
    const got = await send(handle);
    return { got, done: keys.done.slice(1) };
  };
  const fail = (error: unknown) => () => {
    throw error;
  };

  it.each([400, 422])('is kept where its body is wrong: the same %d again', async (status) => {
    const { got, done } = await outcome(fail(new ApiError(status, 'Wrong')));
    expect(got, 'The first answer is another one').toMatchObject({ status });
    expect(done, 'The answer was not kept').toEqual([`store ${status}`]);
    const again = await send(() => 'second');
    expect(again, 'The request ran again').toMatchObject({ status, error: { detail: 'Wrong' } });
    expect((again as { error: ApiError }).error, 'The answer does not say that it is repeated').toMatchObject({
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it.each([
    ['an error that may be gone at the next attempt', notFound('No'), 404],
    ['an unexpected error', new TypeError('x is not a function'), 500],
    ['a thrown value that is no error', undefined, 500],
  ])('is not kept for %s: the next attempt runs', async (_, error, status) => {
    const { got, done } = await outcome(fail(error));
    expect(got, 'The first answer is another one').toMatchObject({ status });
    expect(done, 'The key was not released').toEqual(['release']);
    expect(await send(() => 'second')).toMatchObject({ value: 'second' });
  });

  it.each([
    ['access tokens', () => ({ access_token: 'secret' }), ['release']],
    ['an object without any', () => ({ token_name: 'x' }), ['store 201']],
    ['null', () => null, ['store 201']],
    ['nothing', () => undefined, ['store 201']],
  ])('with %s is kept or not', async (_, handle, done) => {
    expect((await outcome(handle)).done, 'Tokens are stored, or an answer is not').toEqual(done);
  });

  it('reaches the client also where it cannot be stored, since its effects have taken place', async () => {
    keys.isAway = true;
    expect((await outcome(() => 'done')).got).toMatchObject({ value: 'done', status: 201 });
    expect(await send(fail(notFound('No')), { key: 'b-key' })).toMatchObject({ status: 404 });
  });

  it('is that another attempt runs, where this one has lost its key', async () => {
    expect((await outcome(fail(new IdempotencyClaimLost()))).got).toMatchObject({ status: 409 });
  });

  it('is not stored twice where the handler has stored it with its effect', async () => {
    const { done } = await outcome(
      (request) => void IdempotentRequest.of(request as never)?.storeAnswer({} as never, {}),
    );
    expect(done).toEqual(['store 201']);
  });
});

describe('the lease of a key', () => {
  it('is renewed every three seconds while the handler runs, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const renewed: number[] = [];
    const renewals = () => keys.done.filter((entry) => entry === 'renew').length;
    await send(() => {
      vi.advanceTimersByTime(2_999);
      renewed.push(renewals());
      vi.advanceTimersByTime(1);
      renewed.push(renewals());
      vi.advanceTimersByTime(6_000);
      renewed.push(renewals());
    });
    vi.advanceTimersByTime(30_000);
    expect([...renewed, renewals()], 'Another attempt takes over, or a key is held for good').toEqual([0, 1, 3, 3]);
  });

  it('outlives a renewal that fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    keys.renew = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await send(() => vi.advanceTimersByTime(3_000) && 'done')).toMatchObject({ value: 'done' });
  });
});

describe('a form that the handler reads itself', () => {
  const form = 'agent';
  it('is read by the handler, and released where it was refused before it was read', async () => {
    const { value } = (await send((request) => IdempotentRequest.of(request as never)?.fingerprint, { form })) as {
      value: unknown;
    };
    expect([value, keys.done], 'The form was read before its handler').toEqual([null, ['claim', 'release']]);
  });

  it.each([
    ['the same form continues', 'agent', { status: 201, value: 'second' }],
    ['another form is refused', 'other', { status: 422 }],
  ])('after an attempt that had created its resource: %s', async (_, again, expected) => {
    const { FormContent } = await import('../../../../src/platform/http/idempotency/form-content.js');
    await send(
      (request) => {
        const content = new FormContent();
        content.addField('agent_id', 'agent');
        IdempotentRequest.of(request as never)?.setForm(content);
        return 'first';
      },
      { form },
    );
    const [[id, state] = ['', FREE]] = keys.rows;
    expect(await send(() => 'second', { form: again }), 'A form that was answered').toMatchObject(
      again === form ? { value: 'first' } : { status: 422 },
    );
    keys.rows.set(id, { ...state, answer: null, abandoned: true });
    keys.created = true;
    expect(await send(() => 'second', { form: again })).toMatchObject(expected);
    expect(keys.done.at(-1), 'The next attempt cannot claim the key').toBe(again === form ? 'store 201' : 'release');
  });
});
