// Which evaluations a worker may take, with its health and the provider's pauses in memory.
import { describe, expect, it } from 'vitest';
import { EvaluationGate } from '../../../src/judging/evaluating/evaluation-gate.js';

interface World {
  readonly isFit?: boolean;
  readonly paused?: { readonly engine: string; readonly remainingMs: number };
}

function gateIn({ isFit = true, paused }: World): EvaluationGate {
  const parts = [
    { isFitFor: async () => isFit },
    { paused: async () => (paused ? [paused] : []) },
  ] as unknown as ConstructorParameters<typeof EvaluationGate>;
  return new EvaluationGate(...parts);
}

describe('an evaluation that asks a language model', () => {
  it('waits for a pause of the analysis provider to pass, and then is its probe [fault 95]', async () => {
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
