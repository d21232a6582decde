// How many tries of an account run at once, in several processes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TrialSlots } from '../../../../src/judging/evaluating/trials/trial-slots.js';
import { connectForRequests } from '../../../../src/platform/queue/redis.js';
import { patientRedis, untilConnected } from '../../../support/apps/backing.js';
import { until } from '../../../support/apps/running-service.js';
import { Gate } from '../../../support/processes/gate.js';

const LONG_MS = 3_600_000;
const REFUSED = 'Two tries of this account are running';

let url: string;
const clients: ReturnType<typeof connectForRequests>[] = [];
const gate = new Gate();

/** The slots as one process has them. */
async function processSlots(): Promise<TrialSlots> {
  const client = connectForRequests(url);
  clients.push(client);
  await untilConnected(client);
  return new TrialSlots({ client });
}

beforeAll(async () => {
  url = await patientRedis();
});
beforeEach(() => gate.close());
afterAll(() => {
  gate.open();
  for (const client of clients) client.disconnect();
});

const waits = async () => {
  await gate.pass();
  return 'done';
};
const done = async () => 'done';

describe('the tries of an account', () => {
  it('are two in all processes together, and no other account waits for them [fault 98]', async () => {
    const [one, other] = [await processSlots(), await processSlots()];
    const running = [one.hold('a', LONG_MS, waits), other.hold('a', LONG_MS, waits)];
    await until(async () => gate.waiting === 2, 'two tries');
    for (const slots of [one, other]) await expect(slots.hold('a', LONG_MS, done)).rejects.toThrow(REFUSED);
    expect(await one.hold('b', LONG_MS, done)).toBe('done');
    gate.open();
    expect(await Promise.all(running)).toEqual(['done', 'done']);
    expect(await one.hold('a', LONG_MS, done)).toBe('done');
  });

  it('that fail free their slots', async () => {
    const slots = await processSlots();
    const fails = () => Promise.reject(new Error('the model is away'));
    for (let time = 0; time < 3; time += 1)
      await expect(slots.hold('c', LONG_MS, fails)).rejects.toThrow('the model is away');
    expect(await slots.hold('c', LONG_MS, done)).toBe('done');
  });

  it('of a process that died hold their slots for a while only [fault 98]', async () => {
    const dead = await processSlots();
    void dead.hold('d', 1_000, waits);
    void dead.hold('d', 1_000, waits);
    await until(async () => gate.waiting === 2, 'two tries');
    const living = await processSlots();
    await until(() => living.hold('d', LONG_MS, done).catch(() => false), 'a slot');
    gate.open();
  });

  it('are two in each process while Redis is away [fault 98]', async () => {
    const client = connectForRequests('redis://127.0.0.1:9');
    clients.push(client);
    const slots = new TrialSlots({ client });
    const running = [slots.hold('e', LONG_MS, waits), slots.hold('e', LONG_MS, waits)];
    await until(async () => gate.waiting === 2, 'two tries');
    await expect(slots.hold('e', LONG_MS, done)).rejects.toThrow(REFUSED);
    gate.open();
    expect(await Promise.all(running)).toEqual(['done', 'done']);
  });
});
