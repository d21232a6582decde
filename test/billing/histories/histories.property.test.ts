// Random stories of accounts: submissions, requests to paid providers, results, deletions, retries, changes of plan, turns of
// periods, events of the payment provider that come late or never, cancellations, pauses and sales at the provider, and clocks
// apart. `npm run test:histories` plays 100,000 of them.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { History } from './history.js';
import { type Story, story } from './steps.js';
import { World } from './world.js';

const HISTORIES = Number(process.env.BILLING_HISTORIES ?? 160);
/** Worlds play side by side: each waits for Postgres most of the time. */
const WORLDS = 4;
const MAX_MS_PER_HISTORY = 1_000;
const PROGRESS_EVERY = 1_000;

/** Minutes of overage of two calls: the first is metered, the second completes after the subscription and is invoiced. Random
 *  stories come to the latter in most runs only. */
const OVERAGE: Story = {
  steps: [
    { do: 'subscribe', plan: 'starter', overageMinutes: 100 },
    { do: 'accept', declaredMs: 540_000 },
    { do: 'accept', declaredMs: 540_000 },
    { do: 'complete', pick: 0, durationMs: 540_000 },
    { do: 'cancel', atPeriodEnd: false },
    { do: 'complete', pick: 0, durationMs: 540_000 },
  ],
  fates: [],
  skewMs: 0,
  phase: 'middle',
  erased: false,
};

const PIECE = { do: 'send', pick: 0, durationMs: 60_000, what: 'piece', channel: 0, from: 0, share: 40 } as const;
const ACCEPT = { do: 'accept', declaredMs: 60_000 } as const;

/** Calls that fail after a provider was paid for them, that are deleted then, and that are started again and deleted at work. */
const PAID: Story = {
  steps: [
    ACCEPT,
    { ...PIECE, end: 'killed' },
    { do: 'fail', pick: 0 },
    { do: 'deleteFailed', pick: 0 },
    ACCEPT,
    { ...PIECE, end: 'answered' },
    { do: 'fail', pick: 0 },
    { do: 'retry', pick: 0 },
    { ...PIECE, from: 30, end: 'answered' },
    { do: 'delete', pick: 0 },
    ACCEPT,
    { ...PIECE, end: 'refused' },
    { do: 'delete', pick: 0 },
    ACCEPT,
    { ...PIECE, end: 'answered' },
    { do: 'fail', pick: 0 },
  ],
  fates: [],
  skewMs: 0,
  phase: 'middle',
  erased: false,
};

/** Stories that found a fault once. */
const FOUND: readonly Story[] = [
  // A call of a paid month that completes after that month and after its subscription: its overage was billed and never charged.
  {
    steps: [
      { do: 'subscribe', plan: 'starter', overageMinutes: 20 },
      { do: 'accept', declaredMs: null },
      { do: 'accept', declaredMs: null },
      { do: 'subscribe', plan: 'starter', overageMinutes: 0 },
      { do: 'month' },
      { do: 'complete', pick: 0, durationMs: 423_601 },
      { do: 'cancel', atPeriodEnd: false },
      { do: 'cancel', atPeriodEnd: false },
    ],
    fates: ['lost'],
    skewMs: 0,
    phase: 'middle',
    erased: false,
  },
];

let worlds: World[] = [];
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: WORLDS }, () => World.begin()));
});
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
});

it(
  'ledger and provider have what was consumed, by the terms at acceptance, whatever happens to the account',
  async () => {
    let played = 0;
    const playIn = async (world: World, told: Story) => {
      await History.play(world, told);
      played += 1;
      if (played % PROGRESS_EVERY === 0) process.stderr.write(`${played} of ${HISTORIES} histories\n`);
    };
    const play = (world: World) =>
      fc.assert(
        fc.asyncProperty(story, (told) => playIn(world, told)),
        { numRuns: Math.ceil(HISTORIES / WORLDS), examples: [OVERAGE, PAID, ...FOUND].map((told) => [told]) },
      );
    await Promise.all(worlds.map(play));
    for (const world of worlds)
      expect(
        (await world.reconcile()).filter(({ what }) => !what.startsWith('further subscription')),
        'differences between the ledger and the provider',
      ).toEqual([]);
    // The stories must come to what they are about.
    for (const way of ['metered', 'invoiced', 'paidAndBilled', 'paidAndOnRecord'] as const)
      expect(
        worlds.reduce((sum, { seen }) => sum + seen[way], 0),
        `overage or calls that were ${way}`,
      ).toBeGreaterThan(0);
  },
  300_000 + HISTORIES * MAX_MS_PER_HISTORY,
);
