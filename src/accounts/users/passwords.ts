import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { tooManyRequests } from '../../platform/errors/api-error.js';
import type { PasswordGuess } from './passwords.worker.js';

/**
 * Hash of a random password, with the same cost. It is checked when there is no account, so that the duration does not reveal
 * that.
 */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Qkl9mBYHU4XpaGwqSlpNOg$ztrGXyurddSrKBPmCS/3fnWzw9ERKy83HCcBEv5Lx8U';

/** Passwords that wait for the thread. More are refused with 429. */
const MAX_WAITING = 32;

/**
 * The thread gets about a tenth of a core where all cores are busy, and a whole core where one is idle: hashing for a flood
 * of log-ins takes little from uploads and reads. Only Linux has a priority per thread; elsewhere the value would slow down
 * the whole service.
 */
const NICENESS = process.platform === 'linux' ? 10 : 0;

/** Hashes and checks passwords, one at a time, in a thread of its own. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly logger = new Logger(Passwords.name);
  private readonly thread = new Piscina<string | PasswordGuess, unknown>({
    filename: threadProgram(import.meta.dirname, 'passwords.worker.js'),
    // The environment of the service holds secrets.
    env: {},
    // Keep one thread alive at all times: when it dies, Piscina then starts a successor for the queued tasks.
    minThreads: 1,
    maxThreads: 1,
    niceIncrement: NICENESS,
    recordTiming: false,
  }).on('error', (error: unknown) =>
    this.logger.error({ err: error }, 'The password thread failed; the next one takes over'),
  );

  /** After the HTTP server has closed, since requests in progress still need the thread. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }

  /** @throws ApiError 429 when too many passwords wait already */
  async hash(password: string): Promise<string> {
    return z.string().parse(await this.runInThread('hashPassword', normalized(password)));
  }

  /**
   * @param passwordHash null when there is no account: the work is the same, and the result is false
   * @throws ApiError 429 when too many passwords wait already
   */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const guess = { passwordHash: passwordHash ?? UNKNOWN_PASSWORD_HASH, password: normalized(password) };
    const matches = z.boolean().parse(await this.runInThread('verifyPassword', guess));
    return passwordHash !== null && matches;
  }

  private async runInThread(name: keyof typeof import('./passwords.worker.js'), work: string | PasswordGuess) {
    if (this.thread.queueSize >= MAX_WAITING) throw tooManyRequests(1);
    return this.thread.run(work, { name });
  }
}

/** Keyboards compose letters differently (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
