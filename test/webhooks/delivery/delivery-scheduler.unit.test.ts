// When deliveries are sent, and what happens when a step fails. delivery-scheduler.test.ts has the same with Postgres and
// receivers.
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliverWebhook } from '../../../src/webhooks/delivery/deliver-webhook.js';
import type {
  DeliveryClaims,
  DueDelivery,
  NextState,
  PageEnd,
} from '../../../src/webhooks/delivery/delivery-claims.js';
import {
  DeliveryScheduler,
  MAX_CLAIMED_TOGETHER,
  MAX_CONCURRENT_DELIVERIES,
  MAX_CONCURRENT_PER_HOST,
  MAX_UNRECORDED_ATTEMPTS,
} from '../../../src/webhooks/delivery/delivery-scheduler.js';
import { eventually } from '../../support/processes/eventually.js';

const due = (id: string, url = 'https://hooks.example.com/', account_id = 'account'): DueDelivery => ({
  id,
  url,
  account_id,
});
/** So many that together they may take every place. */
const ACCOUNTS = 300;
/** Deliveries that one page of a scan has. */
const PAGE_SIZE = 300;
const manyDue = (count: number, urlOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => due(`d${n}`, urlOf(n), `account ${n % ACCOUNTS}`));

/** A step that a test can hold or fail. By default it goes through. */
type Step = (deliveryId: string) => Promise<void>;
const goes: Step = async () => undefined;

/** Steps of deliveries in memory. `backlog` is what a scan finds. */
function schedulerWith({ backlog = [] as readonly DueDelivery[] } = {}) {
  const log = {
    found: [] as string[],
    pages: 0,
    claimed: [] as string[][],
    sent: [] as string[],
    recorded: [] as string[],
  };
  const steps = { find: goes, scan: goes, claim: goes, send: goes, record: goes };
  const known = new Map(backlog.map((delivery) => [delivery.id, delivery]));
  const states = new Map<string, NextState>();
  const claims: Pick<DeliveryClaims, 'findDue' | 'findDueAfter'> = {
    async findDue(ids) {
      log.found.push(...ids);
      await steps.find(ids[0] ?? '');
      return ids.map((id) => known.get(id) ?? due(id));
    },
    async findDueAfter(after) {
      log.pages += 1;
      await steps.scan('');
      const start = Number(after?.id ?? 0);
      const end: PageEnd = { id: String(start + PAGE_SIZE), due_at: '' };
      return {
        deliveries: backlog.slice(start, start + PAGE_SIZE),
        end: start + PAGE_SIZE < backlog.length ? end : null,
      };
    },
  };
  const deliver = {
    async claim(wanted: readonly { deliveryId: string }[]) {
      const ids = wanted.map(({ deliveryId }) => deliveryId);
      log.claimed.push(ids);
      await steps.claim(ids[0] ?? '');
      return new Map(ids.filter((id) => !id.startsWith('of another sender')).map((id) => [id, { delivery: { id } }]));
    },
    async send({ delivery: { id } }: { delivery: { id: string } }) {
      log.sent.push(id);
      await steps.send(id);
      return { claim: { id } };
    },
    async record({ claim: { id } }: { claim: { id: string } }) {
      await steps.record(id);
      log.recorded.push(id);
      return states.get(id) ?? { status: 'delivered' };
    },
  };
  const scheduler = new DeliveryScheduler(claims as DeliveryClaims, deliver as unknown as DeliverWebhook);
  running.push(scheduler);
  return { scheduler, steps, states, log };
}

/** A step that waits until it is let go. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), step: () => opened };
}

const failsOnce = (): Step => {
  let failed = false;
  return async () => {
    if (failed) return;
    failed = true;
    throw new Error('Postgres is away');
  };
};

/**
 * The scheduler looks for more every 10 ms. These waits are in one queue with its own, so that it looks as often on any
 * machine.
 */
async function afterLooks(): Promise<void> {
  for (let look = 0; look < 10; look += 1) await wait(10);
}

const running: DeliveryScheduler[] = [];
let errors: string[];
beforeEach(() => {
  errors = [];
  vi.spyOn(Logger.prototype, 'error').mockImplementation((_: unknown, message: string) => void errors.push(message));
});
afterEach(() => {
  // Not awaited: after a failure, a step may be held that nothing lets go.
  for (const scheduler of running.splice(0)) void scheduler.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what is due', () => {
  it('is claimed, sent and recorded, once for each job and once for each sweep', async () => {
    const { scheduler, log } = schedulerWith({ backlog: [due('swept')] });
    await scheduler.sendIfDue(['a', 'b']);
    scheduler.sendAllDue();
    await eventually(() =>
      expect([...log.recorded].sort(), 'deliveries that were recorded').toEqual(['a', 'b', 'swept']),
    );
    expect(log.claimed[0], 'deliveries that one statement claims').toEqual(['a', 'b']);
    expect([...log.sent].sort(), 'attempts').toEqual(['a', 'b', 'swept']);
    await scheduler.stop();
  });

  it('is not sent when another sender has claimed it', async () => {
    const { scheduler, log } = schedulerWith();
    await scheduler.sendIfDue(['of another sender', 'mine']);
    await eventually(() => expect(log.recorded).toEqual(['mine']));
    expect(log.sent, 'attempts').toEqual(['mine']);
    await expect(scheduler.stop(), 'an end after a delivery that was not sent').resolves.toBeUndefined();
  });

  it('is sent although as many as may be unrecorded were claimed by another sender before', async () => {
    const { scheduler, log } = schedulerWith();
    const ids = Array.from({ length: MAX_UNRECORDED_ATTEMPTS }, (_, n) => `of another sender ${n}`);
    await scheduler.sendIfDue(ids);
    await eventually(() => expect(log.claimed.flat().length, 'deliveries that were asked for').toBe(ids.length));
    await scheduler.sendIfDue(['mine']);
    await eventually(() => expect(log.recorded, 'The sender waits for attempts that it never made').toEqual(['mine']));
  });

  it('is sent although another one has a text for its URL that is none', async () => {
    const { scheduler, log } = schedulerWith({ backlog: [due('a', 'https://'), due('b')] });
    scheduler.sendAllDue();
    await eventually(() => expect([...log.recorded].sort(), 'deliveries that were sent').toEqual(['a', 'b']));
    expect(errors, 'what operators read').toEqual([]);
  });

  it('finds room where it is recorded until half of the places are taken, and none once the sender stops', async () => {
    const half = MAX_CONCURRENT_DELIVERIES / 2;
    const { scheduler, steps, log } = schedulerWith({ backlog: manyDue(half, (n) => `https://host-${n}.example/`) });
    const held = gate();
    steps.send = held.step;
    await scheduler.sendIfDue(Array.from({ length: half - 1 }, (_, n) => `d${n}`));
    await eventually(() => expect(log.sent.length, 'attempts that were begun').toBe(half - 1));
    expect(scheduler.hasRoom, 'room while one place less than half is taken').toBe(true);
    await scheduler.sendIfDue([`d${half - 1}`]);
    await eventually(() => expect(log.sent.length, 'attempts that were begun').toBe(half));
    expect(scheduler.hasRoom, 'room once half of the places are taken').toBe(false);
    held.open();
    await eventually(() => expect(log.recorded.length, 'deliveries that were sent in the end').toBe(half));
    expect(scheduler.hasRoom, 'room once all are sent').toBe(true);
    await scheduler.stop();
    expect(scheduler.hasRoom, 'room in a process that stops').toBe(false);
  });

  it('is sent to a host at most twenty times at once, however the host is spelled', async () => {
    const spellings = ['http://busy.example.com/a', 'HTTP://BUSY.example.com:80/b', 'http://busy.example.com/c?d=e'];
    const { scheduler, steps, log } = schedulerWith({
      backlog: manyDue(100, (n) => spellings[n % spellings.length] ?? ''),
    });
    const held = gate();
    steps.send = held.step;
    scheduler.sendAllDue();
    await eventually(() => expect(log.sent.length, 'requests to one host').toBe(MAX_CONCURRENT_PER_HOST));
    // What is sent to another host now was looked for after the places of this one were taken.
    await scheduler.sendIfDue(['elsewhere']);
    await eventually(() => expect(log.sent, 'requests to any host').toContain('elsewhere'));
    expect(log.sent.length - 1, 'requests to one host at the same time').toBe(MAX_CONCURRENT_PER_HOST);
    held.open();
    await eventually(() => expect(log.recorded.length, 'deliveries that were sent in the end').toBe(101));
    // Places that come free together: the first is taken at once, and the others together.
    expect(log.claimed.length, 'statements that claimed a hundred deliveries').toBeLessThan(20);
  });

  it('is sent while more of it is still being claimed', async () => {
    const backlog = manyDue(PAGE_SIZE, (n) => `https://host-${n}.example/`);
    const { scheduler, steps, log } = schedulerWith({ backlog });
    const held = gate();
    steps.claim = (first) => (log.claimed[0]?.[0] === first ? goes(first) : held.step());
    scheduler.sendAllDue();
    await eventually(() => expect(log.recorded.length, 'deliveries of the first statement').toBe(MAX_CLAIMED_TOGETHER));
    expect(log.claimed.length, 'statements that claim, of which the first has ended').toBeGreaterThan(1);
    held.open();
    await eventually(() => expect(log.recorded.length, 'deliveries that were sent in the end').toBe(backlog.length));
    expect(Math.max(...log.claimed.map((ids) => ids.length)), 'deliveries in one statement').toBe(MAX_CLAIMED_TOGETHER);
  });

  it.each([
    ['as many are being sent as may be', 'send', MAX_CONCURRENT_DELIVERIES],
    ['too many attempts are not recorded, which a crash would send again', 'record', 2 * MAX_UNRECORDED_ATTEMPTS],
  ] as const)('waits while %s, and is not read into memory either', async (_, step, most) => {
    const backlog = manyDue(1_500, (n) => `https://host-${n}.example/`);
    const { scheduler, steps, log } = schedulerWith({ backlog });
    const held = gate();
    steps[step] = held.step;
    scheduler.sendAllDue();
    await eventually(() =>
      expect(log.sent.length, 'attempts that were begun').toBeGreaterThanOrEqual(MAX_UNRECORDED_ATTEMPTS),
    );
    await afterLooks();
    expect(log.sent.length, 'attempts that were begun').toBeLessThanOrEqual(most);
    expect(log.pages, 'pages that were read').toBeLessThan(backlog.length / PAGE_SIZE);
    held.open();
    await eventually(() => expect(log.recorded.length, 'deliveries that were sent in the end').toBe(backlog.length));
  });
});

describe('a step that fails', () => {
  it.each([
    ['reading what is due', 'scan', 'Failed to read due deliveries; the next sweep will try again'],
    ['claiming', 'claim', 'Failed to claim due deliveries; the next sweep will try again'],
    ['sending', 'send', 'Failed to send a delivery; it is due again when its lease ends'],
    ['recording', 'record', 'Failed to record a delivery attempt; the delivery is due again when its lease ends'],
  ] as const)('while %s is logged, and the next sweep sends the delivery', async (_, step, message) => {
    const { scheduler, steps, log } = schedulerWith({ backlog: [due('a')] });
    steps[step] = failsOnce();
    scheduler.sendAllDue();
    await eventually(() => expect(errors, 'what operators read').toEqual([message]));
    expect(log.recorded, 'what was recorded in spite of the failure').toEqual([]);
    scheduler.sendAllDue();
    await eventually(() => expect(log.recorded, 'what the next sweep has sent').toEqual(['a']));
  });

  it('while one delivery is sent gives its place back, and holds no other up', async () => {
    const { scheduler, steps, log } = schedulerWith({ backlog: manyDue(60, () => 'https://hooks.example.com/') });
    steps.send = async (id) => {
      if (Number(id.slice(1)) % 2 === 0) throw new Error('the secret cannot be read');
    };
    scheduler.sendAllDue();
    await eventually(() => expect(log.recorded.length, 'deliveries that could be sent').toBe(30));
    expect(log.sent.length, 'attempts that were begun').toBe(60);
  });

  it('while claiming drops what waits, so that Postgres is not asked for each of it', async () => {
    const { scheduler, steps, log } = schedulerWith({ backlog: manyDue(60, () => 'https://hooks.example.com/') });
    steps.claim = () => Promise.reject(new Error('Postgres is away'));
    scheduler.sendAllDue();
    await eventually(() => expect(errors.length, 'errors that were logged').toBe(1));
    await scheduler.sendIfDue(['later']);
    await eventually(() => expect(log.claimed.length, 'statements while Postgres is away').toBeGreaterThan(1));
    expect(log.claimed[1], 'what the second statement claims: only what came after the first').toEqual(['later']);
  });

  it('while a retry is looked up is logged, and left to the sweep', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { scheduler, steps, states, log } = schedulerWith();
    states.set('a', { status: 'pending', waitMs: 5_000 });
    await scheduler.sendIfDue(['a']);
    await recordedBy(log);
    steps.find = failsOnce();
    await vi.advanceTimersByTimeAsync(5_075);
    expect(errors, 'what operators read').toEqual(['Failed to look up due retries; the next sweep will pick them up']);
  });
});

/** Resolves once an attempt was recorded. The clock is the test's own, so that it cannot wait by it. */
async function recordedBy(log: { readonly recorded: readonly string[] }): Promise<void> {
  while (log.recorded.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a delivery that is to be retried', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });

  it.each([
    [60_000, 'is looked up by then', ['a', 'a']],
    [60_001, 'is left to the sweep', ['a']],
  ])('in %i ms %s', async (waitMs, _, expected) => {
    const { scheduler, states, log } = schedulerWith();
    states.set('a', { status: 'pending', waitMs });
    await scheduler.sendIfDue(['a']);
    await recordedBy(log);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(log.found, 'look-ups').toEqual(expected);
  });

  it('is not looked up once it was delivered', async () => {
    const { scheduler, log } = schedulerWith();
    await scheduler.sendIfDue(['a']);
    await recordedBy(log);
    expect(vi.getTimerCount(), 'timers').toBe(0);
  });

  it('is left to other senders once this one stops', async () => {
    const { scheduler, states, log } = schedulerWith();
    states.set('a', { status: 'pending', waitMs: 5_000 });
    await scheduler.sendIfDue(['a']);
    await recordedBy(log);
    await scheduler.stop();
    expect(vi.getTimerCount(), 'timers that keep the process alive').toBe(0);
  });
});

describe('a scheduler that stops', () => {
  it('waits for the attempts that have begun, and claims nothing more', async () => {
    const { scheduler, steps, states, log } = schedulerWith();
    const held = gate();
    steps.send = held.step;
    states.set('a', { status: 'pending', waitMs: 5_000 });
    await scheduler.sendIfDue(['a']);
    await eventually(() => expect(log.sent).toEqual(['a']));
    let stopped = false;
    const stopping = scheduler.stop().then(() => {
      stopped = true;
    });
    await scheduler.sendIfDue(['b']);
    scheduler.sendAllDue();
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped, 'it has stopped before its attempt was recorded').toBe(false);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    held.open();
    await stopping;
    expect(log.recorded, 'attempts that were recorded').toEqual(['a']);
    expect(log.claimed, 'claims').toEqual([['a']]);
    expect(vi.getTimerCount(), 'timers that keep the process alive').toBe(0);
  });
});
