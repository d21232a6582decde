// Which evaluations a worker may take, with its calls, its health and the provider's pauses in memory.
import { describe, expect, it } from 'vitest';
import { EvaluationGate } from '../../src/evaluating/evaluation-gate.js';

interface World {
  readonly isFit?: boolean;
  readonly paused?: { readonly engine: string; readonly remainingMs: number };
  /** Accounts with a call that waits, and the one whose calls hold all slots. */
  readonly waiting?: readonly string[];
  readonly filledBy?: readonly string[];
}

function gateIn({ isFit = true, paused, waiting = [], filledBy = [] }: World): EvaluationGate {
  const parts = [
    { isFitFor: async () => isFit },
    { paused: async () => (paused ? [paused] : []) },
    { isWaiting: async (accountId: string) => waiting.includes(accountId) },
    { filledBy: (lane: string) => (lane === 'work' ? filledBy : []) },
  ] as unknown as ConstructorParameters<typeof EvaluationGate>;
  return new EvaluationGate(...parts);
}

describe('an evaluation of a job', () => {
  it('may go on while no call of its account waits, whatever those of other accounts do [fault 96]', async () => {
    expect(await gateIn({}).mayRescore('a'), 'it may go on').toBe(true);
    expect(await gateIn({ waiting: ['b'] }).mayRescore('a'), 'it may go on beside another account’s queue').toBe(true);
    expect(await gateIn({ filledBy: ['b'] }).mayRescore('a'), 'it may go on beside another account’s calls').toBe(true);
  });

  it('gives way to a call of its account that is due in any process [fault 96]', async () => {
    expect(await gateIn({ waiting: ['a'] }).mayRescore('a'), 'it may go on while a call is due').toBe(false);
  });

  it('gives way while its account’s calls hold all slots for calls of this process [fault 96]', async () => {
    expect(await gateIn({ filledBy: ['a'] }).mayRescore('a'), 'it may go on while no slot is free').toBe(false);
  });
});

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
