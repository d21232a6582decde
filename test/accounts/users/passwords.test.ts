import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Passwords } from '../../../src/accounts/users/passwords.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';

describe('the hashing of passwords', () => {
  let passwords: Passwords;
  beforeEach(() => {
    passwords = new Passwords();
  });
  afterEach(() => passwords.onApplicationShutdown());

  it('checks a password against its hash, or against a dummy hash for an unknown account', async () => {
    const hash = await passwords.hash('a password');
    expect(await passwords.verify(hash, 'a password'), 'the password is taken').toBe(true);
    expect(await passwords.verify(hash, 'another'), 'another password is taken').toBe(false);
    expect(await passwords.verify(null, 'a password'), 'a password is taken where there is no account').toBe(false);
  });

  it('hashes at the agreed cost', async () => {
    const hash = await passwords.hash('a password');
    expect(hash.split('$').slice(1, 4)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  });

  it.runIf(process.platform === 'linux')('hashes in a thread that everything else goes before [fault 81]', async () => {
    // Tests of other files may have left such threads in this process, and those may end meanwhile.
    const before = await niceThreads();
    await passwords.hash('a password');
    const made = (await niceThreads()).filter((thread) => !before.includes(thread));
    expect(made, 'threads of low priority').toHaveLength(1);
  });

  it('runs one hash, lets 32 wait, and refuses the rest at once [fault 81]', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.verify(null, 'a password')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused, 'passwords refused of 40: one is hashed, 32 wait').toHaveLength(7);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    }
    expect(await passwords.verify(null, 'a password'), 'a password is taken where there is no account').toBe(false);
  });

  it('serves the waiting and all later requests after its thread has died', async () => {
    // Wait for the thread of the shared instance first, so that the next 'worker' event is that of `own`.
    await passwords.hash('a password');
    const started = once(process, 'worker');
    const own = new Passwords();
    await own.hash('a password');
    const [thread]: unknown[] = await started;
    if (!(thread instanceof Worker)) throw new Error('no thread was started');
    const asked = Promise.allSettled(Array.from({ length: 33 }, () => own.verify(null, 'a password')));
    await thread.terminate();
    const outcomes = await asked;
    const [broken, ...more] = outcomes.filter(({ status }) => status === 'rejected');
    expect(broken).toMatchObject({ reason: { message: expect.stringMatching(/^worker exited/) } });
    expect(more).toEqual([]);
    expect(await own.verify(null, 'a password'), 'a password is taken where there is no account').toBe(false);
    await own.onApplicationShutdown();
  });
});

/** The threads of this process that have a lowered priority. */
async function niceThreads(): Promise<string[]> {
  const threads = await readdir('/proc/self/task');
  const isNice = async (thread: string) => {
    // A thread may end meanwhile.
    const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '');
    // The name, in parentheses, may contain anything. Field 3 follows it; the niceness is field 19.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '10';
  };
  const nice = await Promise.all(threads.map(isNice));
  return threads.filter((_, index) => nice[index]);
}
