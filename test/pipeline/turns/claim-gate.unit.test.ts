import { expect, it } from 'vitest';
import type { Lane } from '../../../src/calls/claims/due-calls.js';
import { ClaimGate } from '../../../src/pipeline/turns/claim-gate.js';
import type { WorkerNeeds } from '../../../src/work/worker-health.js';

const ALL = Number.POSITIVE_INFINITY;

it.each<[string, Lane, { fit: boolean; probes: number; allowance: number }]>([
  ['a sick worker takes none, though the provider works', 'work', { fit: false, probes: ALL, allowance: 0 }],
  [
    'a fit worker takes one as a probe while the provider is in trouble',
    'work',
    { fit: true, probes: 1, allowance: 1 },
  ],
  ['a fit worker takes none during a pause', 'work', { fit: true, probes: 0, allowance: 0 }],
  ['a download asks no provider, and goes on during a pause', 'fetch', { fit: true, probes: 0, allowance: ALL }],
  ['a scenario asks no provider, and goes on during a pause', 'sandbox', { fit: true, probes: 0, allowance: ALL }],
])('%s', async (_, lane, { fit, probes, allowance }) => {
  const asked: WorkerNeeds[] = [];
  const health = {
    isFitFor: async (of: WorkerNeeds) => {
      asked.push(of);
      return fit;
    },
  };
  const gate = new ClaimGate({ allowance: async () => probes } as never, health as never);
  expect(await gate.allowance(lane), 'The worker may take another number of calls').toBe(allowance);
  const needs = { fetch: 'storage', work: 'all', sandbox: 'postgres' }[lane];
  expect(asked, 'The health of another lane was asked for').toEqual([needs]);
});
