// When the work of jobs over stored calls gives way to calls, with those that wait and those at work in memory.
import { describe, expect, it } from 'vitest';
import { YieldToCalls } from '../../../src/calls/claims/yield-to-calls.js';

interface World {
  /** Accounts with a call that waits, and the one whose calls hold all slots. */
  readonly waiting?: readonly string[];
  readonly filledBy?: readonly string[];
}

function yieldsIn({ waiting = [], filledBy = [] }: World): YieldToCalls {
  const parts = [
    { isWaiting: async (accountId: string) => waiting.includes(accountId) },
    { filledBy: (lane: string) => (lane === 'work' ? filledBy : []) },
  ] as unknown as ConstructorParameters<typeof YieldToCalls>;
  return new YieldToCalls(...parts);
}

describe('an evaluation of a job', () => {
  it('may go on while no call of its account waits, whatever those of other accounts do [fault 96]', async () => {
    expect(await yieldsIn({}).mayGoOn('a'), 'it may go on').toBe(true);
    expect(await yieldsIn({ waiting: ['b'] }).mayGoOn('a'), 'it may go on beside another account’s queue').toBe(true);
    expect(await yieldsIn({ filledBy: ['b'] }).mayGoOn('a'), 'it may go on beside another account’s calls').toBe(true);
  });

  it('gives way to a call of its account that is due in any process [fault 96]', async () => {
    expect(await yieldsIn({ waiting: ['a'] }).mayGoOn('a'), 'it may go on while a call is due').toBe(false);
  });

  it('gives way while its account’s calls hold all slots for calls of this process [fault 96]', async () => {
    expect(await yieldsIn({ filledBy: ['a'] }).mayGoOn('a'), 'it may go on while no slot is free').toBe(false);
  });
});
