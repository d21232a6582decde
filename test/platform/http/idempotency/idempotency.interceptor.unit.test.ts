// How a request with an Idempotency-Key is answered, with the keys in memory. Over HTTP and Postgres:
// idempotency.interceptor.test.ts.
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, notFound } from '../../../../src/platform/errors/api-error.js';
import { FormContent } from '../../../../src/platform/http/idempotency/form-content.js';
import {
  IdempotencyClaimLost,
  type KeyHolder,
  type KeyState,
} from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { IdempotentRequest } from '../../../../src/platform/http/idempotency/idempotent-request.js';
import { FREE, firstSecrets, KeysInMemory, type Sent, sendKeyed } from '../../../support/clients/keyed-requests.js';

let keys: KeysInMemory;
beforeEach(() => {
  keys = new KeysInMemory();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const send = (handle: (request: object) => unknown, sent?: Sent) => sendKeyed(keys, handle, sent);
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

  it.each<[string, Sent, 'test'[], string]>([
    ['a live request', {}, [], '{}'],
    ['a test request', { livemode: false }, ['test'], '{}'],
    ['a form without a byte', { form: '', headers: { 'content-length': '0' } }, [], ''],
  ])('is known to the next release too: %s', async (_, sent, mode, body) => {
    await send(() => 'first', sent);
    expect([...keys.rows], 'Repeated requests run again after an upgrade').toMatchObject([
      [firstSecrets(...mode).id.toString('hex'), { fingerprint: firstSecrets(...mode).fingerprint('bytes', body) }],
    ]);
    expect(await send(() => 'second', sent), 'The request ran twice').toMatchObject({ value: 'first' });
  });

  it.each<[string, boolean | null, KeyHolder]>([
    ['live mode', true, { accountId: 'a', livemode: true }],
    ['test mode', false, { accountId: 'a', livemode: false }],
    ['no account', null, { accountId: null, livemode: true }],
  ])('is held by the account and mode of its caller: a request of %s', async (_, livemode, holder) => {
    await send(() => 'first', { livemode });
    expect(keys.holders, 'who holds the key').toEqual([holder]);
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
    keys.asked = 0;
    keys.find = async () => (++looks < 3 ? { ...answered, answer: null } : answered);
    const startedAt = performance.now();
    expect(await send(() => 'second')).toMatchObject({
      value: 'value' in first && first.value,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([looks, keys.asked], 'looks, and attempts to run').toEqual([3, 1]);
    expect(performance.now() - startedAt, 'It looks without a pause').toBeGreaterThan(140);
  });

  it('is refused with another body also while the first one runs', async () => {
    const other = firstSecrets().fingerprint('bytes', 'another body');
    keys.rows.set(firstSecrets().id.toString('hex'), { ...FREE, fingerprint: other, abandoned: false });
    expect(await send(() => 'second', { isGone: true })).toMatchObject({ status: 422 });
  });

  it('waits for 30 seconds, and is then told that the first one still runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    keys.isHeld = true;
    let looks = 0;
    keys.find = async () => {
      vi.setSystemTime(++looks === 1 ? 30_000 : 30_001);
      return { ...FREE, abandoned: false };
    };
    expect(await send(() => 'second')).toMatchObject({
      status: 409,
      error: {
        detail: 'The first request with this Idempotency-Key is still running. Try again in a few seconds.',
      },
    });
    expect(looks, 'looks for the answer').toBe(2);
  });

  it.each<[string, KeyState | null]>([
    ['was given up', FREE],
    ['has failed meanwhile', null],
  ])('runs where the first one %s, once', async (_, state) => {
    keys.isHeld = true;
    let looks = 0;
    keys.find = async () => {
      if (++looks === 2) keys.isHeld = false;
      return looks === 1 ? { ...FREE, abandoned: false } : state;
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
    ['access tokens', () => ({ access_token: 'secret' }), 'second'],
    ['an object without any', () => ({ token_name: 'x' }), '{"token_name":"x"}'],
    ['null', () => null, 'null'],
    ['nothing', () => undefined, ''],
  ])('with %s is kept, or is not where it holds tokens', async (_, handle, again) => {
    const { done } = await outcome(handle);
    expect(done, 'Tokens are stored, or an answer is not').toEqual([again === 'second' ? 'release' : 'store 201']);
    expect(await send(() => 'second'), 'The answer to a repeated request').toMatchObject({ value: again });
  });

  it('reaches the client also where it cannot be stored, since its effects have taken place', async () => {
    keys.isAway = true;
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    expect((await outcome(() => 'done')).got).toMatchObject({ value: 'done', status: 201 });
    expect(await send(fail(notFound('No')), { key: 'b-key' })).toMatchObject({ status: 404 });
    expect(warned, 'warnings to the operator').toHaveBeenCalledTimes(2);
  });

  it('is that another attempt runs, where this one has lost its key', async () => {
    expect((await outcome(fail(new IdempotencyClaimLost()))).got).toMatchObject({ status: 409 });
  });

  it('is not stored twice where the handler has stored it with its effect', async () => {
    const { done } = await outcome(
      (request) => void IdempotentRequest.of(request as never)?.storeResponse({} as never, {}),
    );
    expect(done).toEqual(['store 201']);
  });

  it('is not kept where the effect was undone after the handler had stored it', async () => {
    const { done } = await outcome((request) => {
      void IdempotentRequest.of(request as never)?.storeResponse({} as never, {});
      throw notFound('No');
    });
    expect(done, 'The key is held without an answer').toEqual(['store 201', 'release']);
  });
});

describe('an answer that an earlier release has kept for both modes together', () => {
  const BODY = { id: 1 };
  it.each<[string, string, boolean | null, Sent, object]>([
    ['of test mode: the test request gets it', '{"livemode":false}', null, { livemode: false }, {}],
    ['of test mode: a form gets it', '{"livemode":false}', null, { livemode: false, form: 'agent' }, {}],
    [
      'of test mode: a form without a byte gets it',
      '{"livemode":false}',
      null,
      { livemode: false, form: '', headers: { 'content-length': '0' } },
      {},
    ],
    [
      'of test mode: another body is refused',
      '{"livemode":false}',
      null,
      { livemode: false, body: '[]' },
      { status: 422 },
    ],
    ['of test mode: a live request is refused', '{"livemode":false}', null, {}, { status: 422 }],
    ['of live mode: the live request gets it', '{"livemode":true}', null, {}, {}],
    ['of live mode: a test request runs', '{"livemode":true}', null, { livemode: false }, { value: BODY }],
    ['without a mode: the live request gets it', '{"a":1}', null, {}, {}],
    ['null: the live request gets it', 'null', null, {}, {}],
    ['a text: the live request gets it', '"livemode"', null, {}, {}],
    ['no JSON: the live request gets it', 'plain', null, {}, {}],
    ['no JSON: a test request runs', 'plain', null, { livemode: false }, { value: BODY }],
    ['about a test key, asked for by a live request, which gets it again', '{"livemode":false}', true, {}, {}],
  ])('%s', async (_, text, livemode, sent, expected) => {
    const secrets = firstSecrets();
    const content = new FormContent();
    content.addField('agent_id', 'agent');
    const fingerprint = sent.form
      ? secrets.fingerprint('form', content.summary())
      : secrets.fingerprint('bytes', sent.form ?? '{}');
    const answer = { status: 202, contentType: '', sealedBody: secrets.seal(text), renders: null };
    keys.rows.set(secrets.id.toString('hex'), { fingerprint, answer, abandoned: false, livemode });
    const replayed = { value: text, status: 202, headers: { 'Idempotent-Replayed': 'true' } };
    const wanted = Object.keys(expected).length > 0 ? expect.objectContaining(expected) : replayed;
    expect(await send(() => BODY, sent)).toEqual(wanted);
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
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    expect(await send(() => vi.advanceTimersByTime(3_000) && 'done')).toMatchObject({ value: 'done' });
    expect(warned, 'warnings to the operator').toHaveBeenCalledTimes(1);
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

  it('is refused where it cannot be read, since the first one could', async () => {
    const content = new FormContent();
    content.addField('agent_id', 'agent');
    await send((request) => IdempotentRequest.of(request as never)?.setForm(content), { form });
    const headers = { 'content-type': 'multipart/form-data' };
    expect(await send(() => 'second', { form, headers })).toMatchObject({ status: 422 });
  });

  it.each([
    ['the same form continues', 'agent', { status: 201, value: 'second' }],
    ['another form is refused', 'other', { status: 422 }],
  ])('after an attempt that had created its resource: %s', async (_, again, expected) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
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
    expect(vi.getTimerCount(), 'A key is renewed for good').toBe(0);
  });

  it('is read again only while its account has fewer uploads open than it may have', async () => {
    const content = new FormContent();
    content.addField('agent_id', 'agent');
    await send(
      (request) => {
        IdempotentRequest.of(request as never)?.setForm(content);
        return 'first';
      },
      { form },
    );
    let finish = () => {};
    const other = keys.uploads.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const refused = { status: 429, error: { headers: { 'Retry-After': '5' } } };
    expect(await send(() => 'second', { form }), 'A repeated form is read beside any number').toMatchObject(refused);
    const [[id, state] = ['', FREE]] = keys.rows;
    keys.rows.set(id, { ...state, answer: null, abandoned: true });
    keys.created = true;
    expect(await send(() => 'second', { form }), 'A continued form is read beside any number').toMatchObject(refused);
    expect(keys.done.at(-1), 'The next attempt cannot claim the key').toBe('release');
    keys.rows.set(id, state);
    finish();
    await other;
    expect(await send(() => 'second', { form })).toMatchObject({ value: 'first' });
  });
});
