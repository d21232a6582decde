// Which engine work is done by, and how long one with a key of an account's own is held.
import { expect, it } from 'vitest';
import { EngineSet, type Held } from '../../../src/adapters/engines/engine-set.js';
import type { EngineSpec } from '../../../src/platform/config/engines/engine-spec.js';
import { type ProviderCaller, ProviderCalls } from '../../../src/platform/operations/provider-calls.js';
import { type ChosenEngines, EnginesUnknown } from '../../../src/ports/engine-trouble.js';

/** @returns the set, the names of what was closed, and the engine of work that chooses so */
function engines() {
  const calls = new ProviderCalls();
  const closed: string[] = [];
  const held = (name: string): Held<string> => ({ engine: name, close: async () => void closed.push(name) });
  const shared = new Map(
    ['house', 'centre'].map((name) => [name, { ...held(name), spec: { name } as unknown as EngineSpec }]),
  );
  const set = new EngineSet('transcription', calls, shared, 'house', ({ name }, { apiKey, accountId }) =>
    held(`${name} of ${accountId} by ${apiKey}`),
  );
  const of = (chosen: ChosenEngines | EnginesUnknown | undefined, accountId = 'a') => {
    const caller: ProviderCaller = { purpose: 'analysis', accountId, livemode: true, analysisId: 'c' };
    return calls.caller.run(chosen === undefined ? caller : { ...caller, engines: chosen }, () => set.present());
  };
  return { set, closed, of };
}
const centre = (apiKey: string | null = null) => ({ transcription: { name: 'centre', apiKey } });

it('is the default where nothing is chosen, where the other task chooses, and where the engine is gone', () => {
  const { set, of } = engines();
  expect(set.present()).toBe('house');
  expect(of(undefined)).toBe('house');
  expect(of({ analysis: { name: 'careful', apiKey: null } })).toBe('house');
  expect(of({ transcription: { name: 'gone', apiKey: null } })).toBe('house');
  expect(of(centre())).toBe('centre');
});

it('fails the work whose choice could not be read', () => {
  const { of } = engines();
  expect(() => of(new EnginesUnknown(new Error('Postgres is away')))).toThrow('Postgres is away');
});

it('is one for each key of an account, and is closed once the account has another key', () => {
  const { closed, of } = engines();
  expect(of(centre('one'))).toBe('centre of a by one');
  expect(of(centre('one'), 'b')).toBe('centre of b by one');
  expect(closed).toEqual([]);
  expect(of(centre('two'))).toBe('centre of a by two');
  expect(closed).toEqual(['centre of a by one']);
});

it('is closed when many others were used since', async () => {
  const { set, closed, of } = engines();
  for (let n = 0; n < 64; n += 1) of(centre('key'), `account-${n}`);
  of(centre('key'), 'account-0');
  of(centre('key'), 'account-64');
  expect(closed).toEqual(['centre of account-1 by key']);
  await set.close();
  expect(closed, 'engines that are closed at the end').toHaveLength(1 + 2 + 64);
});
