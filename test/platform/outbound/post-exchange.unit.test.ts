// What becomes of the connection of a notification: the tests of the door see only the status.
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PostExchange } from '../../../src/platform/outbound/post-exchange.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const HEAD = { statusCode: 204, headers: {} };

function exchangeWith({ timeoutMs = 15_000, maxResponseBytes = 100 } = {}) {
  const aborts: unknown[] = [];
  const controller = { abort: (reason: unknown) => void aborts.push(reason) } as Dispatcher.DispatchController;
  const exchange = new PostExchange(timeoutMs, maxResponseBytes);
  const settled: unknown[] = [];
  exchange.head.then(
    (head) => settled.push(head),
    (error: unknown) => settled.push(error),
  );
  return { exchange, controller, aborts, settled };
}

/** Until what was queued as microtasks has run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the connection of a notification', () => {
  it('is kept when a short answer ends, and no timer is left', async () => {
    const { exchange, controller, aborts, settled } = exchangeWith();
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 204, {});
    exchange.onResponseData(controller, Buffer.alloc(60));
    exchange.onResponseData(controller, Buffer.alloc(40));
    exchange.onResponseEnd();
    await turn();
    expect(settled, 'the head of the answer').toEqual([HEAD]);
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    expect(aborts, 'why the connection was closed').toEqual([]);
  });

  it('is closed when the body is longer than the bound', () => {
    const { exchange, controller, aborts } = exchangeWith();
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 200, {});
    exchange.onResponseData(controller, Buffer.alloc(60));
    exchange.onResponseData(controller, Buffer.alloc(41));
    expect(aborts, 'why the connection was closed').toMatchObject([{ kind: 'too-large' }]);
  });

  it('is closed when the body takes longer than a second, however long the attempt may take', async () => {
    const { exchange, controller, aborts } = exchangeWith();
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 200, {});
    await turn();
    vi.advanceTimersByTime(999);
    expect(aborts, 'the connection was closed within the second').toEqual([]);
    vi.advanceTimersByTime(1);
    expect(aborts, 'why the connection was closed').toMatchObject([{ kind: 'too-large' }]);
    vi.advanceTimersByTime(15_000);
    expect(aborts.length, 'how often it was closed').toBe(1);
  });
});

describe('the deadline of a notification', () => {
  it('closes the connection of a request that got no head', async () => {
    const { exchange, controller, aborts, settled } = exchangeWith();
    exchange.onRequestStart(controller);
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(settled, 'the failure').toMatchObject([{ kind: 'timeout' }]);
    expect(aborts, 'why the connection was closed').toMatchObject([{ kind: 'timeout' }]);
  });

  it('keeps a request from being sent that still waits for a connection', async () => {
    const { exchange, controller, aborts, settled } = exchangeWith();
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(settled, 'the failure').toMatchObject([{ kind: 'timeout' }]);
    exchange.onRequestStart(controller);
    expect(aborts, 'why the request was not sent').toMatchObject([{ kind: 'timeout' }]);
  });

  it('does not touch a request that starts in time', () => {
    const { exchange, controller, aborts } = exchangeWith();
    vi.advanceTimersByTime(14_999);
    exchange.onRequestStart(controller);
    expect(aborts, 'why the request was not sent').toEqual([]);
  });
});

describe('the head of an answer', () => {
  it('is the final one: hints before it do not count', async () => {
    const { exchange, controller, settled } = exchangeWith();
    exchange.onResponseStart(controller, 103, {});
    exchange.onResponseError(controller, new Error('closed'));
    await turn();
    expect(settled, 'an answer that had nothing but hints').toMatchObject([{ message: 'closed' }]);
  });

  it.each([200, 204])('of %i counts although the body breaks off', async (statusCode) => {
    const { exchange, controller, settled } = exchangeWith();
    exchange.onResponseStart(controller, statusCode, {});
    exchange.onResponseError(controller, new Error('closed'));
    await turn();
    expect(settled, 'the head of the answer').toEqual([{ statusCode, headers: {} }]);
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  });
});
