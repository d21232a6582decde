// A kind of work that lives in memory, and what a worker on it would ask of others.
import type { Queue } from 'bull';
import { vi } from 'vitest';
import type { Claimed } from '../../../src/work/claim.js';
import type { EnginePause } from '../../../src/work/engine-pause.js';
import type { KindOfWork, WorkLane } from '../../../src/work/kind-of-work.js';
import type { WorkerHealth } from '../../../src/work/worker-health.js';

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
  const lane = {
    name: 'letters',
    limits: { slots: 2, account: 1, accountAlways: false, asManyAsFree: false, lastSlotReserved: false },
    queue: {} as Queue,
    next: vi.fn<WorkLane<Claimed>['next']>(async () => null),
    allowance: vi.fn(async () => Number.POSITIVE_INFINITY),
    passOn: vi.fn(async () => undefined),
    onNotTakenUp: vi.fn(),
  };
  const kind = {
    lanes: [lane],
    claims: claims as unknown as KindOfWork<Claimed>['claims'],
    run: vi.fn<KindOfWork<Claimed>['run']>(async () => undefined),
    fail: vi.fn(async () => undefined),
    notProcessed: SENTENCE,
    logged: ({ id, requestId }: Claimed) => ({ letterId: id, requestId }),
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
  };
  const health = { faultBehind: vi.fn(async (): Promise<string | null> => null) };
  return {
    pause,
    health,
    enginePause: pause as unknown as EnginePause,
    workerHealth: health as unknown as WorkerHealth,
  };
}
