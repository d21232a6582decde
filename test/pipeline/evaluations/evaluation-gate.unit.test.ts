// Which evaluations a worker may take, with its calls, its health and the provider's pauses in memory.
import { describe, expect, it } from 'vitest';
import type { DueCall } from '../../../src/analysis/due-calls.js';
import { EvaluationGate } from '../../../src/pipeline/evaluations/evaluation-gate.js';

interface World {
  readonly isFit?: boolean;
  readonly paused?: { readonly engine: string; readonly remainingMs: number };
  readonly due?: boolean;
  readonly freeSlots?: number;
}

function gateIn({ isFit = true, paused, due = false, freeSlots = 1 }: World): EvaluationGate {
  const call: DueCall = { id: 'call', accountId: 'account', requestId: 'r' };
  const parts = [
    { isFitFor: async () => isFit },
    { paused: async () => (paused ? [paused] : []) },
    { next: async (lane: string) => (due && lane === 'work' ? call : null) },
    { pools: { work: { freeSlots } } },
  ] as unknown as ConstructorParameters<typeof EvaluationGate>;
  return new EvaluationGate(...parts);
}

describe('an evaluation of a job', () => {
  it('may go on while no call is due and a slot for one is free', async () => {
    expect(await gateIn({}).mayRescore(), 'it may go on').toBe(true);
  });

  it('gives way to a call that is due in any process', async () => {
    expect(await gateIn({ due: true }).mayRescore(), 'it may go on while a call is due').toBe(false);
  });

  it('gives way while all slots for calls of this process are taken', async () => {
    expect(await gateIn({ freeSlots: 0 }).mayRescore(), 'it may go on while no slot is free').toBe(false);
  });
});

describe('an evaluation that asks a language model', () => {
  it('waits for a pause of the analysis provider to pass, and then is its probe', async () => {
    expect(
      await gateIn({ paused: { engine: 'analysis', remainingMs: 5 } }).mayAskModel(),
      'it may ask during the pause',
    ).toBe(false);
    expect(
      await gateIn({ paused: { engine: 'analysis', remainingMs: 0 } }).mayAskModel(),
      'it may ask after the pause',
    ).toBe(true);
  });

  it('does not wait for the transcription provider', async () => {
    expect(
      await gateIn({ paused: { engine: 'transcription', remainingMs: 5 } }).mayAskModel(),
      'it may ask while the other provider is paused',
    ).toBe(true);
  });
});

it('a sick worker takes no evaluation', async () => {
  expect(await gateIn({ isFit: false }).isOpen(), 'the worker takes evaluations').toBe(false);
});
