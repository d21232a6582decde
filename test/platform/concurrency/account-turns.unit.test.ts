import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AccountTurns, servedAccount } from '../../../src/platform/concurrency/account-turns.js';

describe('requests of several accounts', () => {
  it('take turns by account: one request passes the hundred of another account', async () => {
    const turns = new AccountTurns(2);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (account: string, name: string) =>
      servedAccount.run(account, () =>
        turns.run(() => {
          started.push(name);
          return new Promise<void>((end) => ends.push(end));
        }),
      );
    for (let n = 1; n <= 100; n += 1) void ask('a', `a${n}`);
    void ask('b', 'b1');
    for (let n = 0; n < 2; n += 1) {
      ends.shift()?.();
      await turnOfTheLoop();
    }
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('keep their own context, whatever the request that ended before them was for', async () => {
    const turns = new AccountTurns(1);
    const caller = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const ask = (name: string) =>
      caller.run(name, () =>
        turns.run(async () => {
          await turnOfTheLoop();
          seen.push(caller.getStore());
        }),
      );
    await Promise.all(['first', 'second', 'third'].map(ask));
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('run outside of any account too, and one at a time where the limit is below one', async () => {
    const turns = new AccountTurns(0);
    let running = 0;
    const ask = () =>
      turns.run(async () => {
        running += 1;
        expect(running).toBe(1);
        await turnOfTheLoop();
        running -= 1;
      });
    await Promise.all([ask(), ask()]);
  });
});
