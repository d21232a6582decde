// A kind of work that lives in memory, and what a worker on it would ask of others.
import type { Queue } from 'bull';
import { vi } from 'vitest';
import { Config } from '../../../src/platform/config/config.js';
import { QUEUE_NAMES } from '../../../src/platform/queue/queue-names.js';
import { Queues } from '../../../src/platform/queue/queues.js';
import type { Claimed } from '../../../src/work/claim.js';
import type { EnginePause } from '../../../src/work/engines/engine-pause.js';
import type { KindOfWork, WorkLane } from '../../../src/work/kind-of-work.js';
import { Lanes } from '../../../src/work/lanes.js';
import type { SlotPool } from '../../../src/work/slot-pool.js';
import type { WorkerHealth, WorkerNeeds } from '../../../src/work/worker-health.js';
import { WorkerSlots } from '../../../src/work/worker-slots.js';

/** Time that work waits for a provider, in ms. */
export const HOUR = 3_600_000;
export const SENTENCE = 'The letter could not be read';

export const claimed = (id: string, changes: Partial<Claimed> = {}): Claimed => ({
  id,
  accountId: 'an-account',
  livemode: true,
  requestId: 'a-request',
  fence: 1,
  crashes: 0,
  providerFailures: 0,
  failingForMs: null,
  traceParent: null,
  ...changes,
});

/** Letters to be read, none of which is due. */
export function kindInMemory() {
  const claims = {
    claim: vi.fn(async (id: string): Promise<Claimed | null> => claimed(id)),
    renew: vi.fn(async () => undefined),
    getFailures: vi.fn(async () => ({
      providerFailures: 0,
      failingForMs: null as number | null,
      lastFailedAt: null as string | null,
    })),
    handBack: vi.fn(async () => undefined),
    findOutOfPatience: vi.fn(async () => [] as { id: string }[]),
    hasAdvanced: vi.fn(() => false),
  };
  const limits = { slots: 2, account: 1 };
  const lane = {
    name: 'letters',
    limits: () => limits,
    queue: 'exports' as const,
    next: vi.fn<WorkLane<Claimed>['next']>(async () => null),
    onNotTakenUp: vi.fn(),
  };
  const kind = {
    lanes: [lane],
    claims: claims as unknown as KindOfWork<Claimed>['claims'],
    run: vi.fn<KindOfWork<Claimed>['run']>(async () => undefined),
    fail: vi.fn(async () => undefined),
    notProcessed: SENTENCE,
    logged: ({ id, requestId }: Claimed) => ({ letterId: id, requestId }),
    counts: {
      noun: 'letter',
      help: { settled: 'Read.', turnaround: 'Time to read.', handBacks: 'Put back.', slots: 'Free slots.' },
      since: () => new Date(),
      labels: { livemode: ({ livemode }: Claimed) => String(livemode) },
    },
    handedBack: vi.fn(),
    span: 'read letter',
    caller: ({ id: analysisId, accountId, livemode }: Claimed) =>
      ({ purpose: 'evaluation', accountId, livemode, analysisId }) as const,
    engines: ['analysis'] as const,
    asksEngines: vi.fn(() => true),
    needsWorker: vi.fn(() => true),
    afterRun: vi.fn(async () => undefined),
    clearUp: vi.fn(async () => undefined),
  };
  return { kind, lane, claims };
}

/** Without trouble, and well. */
export function surroundings() {
  const pause = {
    paused: vi.fn(async (): Promise<readonly object[]> => []),
    worksForOthers: vi.fn(async () => false),
    during: vi.fn((_: unknown, work: () => Promise<unknown>) => work()),
    allowance: vi.fn(async () => Number.POSITIVE_INFINITY),
    pauseOf: async (key: string) =>
      (await pause.paused()).find((state) => Reflect.get(state, 'engine') === key) ?? null,
    // One engine for each task, named like it.
    taskOf: (engine: string) => engine,
    defaultOf: (task: string) => task,
    hasOthers: () => false,
    isStalled: () => false,
    patienceMs: () => HOUR,
  };
  const health = {
    faultBehind: vi.fn(async (): Promise<string | null> => null),
    isFitFor: vi.fn(async (_: WorkerNeeds) => true),
  };
  return {
    pause,
    health,
    enginePause: pause as unknown as EnginePause,
    workerHealth: health as unknown as WorkerHealth,
  };
}

/** The lanes of a process without Redis and Postgres. */
export function openLanes(worker: Partial<Config['worker']> = {}) {
  const { pause, health, enginePause, workerHealth } = surroundings();
  const doorbells = { passOn: vi.fn(async () => undefined) };
  const slots = new WorkerSlots();
  const pools = new Map<string, SlotPool<never>>();
  const add = slots.add.bind(slots);
  slots.add = (pool) => {
    pools.set(pool.lane, pool as SlotPool<never>);
    add(pool);
  };
  // As while Redis is away: there is nothing to pause or to close.
  const queue = (name: string) => ({ name, client: { status: 'end' } }) as Queue;
  const queues = new Queues(QUEUE_NAMES.map(queue));
  const config = Object.assign(Object.create(Config.prototype), { worker });
  const parts = [config, null, queues, doorbells, enginePause, workerHealth, slots] as unknown;
  const lanes = new Lanes(...(parts as ConstructorParameters<typeof Lanes>));
  return { lanes, slots, pools, doorbells, pause, health, enginePause, workerHealth, config };
}
